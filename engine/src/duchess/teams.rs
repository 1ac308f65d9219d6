//! [`Teams`]: who plays for whom in a search.
//!
//! A search is for two: those who play with the seat at the root, and those who play against it. Where there are two sides
//! these are the teams. With three players, each alone, both others are taken to play together against the one who thinks:
//! then a win that is found is one whatever they do. Everybody for themselves (max^n) lost to that in matches; one reply of
//! either of the two (best-reply search) won a little more often, but lets one of them pass, so its wins prove nothing.

use domain::rules::duchess::{DuchessPosition, SetUp};
use domain::rules::outcome::Outcome;
use domain::rules::seat::{Seat, SeatSet};

use super::evaluate::evaluate_for;
use crate::score::Score;
use crate::strength::Noise;

/// The seat that thinks, and who plays with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Teams {
    us: Seat,
    ours: SeatSet,
    noise: Noise,
    /// Worked into keys: with three players a score is for the seat that thinks, so each remembers its own.
    pub salt: u64,
}

impl Teams {
    pub fn new(position: &DuchessPosition, noise: Noise) -> Self {
        let (us, seating) = (position.seat_to_move(), position.set_up().seating());
        let mut ours = SeatSet::default();
        seating.seats_of(seating.side(us)).for_each(|seat| ours.insert(seat));
        let own = (us.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self { us, ours, noise, salt: if position.set_up() == SetUp::Three { own } else { 0 } }
    }

    /// Whether the same team is to move in both.
    pub fn same(&self, one: &DuchessPosition, other: &DuchessPosition) -> bool {
        self.ours.contains(one.seat_to_move()) == self.ours.contains(other.seat_to_move())
    }

    /// How good a position is for the team to move.
    pub fn evaluate(&self, position: &DuchessPosition) -> Score {
        let score = evaluate_for(position, self.us).0 + self.noise.of(|| position.key());
        self.for_mover(position, Score::centipawns(score))
    }

    /// The score of a position where the game is over, so many turns from the root.
    pub fn ended(&self, position: &DuchessPosition, plies: u32) -> Option<Score> {
        let side = position.set_up().seating().side(self.us);
        Some(match position.result()?.outcome {
            Outcome::Win(winner) if winner == side => self.for_mover(position, Score::win_in(plies)),
            Outcome::Win(_) => self.for_mover(position, Score::loss_in(plies)),
            Outcome::Draw | Outcome::Void => Score::DRAW,
        })
    }

    fn for_mover(&self, position: &DuchessPosition, ours: Score) -> Score {
        if self.ours.contains(position.seat_to_move()) { ours } else { -ours }
    }
}
