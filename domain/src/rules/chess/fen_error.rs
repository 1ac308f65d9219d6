//! Why a text is not a FEN of chess, or the FEN not a position.

use shakmaty::{Color, Square};

use crate::rules::codes::codes;
use crate::rules::duck::DuckFenError;

/// What is wrong with a FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the parameters of what is wrong")]
pub enum ChessFenError {
    /// There is a duck on the board.
    Duck { square: Square },
    /// The side that is not to move is in check.
    InCheck { color: Color, king: Square },
    /// What could be in no position of the duck games either.
    Pieces(DuckFenError),
}

codes! {
    ChessFenError {
        Duck { square } => "duck",
        InCheck { color, king } => "in-check",
        = Pieces(error),
    }
}

impl From<DuckFenError> for ChessFenError {
    fn from(error: DuckFenError) -> Self {
        Self::Pieces(error)
    }
}
