//! FEN, with the en passant square only where such a capture is legal.

use std::fmt;
use std::str::FromStr;

use shakmaty::Color;

use super::{ChessFenError, ChessPosition};
use crate::rules::duck::{DuckFen, DuckFenError, DuckPosition};

impl FromStr for ChessPosition {
    type Err = ChessFenError;

    fn from_str(fen: &str) -> Result<Self, ChessFenError> {
        let mut setup: DuckFen = fen.parse()?;
        setup.count_checks(false)?;
        if let Some(square) = setup.duck {
            return Err(ChessFenError::Duck { square });
        }
        let pieces = DuckPosition::try_from(setup)?;
        let kings = Color::ALL.map(|color| (color, pieces.board().king_of(color)));
        for (color, king) in kings {
            let king = king.ok_or(DuckFenError::NoKing { color })?;
            if color != pieces.color() && pieces.is_attacked(king, !color) {
                return Err(ChessFenError::InCheck { color, king });
            }
        }
        Ok(Self::new(pieces))
    }
}

impl fmt::Display for ChessPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces().fmt(f)
    }
}
