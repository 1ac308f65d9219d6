//! How a game ends by the rules: who has lost, and who has won by it.

use super::{DuchessPosition, SetUp};
use crate::rules::outcome::{Outcome, RulesEnding, RulesResult};
use crate::rules::seat::{Seat, SeatSet, Side};

impl DuchessPosition {
    /// The draw when no seat at all has a turn to make.
    pub(super) const NOBODY_CAN_MOVE: RulesResult =
        RulesResult { outcome: Outcome::Draw, ending: RulesEnding::NobodyCanMove };

    /// Whether a side has won here: by mate, or because all others have dropped out.
    pub(super) fn decided(&self) -> Option<RulesResult> {
        let win = |ending| move |side| RulesResult { outcome: Outcome::Win(side), ending };
        let by_dropping_out = || self.winner_over(|seat| self.has_dropped_out(seat)).map(win(RulesEnding::DroppedOut));
        let by_mate = || self.winner_over(|seat| self.is_mated(seat)).map(win(RulesEnding::Checkmate));
        by_dropping_out().or_else(by_mate)
    }

    /// Which side has won if these seats are lost, together with those that have dropped out; none if the game is over
    /// or no seat is lost.
    pub fn winner_if_lost(&self, lost: SeatSet) -> Option<Side> {
        if lost.is_empty() || self.result.is_some() {
            return None;
        }
        self.winner_over(|seat| lost.contains(seat) || self.has_dropped_out(seat))
    }

    fn winner_over(&self, has_lost: impl Fn(Seat) -> bool) -> Option<Side> {
        winner(self.set_up, has_lost)
    }
}

/// Who has won when these seats are beaten: of two sides the one whose opponents all are. With three players, each alone,
/// one is enough: the winner is the player on their right, whose aim they were; if two are beaten, the third.
pub(super) fn winner(set_up: SetUp, is_beaten: impl Fn(Seat) -> bool) -> Option<Side> {
    let seating = set_up.seating();
    if set_up == SetUp::Three {
        let mut beaten = seating.seats().filter(|&seat| is_beaten(seat));
        let first = beaten.next()?;
        let left = |seat: Seat| seating.seat((seat.index() + 1) % seating.len());
        let winner = match beaten.next() {
            None => seating.seats().find(|&seat| left(seat) == Some(first)),
            Some(second) => seating.seats().find(|&seat| seat != first && seat != second),
        };
        return winner.map(|seat| seating.side(seat));
    }
    let beaten = seating.sides().find(|&side| seating.seats_of(side).all(&is_beaten))?;
    seating.sides().find(|&side| side != beaten)
}
