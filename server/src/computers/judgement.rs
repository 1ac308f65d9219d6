//! What a computer player does on its turn but for the turn itself: when it takes a draw, offers one, or gives up.

use domain::correspondence::action::ActionKind;

use crate::engines::EngineScore;

/// A position as a computer player sees it on its turn.
#[derive(Clone, Copy, Debug)]
pub struct Outlook<'a> {
    /// What the engine says of it, for the computer's side.
    pub score: Option<EngineScore>,
    /// How many turns have been made.
    pub plies: usize,
    /// How many turns since something was captured or a pawn moved.
    pub quiet: u32,
    /// What it may do.
    pub actions: &'a [ActionKind],
    /// Whether it may offer a draw with its turn.
    pub may_offer_draw: bool,
    /// Whether it gives up lost games.
    pub resigns: bool,
}

/// What it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Makes its turn.
    Move {
        /// And offers a draw with it.
        offer_draw: bool,
    },
    /// Accepts the draw that was offered.
    AcceptDraw,
    /// Claims a draw by repetition or for quiet turns.
    ClaimDraw,
    /// Gives up.
    Resign,
}

/// A draw is as good as the game, in centipawns.
const EVEN: i32 = 40;
/// Worse than this, a draw is welcome.
const WORSE: i32 = -60;
/// Nothing can be hoped for.
const HOPELESS: i32 = -2500;
/// A loss in so many turns is certain enough even for a player who sees less.
const LOST_SOON: u32 = 3;
/// Before so many turns nobody agrees to an even game.
const TOO_EARLY: usize = 80;
/// After so many quiet turns an even game goes nowhere.
const GOES_NOWHERE: u32 = 30;

impl Outlook<'_> {
    /// What a computer player does in it.
    pub fn decide(&self) -> Decision {
        let may = |kind| self.actions.contains(&kind);
        let Some(score) = self.score else { return Decision::Move { offer_draw: false } };
        let centipawns = match score {
            EngineScore::Centipawns(centipawns) => centipawns,
            EngineScore::WinIn(_) => i32::MAX,
            EngineScore::LossIn(_) => i32::MIN,
        };
        let is_even = centipawns.abs_diff(0) <= EVEN.unsigned_abs() && self.plies >= TOO_EARLY;
        if may(ActionKind::ClaimDraw) && centipawns <= EVEN {
            return Decision::ClaimDraw;
        }
        if may(ActionKind::AcceptDraw) && (centipawns <= WORSE || is_even) {
            return Decision::AcceptDraw;
        }
        let is_lost = match score {
            EngineScore::LossIn(turns) => turns <= LOST_SOON,
            EngineScore::Centipawns(centipawns) => centipawns <= HOPELESS,
            EngineScore::WinIn(_) => false,
        };
        if self.resigns && is_lost && may(ActionKind::Resign) {
            return Decision::Resign;
        }
        Decision::Move { offer_draw: self.may_offer_draw && is_even && self.quiet >= GOES_NOWHERE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &[ActionKind] =
        &[ActionKind::Move, ActionKind::AcceptDraw, ActionKind::ClaimDraw, ActionKind::Resign, ActionKind::OfferDraw];

    fn outlook(score: EngineScore) -> Outlook<'static> {
        let actions = &[ActionKind::Move, ActionKind::Resign];
        Outlook { score: Some(score), plies: 100, quiet: 0, actions, may_offer_draw: true, resigns: true }
    }

    const MOVE: Decision = Decision::Move { offer_draw: false };

    #[test]
    fn who_is_losing_takes_what_is_offered() {
        let losing = Outlook { actions: &ALL[..2], plies: 10, ..outlook(EngineScore::Centipawns(-150)) };
        assert_eq!(losing.decide(), Decision::AcceptDraw);
        let winning = Outlook { score: Some(EngineScore::Centipawns(150)), ..losing };
        assert_eq!(winning.decide(), MOVE);
    }

    #[test]
    fn an_even_game_is_drawn_late_and_offered_when_nothing_happens() {
        let even = Outlook { actions: &ALL[..2], ..outlook(EngineScore::Centipawns(5)) };
        assert_eq!(even.decide(), Decision::AcceptDraw);
        assert_eq!(Outlook { plies: 20, ..even }.decide(), MOVE);
        let quiet = Outlook { quiet: 40, ..outlook(EngineScore::Centipawns(-5)) };
        assert_eq!(quiet.decide(), Decision::Move { offer_draw: true });
        assert_eq!(Outlook { may_offer_draw: false, ..quiet }.decide(), MOVE);
    }

    #[test]
    fn only_what_is_lost_is_given_up_and_not_by_all() {
        assert_eq!(outlook(EngineScore::LossIn(2)).decide(), Decision::Resign);
        assert_eq!(outlook(EngineScore::LossIn(9)).decide(), MOVE, "people may not find it");
        assert_eq!(outlook(EngineScore::Centipawns(-900)).decide(), MOVE);
        assert_eq!(Outlook { resigns: false, ..outlook(EngineScore::LossIn(1)) }.decide(), MOVE);
        assert_eq!(Outlook { actions: &[ActionKind::Move], ..outlook(EngineScore::LossIn(1)) }.decide(), MOVE);
    }

    #[test]
    fn a_draw_is_claimed_by_who_does_not_win() {
        let claim = Outlook { actions: ALL, ..outlook(EngineScore::Centipawns(0)) };
        assert_eq!(claim.decide(), Decision::ClaimDraw);
        assert_eq!(Outlook { score: Some(EngineScore::WinIn(4)), ..claim }.decide(), MOVE);
        assert_eq!(Outlook { score: None, ..claim }.decide(), MOVE);
    }
}
