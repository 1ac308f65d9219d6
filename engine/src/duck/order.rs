//! In which order piece moves and ducks are tried: what was good elsewhere first.

use domain::rules::duck::{DuckPosition, PieceMove};
use shakmaty::{Bitboard, Color, Role, Square};

use super::ducks::saving_squares;
use super::packed::PackedMove;

/// What was learnt of moves and ducks in other positions of this search.
pub(super) struct History {
    moves: Vec<i16>,
    ducks: Vec<i16>,
    replies: Vec<(u32, PackedMove)>,
}

/// The bound of a number in the history.
const MOST: i32 = 8_000;
/// The replies that are remembered, by the keys of half turns: a power of two.
const REPLIES: usize = 1 << 15;

impl History {
    pub fn new() -> Self {
        Self { moves: vec![0; 2 * 64 * 64], ducks: vec![0; 2 * 64 * 64], replies: vec![(0, PackedMove::NONE); REPLIES] }
    }

    pub fn of_move(&self, color: Color, piece_move: PackedMove) -> i32 {
        i32::from(self.moves[place(color, piece_move.from(), piece_move.to())])
    }

    /// A quiet move was good, or was not.
    pub fn learn_move(&mut self, color: Color, piece_move: PackedMove, bonus: i32) {
        learn(&mut self.moves[place(color, piece_move.from(), piece_move.to())], bonus);
    }

    /// A duck was good after a piece had gone to this square, or was not.
    pub fn learn_duck(&mut self, color: Color, to: Square, duck: Square, bonus: i32) {
        learn(&mut self.ducks[place(color, to, duck)], bonus);
    }

    /// Of these squares the one where the duck was best so far.
    pub fn best_duck(&self, color: Color, to: Square, squares: Bitboard) -> Option<Square> {
        squares.into_iter().max_by_key(|&duck| self.ducks[place(color, to, duck)])
    }

    /// The reply that was best after a half turn.
    pub fn reply(&self, key: u64) -> PackedMove {
        match self.replies[key as usize & (REPLIES - 1)] {
            (check, reply) if check == (key >> 32) as u32 => reply,
            _ => PackedMove::NONE,
        }
    }

    pub fn learn_reply(&mut self, key: u64, reply: PackedMove) {
        self.replies[key as usize & (REPLIES - 1)] = ((key >> 32) as u32, reply);
    }
}

const fn place(color: Color, from: Square, to: Square) -> usize {
    (color as usize * 64 + from as usize) * 64 + to as usize
}

fn learn(number: &mut i16, bonus: i32) {
    let old = i32::from(*number);
    *number = (old + bonus - old * bonus.abs() / MOST) as i16;
}

/// A piece move, and how early it is to be tried.
#[derive(Clone, Copy)]
pub(super) struct Ordered {
    pub piece_move: PieceMove,
    pub rank: i32,
}

/// Moves that are taken one by one, the first in order each time.
#[derive(Clone, Default)]
pub(super) struct Moves {
    moves: Vec<Ordered>,
    taken: usize,
}

const FIRST: i32 = 1_000_000;
const GOOD_CAPTURE: i32 = 100_000;
const KILLER: i32 = 50_000;
const BAD_CAPTURE: i32 = -50_000;

impl Moves {
    /// Leaves out all, to be filled again without allocating.
    pub fn cleared(mut self) -> Self {
        self.moves.clear();
        self.taken = 0;
        self
    }

    /// Adds all piece moves.
    pub fn add_all(&mut self, position: &DuckPosition, first: PackedMove, killers: [PackedMove; 2], history: &History) {
        let color = position.color();
        position.for_each_piece_move(|piece_move| {
            let packed = PackedMove::of(piece_move);
            let rank = if packed == first {
                FIRST
            } else if is_noisy(piece_move) {
                noisy_rank(position, piece_move)
            } else if packed == killers[0] {
                KILLER + 1
            } else if packed == killers[1] {
                KILLER
            } else {
                history.of_move(color, packed)
            };
            self.moves.push(Ordered { piece_move, rank });
        });
    }

    /// Adds captures and promotions.
    pub fn add_noisy(&mut self, position: &DuckPosition, first: PackedMove) {
        position.for_each_capture_or_promotion(|piece_move| {
            let rank = if PackedMove::of(piece_move) == first { FIRST } else { noisy_rank(position, piece_move) };
            self.moves.push(Ordered { piece_move, rank });
        });
    }

    /// Whether there never was any.
    pub const fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

impl Iterator for Moves {
    type Item = Ordered;

    fn next(&mut self) -> Option<Ordered> {
        let rest = self.moves.get_mut(self.taken..)?;
        let best = rest.iter().enumerate().max_by_key(|(n, ordered)| (ordered.rank, std::cmp::Reverse(*n)))?.0;
        rest.swap(0, best);
        let found = rest[0];
        self.taken += 1;
        Some(found)
    }
}

/// Whether a move captures, or promotes to what promotions are for.
pub(super) fn is_noisy(piece_move: PieceMove) -> bool {
    piece_move.capture().is_some() || piece_move.promotion().is_some()
}

/// Whether a capture or promotion loses more than it gains at once: what has moved can be taken whatever the duck does.
pub(super) fn is_losing(ordered: Ordered) -> bool {
    ordered.rank < BAD_CAPTURE / 2
}

fn noisy_rank(position: &DuckPosition, piece_move: PieceMove) -> i32 {
    let gain = piece_move.capture().map_or(0, worth)
        + piece_move.promotion().map_or(0, |role| worth(role) - worth(Role::Pawn));
    let risk = worth(piece_move.role());
    let is_good = piece_move.promotion().is_none_or(|role| matches!(role, Role::Queen | Role::Knight))
        && (gain >= risk || !is_lost(position, piece_move));
    gain * 16 - risk + if is_good { GOOD_CAPTURE } else { BAD_CAPTURE }
}

/// Whether the moved piece can be taken on its new square, and no duck can help.
fn is_lost(position: &DuckPosition, piece_move: PieceMove) -> bool {
    let mut board = position.board().clone();
    let Some(piece) = board.remove_piece_at(piece_move.from()) else { return false };
    board.set_piece_at(piece_move.to(), piece);
    saving_squares(&board, piece_move.to(), !position.color()).is_empty()
}

/// What a piece is worth in an exchange.
pub(super) const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 400,
        Role::Bishop => 300,
        Role::Rook => 450,
        Role::Queen => 880,
        Role::King => 10_000,
    }
}
