//! [`Mark`]: what a turn is worth, by the chances to win that it has cost.

use crate::wording::{evaluations as words, plural};

/// A mark beside a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// `!`: the only turn that was good enough, and not one that everybody sees.
    Only,
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

/// The chances that an inaccuracy costs: in an even game, 84 hundredths of a pawn.
const INACCURACY: f64 = 0.06;
/// That a mistake costs: in an even game, 1.7 pawns.
const MISTAKE: f64 = 0.12;
/// That a blunder costs: in an even game, 3.7 pawns.
const BLUNDER: f64 = 0.24;

/// How much worse every other piece move has to be than the only good one.
const ONLY_BY: f64 = 0.15;
/// The chances that are left by a good turn: nothing is praised in a game that is lost.
const STILL_GOOD: f64 = 0.3;

impl Mark {
    /// The marks that find fault, the worst first.
    pub const FAULTS: [Self; 3] = [Self::Blunder, Self::Mistake, Self::Inaccuracy];

    /// The mark of a turn that has cost so much of the chances to win, from 0 to 1.
    pub fn of_loss(loss: f64) -> Option<Self> {
        match loss {
            loss if loss >= BLUNDER => Some(Self::Blunder),
            loss if loss >= MISTAKE => Some(Self::Mistake),
            loss if loss >= INACCURACY => Some(Self::Inaccuracy),
            _ => None,
        }
    }

    /// The mark of the best turn, given the chances with it and with the best other piece move.
    pub fn of_best(best: f64, other: f64, is_capture: bool) -> Option<Self> {
        (!is_capture && best >= STILL_GOOD && best - other >= ONLY_BY).then_some(Self::Only)
    }

    /// Whether it finds fault.
    pub fn is_fault(self) -> bool {
        self != Self::Only
    }

    /// As it is written behind a turn.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Only => "!",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Its name in style sheets.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Only => "only",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// What it says: `mistake`.
    pub fn name(self) -> &'static str {
        words::mark(self.key())[0]
    }

    /// How often it says so: `2 mistakes`.
    pub fn counted(self, count: usize) -> String {
        let [one, many] = words::mark(self.key());
        format!("{count} {}", plural(count, one, many))
    }

    /// The numeric annotation glyph of PGN.
    pub const fn nag(self) -> u8 {
        match self {
            Self::Only => 1,
            Self::Mistake => 2,
            Self::Blunder => 4,
            Self::Inaccuracy => 6,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_marked_by_what_it_costs() {
        let marks = [0.0, 0.059, 0.06, 0.119, 0.12, 0.239, 0.24, 1.0].map(Mark::of_loss);
        let sign = |mark: Option<Mark>| mark.map_or("", Mark::sign);
        assert_eq!(marks.map(sign), ["", "", "?!", "?!", "?", "?", "??", "??"]);
    }

    #[test]
    fn only_what_was_hard_to_find_is_praised() {
        assert_eq!(Mark::of_best(0.6, 0.4, false), Some(Mark::Only));
        assert_eq!(Mark::of_best(0.6, 0.5, false), None, "another would have done");
        assert_eq!(Mark::of_best(0.6, 0.4, true), None, "everybody sees a capture");
        assert_eq!(Mark::of_best(0.2, 0.0, false), None, "it is lost all the same");
    }
}
