//! Why a text is not a legal turn of a position.

use shakmaty::{CastlingSide, Role, Square};

use crate::rules::codes::codes;
use crate::rules::duck::DuckTurnError;

/// Why a turn cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the parameters of what is wrong")]
pub enum ChessTurnError {
    /// Nothing is written.
    Empty,
    /// No turn in any notation.
    Unreadable { text: String },
    /// The text names a square for a duck.
    NoDuckHere,
    /// The king would go where it is attacked.
    KingThreatened { to: Square, role: Role, square: Square },
    /// The king would be attacked, because the piece that moves has stood in the way.
    LeavesKing { king: Square, role: Role, square: Square },
    /// The king is in check, and stays so.
    StillInCheck { king: Square, role: Role, square: Square },
    /// The king castles out of check.
    CastlingInCheck { side: CastlingSide, king: Square },
    /// The king castles over a square that is attacked.
    CastlingThroughCheck { side: CastlingSide, passed: Square, role: Role, square: Square },
    /// What the piece cannot do in the duck games either.
    Piece(DuckTurnError),
}

codes! {
    ChessTurnError {
        Empty => "empty",
        Unreadable { text } => "unreadable",
        NoDuckHere => "no-duck-here",
        KingThreatened { to, role, square } => "king-threatened",
        LeavesKing { king, role, square } => "leaves-king",
        StillInCheck { king, role, square } => "still-in-check",
        CastlingInCheck { side, king } => "castling-in-check",
        CastlingThroughCheck { side, passed, role, square } => "castling-through-check",
        = Piece(error),
    }
}

impl From<DuckTurnError> for ChessTurnError {
    fn from(error: DuckTurnError) -> Self {
        match error {
            DuckTurnError::Empty => Self::Empty,
            DuckTurnError::Unreadable { text } | DuckTurnError::PieceUnreadable { text } => Self::Unreadable { text },
            DuckTurnError::PieceMissing | DuckTurnError::DuckUnreadable { .. } => Self::NoDuckHere,
            error => Self::Piece(error),
        }
    }
}
