//! [`ResignationVotes`]: a side resigns together.

use crate::correspondence::result::{Ending, GameResult};
use crate::rules::outcome::Outcome;
use crate::rules::position::Position;
use crate::rules::seat::{Seat, SeatSet};

/// Which seats want to resign. A side has resigned when all its seats have; one that has dropped out does not count. A
/// vote is valid until it is withdrawn. Where each player is alone, one vote is enough.
///
/// ```
/// use domain::correspondence::resignation::ResignationVotes;
/// use domain::correspondence::result::Ending;
/// use domain::rules::outcome::Outcome;
/// use domain::rules::position::Position;
/// use domain::rules::seat::Side;
/// use domain::rules::variant::Variant;
///
/// let start = Position::start("duchess-4".parse::<Variant>().unwrap());
/// let [red, _, green, _] = [0, 1, 2, 3].map(|n| start.seating().seat(n).unwrap());
/// let mut votes = ResignationVotes::default();
/// votes.resign(red);
/// assert_eq!(votes.result(&start), None);
/// votes.resign(green);
/// let result = votes.result(&start).unwrap();
/// assert_eq!((result.outcome, result.ending), (Outcome::Win(Side::BLACK), Ending::Resigned));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResignationVotes(SeatSet);

impl ResignationVotes {
    /// A seat votes to resign.
    pub const fn resign(&mut self, seat: Seat) {
        self.0.insert(seat);
    }

    /// A seat withdraws its vote.
    pub const fn withdraw(&mut self, seat: Seat) {
        self.0.remove(seat);
    }

    /// Whether a seat has voted to resign.
    pub const fn has_resigned(self, seat: Seat) -> bool {
        self.0.contains(seat)
    }

    /// How the votes end the game in this position, if they do.
    pub fn result(self, position: &Position) -> Option<GameResult> {
        let winner = position.winner_if_lost(self.0)?;
        Some(GameResult { outcome: Outcome::Win(winner), ending: Ending::Resigned })
    }
}
