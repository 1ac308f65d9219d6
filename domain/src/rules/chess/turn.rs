//! [`ChessTurn`]: a move of a piece, and of nothing else.

use std::fmt;

use shakmaty::{Role, Square};

use crate::rules::duck::PieceMove;

/// What a seat does in its turn. Displayed as coordinates, `g1f3`; the short notation needs the position:
/// [`ChessPosition::write_turn`](super::ChessPosition::write_turn).
///
/// Made only by a position, from its legal turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChessTurn(pub(super) PieceMove);

impl ChessTurn {
    /// The move.
    pub const fn piece_move(self) -> PieceMove {
        self.0
    }

    /// Where the piece stood.
    pub const fn from(self) -> Square {
        self.0.from()
    }

    /// Where the piece goes; the king's new square when castling.
    pub const fn to(self) -> Square {
        self.0.to()
    }

    /// What is captured.
    pub const fn capture(self) -> Option<Role> {
        self.0.capture()
    }
}

impl fmt::Display for ChessTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
