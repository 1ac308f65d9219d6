//! [`Teams`]: who plays for whom in a search.
//!
//! A search is for two: those who play with the seat at the root, and those who play against it. Where there are two sides
//! these are the teams. With three players, each alone, both others are taken to play together against the one who thinks;
//! [`OpponentModel`] says whether each of them makes a turn.

use domain::rules::duchess::{DuchessPosition, DuchessTurn, SetUp};
use domain::rules::outcome::Outcome;
use domain::rules::seat::{Seat, SeatSet};

use super::evaluate::evaluate_for;
use crate::engine::OpponentModel;
use crate::score::{Certain, Score};
use crate::strength::Noise;

/// The seat that thinks, and who plays with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Teams {
    us: Seat,
    ours: SeatSet,
    /// Whether two opponents have one reply between them.
    one_reply: bool,
    noise: Noise,
    /// Worked into keys: with three players a score is for the seat that thinks, so each remembers its own.
    pub salt: u64,
}

impl Teams {
    pub fn new(position: &DuchessPosition, opponent_model: OpponentModel, noise: Noise) -> Self {
        let (us, seating) = (position.seat_to_move(), position.set_up().seating());
        let mut ours = SeatSet::default();
        seating.seats_of(seating.side(us)).for_each(|seat| ours.insert(seat));
        let own = (us.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let is_three = position.set_up() == SetUp::Three;
        let one_reply = is_three && opponent_model == OpponentModel::BestReply;
        Self { us, ours, one_reply, noise, salt: if is_three { own } else { 0 } }
    }

    /// Whether an opponent is to move, and only one of them may.
    pub fn replies_once(&self, position: &DuchessPosition) -> bool {
        self.one_reply && !self.ours.contains(position.seat_to_move())
    }

    /// The position in which the other opponent makes the one reply, if the one to move leaves it to them.
    pub fn leaving_the_reply(&self, position: &DuchessPosition) -> Option<DuchessPosition> {
        let passed = self.replies_once(position).then(|| position.pass())?;
        (self.replies_once(&passed) && passed.seat_to_move() != position.seat_to_move()).then_some(passed)
    }

    /// The position after a turn. If that was the one reply, the other opponent passes; but not where the seat that thinks has no turn to
    /// make either, for then the first would go on alone.
    pub fn play(&self, position: &DuchessPosition, turn: DuchessTurn) -> DuchessPosition {
        let after = position.play(turn);
        if !self.replies_once(position) || after.result().is_some() || !self.replies_once(&after) {
            return after;
        }
        let passed = after.pass();
        if passed.result().is_none() && self.replies_once(&passed) { after } else { passed }
    }

    /// A score of the search as it is shown. Who may have missed a turn on the way has not lost for certain, so that no win is but by the very
    /// first turn.
    pub fn shown(&self, score: Score) -> Score {
        match score.certain() {
            Some(Certain::Win { plies: plies @ 2.. }) if self.one_reply => Score::nearly_won_in(plies),
            Some(Certain::Loss { plies: plies @ 2.. }) if self.one_reply => -Score::nearly_won_in(plies),
            _ => score,
        }
    }

    /// A score that is shown as the search counts it.
    pub fn searched(&self, score: Score) -> Score {
        match score.certain() {
            None if self.one_reply => score.taken_as_certain(),
            _ => score,
        }
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
