//! A turn in words, to be heard: `knight g1 to f3, duck to e5`.

use std::fmt;

use shakmaty::CastlingSide;

use super::turn_error::name;
use super::{DuckTurn, PieceMove};

/// A turn as it is said.
///
/// ```
/// use domain::rules::duck::DuckPosition;
///
/// let turn = DuckPosition::start().read_turn("Nf3@e5").unwrap();
/// assert_eq!(turn.in_words().to_string(), "knight g1 to f3, duck to e5");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TurnWords(pub(super) DuckTurn);

impl fmt::Display for TurnWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_piece_move(f, self.0.piece_move())?;
        self.0.duck().map_or(Ok(()), |square| write!(f, ", duck to {square}"))
    }
}

/// A piece move as it is said: `knight g1 to f3`.
#[derive(Clone, Copy, Debug)]
pub struct PieceMoveWords(pub(super) PieceMove);

impl fmt::Display for PieceMoveWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_piece_move(f, self.0)
    }
}

impl PieceMove {
    /// How it is said.
    pub const fn in_words(self) -> PieceMoveWords {
        PieceMoveWords(self)
    }
}

fn write_piece_move(f: &mut fmt::Formatter<'_>, piece_move: PieceMove) -> fmt::Result {
    match piece_move.castling() {
        Some(CastlingSide::KingSide) => return f.write_str("castling on the king's side"),
        Some(CastlingSide::QueenSide) => return f.write_str("castling on the queen's side"),
        None => {}
    }
    let (from, to) = (piece_move.from(), piece_move.to());
    write!(f, "{} {from}", name(piece_move.role()))?;
    match (piece_move.capture(), piece_move.capture_square()) {
        (Some(taken), Some(square)) => write!(f, " takes the {} on {square}", name(taken))?,
        _ => write!(f, " to {to}")?,
    }
    if piece_move.is_en_passant() {
        f.write_str(" in passing")?;
    }
    piece_move.promotion().map_or(Ok(()), |role| write!(f, " and becomes a {}", name(role)))
}
