//! [`ResignationVotes`]: a side resigns together.

use super::DuchessPosition;
use super::ending::winner;
use crate::rules::outcome::{Ending, GameResult, Outcome};
use crate::rules::seat::{Seat, SeatSet};

/// Which seats want to resign. A side has resigned when all its seats have; one that is out does not keep the others from
/// it. A vote stands until it is taken back. Where each player is alone, one vote is enough.
///
/// ```
/// use domain::rules::duchess::{DuchessPosition, ResignationVotes, SetUp};
/// let start = DuchessPosition::start(SetUp::Four);
/// let [red, _, green, _] = [0, 1, 2, 3].map(|n| start.set_up().seating().seat(n).unwrap());
/// let mut votes = ResignationVotes::default();
/// votes.resign(red);
/// assert_eq!(votes.result(&start), None);
/// votes.resign(green);
/// let result = votes.result(&start).unwrap();
/// assert_eq!(result.outcome.text(SetUp::Four.seating()), "0-1");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResignationVotes(SeatSet);

impl ResignationVotes {
    /// A seat resigns, as far as it goes.
    pub const fn resign(&mut self, seat: Seat) {
        self.0.insert(seat);
    }

    /// A seat has thought better of it.
    pub const fn take_back(&mut self, seat: Seat) {
        self.0.remove(seat);
    }

    /// Whether a seat has voted to resign.
    pub const fn has_resigned(self, seat: Seat) -> bool {
        self.0.contains(seat)
    }

    /// How the votes end the game, if they do.
    pub fn result(self, position: &DuchessPosition) -> Option<GameResult> {
        if self.0.is_empty() || position.result().is_some() {
            return None;
        }
        let side = winner(position.set_up(), |seat| self.has_resigned(seat) || position.is_out(seat))?;
        Some(GameResult { outcome: Outcome::Win(side), ending: Ending::Resigned })
    }
}
