//! A whole turn: a piece move, and the duck's new square.

use std::fmt;

use shakmaty::{Role, Square};

use super::PieceMove;

/// What a seat does in its turn.
///
/// Displayed as coordinates, `g1f3@e5`; the short notation `Nf3@e5` needs the position:
/// [`DuckPosition::write_turn`](super::DuckPosition::write_turn).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DuckTurn {
    pub(super) piece_move: PieceMove,
    pub(super) duck: Option<Square>,
}

impl DuckTurn {
    /// The first half.
    pub const fn piece_move(self) -> PieceMove {
        self.piece_move
    }

    /// Where the duck goes: `None` exactly when the king is captured.
    pub const fn duck(self) -> Option<Square> {
        self.duck
    }

    /// Where the piece stood.
    pub const fn from(self) -> Square {
        self.piece_move.from
    }

    /// Where the piece goes; the king's new square when castling.
    pub const fn to(self) -> Square {
        self.piece_move.to
    }

    /// What is captured.
    pub const fn capture(self) -> Option<Role> {
        self.piece_move.capture
    }

    /// Whether the king is captured.
    pub const fn captures_king(self) -> bool {
        self.piece_move.captures_king()
    }
}

impl fmt::Display for PieceMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion().map_or(Ok(()), |role| write!(f, "{}", role.char()))
    }
}

impl fmt::Display for DuckTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.piece_move)?;
        self.duck.map_or(Ok(()), |square| write!(f, "@{square}"))
    }
}
