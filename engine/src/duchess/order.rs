//! Which turns are looked at first: those that were best before, captures by what they win, then what has cut off elsewhere.

use domain::rules::duchess::{DuchessPosition, DuchessTurn, Role, Square};
use domain::rules::seat::{MAX_SEATS, Seat};

use super::weights;

/// A turn and how soon it is looked at: the higher the sooner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub turn: DuchessTurn,
    pub rank: i32,
}

/// Of the best turn found before.
const KNOWN: i32 = 1 << 30;
/// Of captures that win something, promotions, and what has cut off beside; history stays below.
const GAIN: i32 = 1 << 28;
const KILLER: i32 = 1 << 26;
const HISTORY: i32 = 1 << 20;
/// Of captures that seem to lose more.
const LOSS: i32 = -(1 << 28);

/// What has been good elsewhere in the tree.
pub(super) struct Order {
    killers: Vec<[Option<DuchessTurn>; 2]>,
    /// By seat, kind of piece and target.
    history: Box<[[[i32; Square::COUNT]; Role::ALL.len()]; MAX_SEATS]>,
}

impl Order {
    pub fn new(plies: usize) -> Self {
        Self { killers: vec![[None; 2]; plies], history: Box::new([[[0; Square::COUNT]; Role::ALL.len()]; MAX_SEATS]) }
    }

    /// All turns of a position, ranked.
    pub fn list(&self, position: &DuchessPosition, ply: u32, known: u32, into: &mut Vec<Candidate>) {
        into.clear();
        let killers = self.killers[ply as usize];
        let history = &self.history[position.seat_to_move().index()];
        position.for_each_turn(|turn| {
            let rank = if pack(turn) == known {
                KNOWN
            } else if is_quiet(turn) {
                match killers.iter().position(|&killer| killer == Some(turn)) {
                    Some(n) => KILLER - n as i32,
                    None => history[turn.role() as usize][turn.to().index()],
                }
            } else {
                gain(position, turn)
            };
            into.push(Candidate { turn, rank });
        });
    }

    /// The captures and promotions of a position that do not seem to lose material, ranked.
    pub fn list_gains(&self, position: &DuchessPosition, known: u32, into: &mut Vec<Candidate>) {
        into.clear();
        position.for_each_capture_or_promotion(|turn| {
            let rank = if pack(turn) == known { KNOWN } else { gain(position, turn) };
            if rank > 0 {
                into.push(Candidate { turn, rank });
            }
        });
    }

    /// A quiet turn has cut off, after others that have not.
    pub fn note(&mut self, seat: Seat, ply: u32, depth: i32, cutting: DuchessTurn, before: &[Candidate]) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(cutting) {
            *killers = [Some(cutting), killers[0]];
        }
        let bonus = (depth * depth * 32).min(HISTORY / 32);
        let mut adjust = |turn: DuchessTurn, by: i32| {
            let entry = &mut self.history[seat.index()][turn.role() as usize][turn.to().index()];
            *entry += by - (i64::from(*entry) * i64::from(by.abs()) / i64::from(HISTORY)) as i32;
        };
        adjust(cutting, bonus);
        before.iter().filter(|other| is_quiet(other.turn)).for_each(|other| adjust(other.turn, -bonus));
    }
}

/// Brings the best of those from `n` on to place `n`, and returns it.
pub(super) fn pick(candidates: &mut [Candidate], n: usize) -> Candidate {
    let best = (n..candidates.len()).max_by_key(|&at| (candidates[at].rank, std::cmp::Reverse(at))).unwrap_or(n);
    candidates.swap(n, best);
    candidates[n]
}

/// Whether it neither captures nor promotes.
pub(super) fn is_quiet(turn: DuchessTurn) -> bool {
    turn.capture().is_none() && turn.promotion().is_none()
}

/// Whether a rank is of a capture that seems to lose more than it wins.
pub(super) fn seems_to_lose(rank: i32) -> bool {
    rank < LOSS / 2
}

/// What a capture or promotion wins at once.
pub(super) fn prize(turn: DuchessTurn) -> i32 {
    let promoted = turn.promotion().map_or(0, |role| weights::of_role(role) - weights::of_role(Role::Pawn));
    turn.capture().map_or(0, weights::of_role) + promoted
}

/// The rank of a capture or promotion: the more it takes and the less it risks the better.
fn gain(position: &DuchessPosition, turn: DuchessTurn) -> i32 {
    let (prize, risk) = (prize(turn), weights::of_role(turn.promotion().unwrap_or(turn.role())));
    let loses = prize < risk && position.threatening(position.seat_to_move(), turn.to()).is_some();
    // A promoted pawn that is captured again loses the pawn only.
    if loses && turn.promotion().is_none() { LOSS + prize - risk / 16 } else { GAIN + prize * 16 - risk / 16 }
}

/// A turn in 24 bits, never 0.
pub(super) fn pack(turn: DuchessTurn) -> u32 {
    let promotion = turn.promotion().map_or(0, |role| role as u32 + 1);
    turn.from().index() as u32 | (turn.to().index() as u32) << 8 | promotion << 16
}
