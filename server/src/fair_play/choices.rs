//! [`Choices`]: a player's turns beside those that an engine would make.

use std::ops::AddAssign;

/// How many of the engine's choices are told apart.
pub const RANKS: usize = 3;

/// The turns of a player in a game, or in several, beside those of the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Choices {
    /// How many there are.
    pub turns: u32,
    /// How many of them were its first, second and third choice. A turn is a whole turn, the duck included.
    pub ranks: [u32; RANKS],
    /// How many moved the same piece to the same square as its first choice, wherever the duck went.
    pub first_moves: u32,
    /// The chances to win that they have cost, from 0 to 1 a turn, added up.
    pub lost: f64,
}

/// What is compared of a player and others: each is a share of their turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The engine's first choice.
    First,
    /// The piece move of its first choice, wherever the duck went.
    FirstMove,
    /// One of its first three.
    AmongFirst,
    /// The chances to win that a turn has cost.
    Lost,
}

impl Measure {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 4] = [Self::First, Self::FirstMove, Self::AmongFirst, Self::Lost];

    /// Its name, for its words.
    pub const fn key(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::FirstMove => "first-move",
            Self::AmongFirst => "among-first",
            Self::Lost => "lost",
        }
    }
}

impl Choices {
    /// The mean over all turns, from 0 to 1; 0 where there are none.
    pub fn mean(&self, measure: Measure) -> f64 {
        let sum = match measure {
            Measure::First => f64::from(self.ranks[0]),
            Measure::FirstMove => f64::from(self.first_moves),
            Measure::AmongFirst => f64::from(self.ranks.iter().sum::<u32>()),
            Measure::Lost => self.lost,
        };
        sum / f64::from(self.turns.max(1))
    }

    /// How far the engine's first choices are above what is usual, in standard deviations of chance alone, if `usual` of all
    /// turns are such.
    pub fn surprise(&self, usual: f64) -> f64 {
        let turns = f64::from(self.turns);
        let chance = (turns * usual * (1.0 - usual)).sqrt();
        if chance > 0.0 { (f64::from(self.ranks[0]) - turns * usual) / chance } else { 0.0 }
    }
}

impl AddAssign for Choices {
    fn add_assign(&mut self, other: Self) {
        self.turns += other.turns;
        for (sum, more) in self.ranks.iter_mut().zip(other.ranks) {
            *sum += more;
        }
        self.first_moves += other.first_moves;
        self.lost += other.lost;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: Choices = Choices { turns: 20, ranks: [10, 3, 2], first_moves: 12, lost: 0.4 };

    #[test]
    fn means_are_of_all_turns_of_all_games() {
        let mut both = GAME;
        both += Choices { turns: 20, ranks: [0, 1, 0], first_moves: 4, lost: 1.2 };
        assert_eq!(Measure::ALL.map(|measure| both.mean(measure)), [0.25, 0.4, 0.4, 0.04]);
        assert_eq!(Measure::ALL.map(|measure| Choices::default().mean(measure)), [0.0; 4]);
    }

    #[test]
    fn the_same_share_of_more_turns_is_more_surprising() {
        assert!((GAME.surprise(0.5)).abs() < 1e-9);
        let longer = Choices { turns: 80, ranks: [40, 0, 0], ..GAME };
        assert!((GAME.surprise(0.2) - 3.354).abs() < 0.001, "{}", GAME.surprise(0.2));
        assert!((longer.surprise(0.2) - 2.0 * GAME.surprise(0.2)).abs() < 1e-9);
        assert_eq!(GAME.surprise(0.0), 0.0, "nothing is known of what is usual");
    }
}
