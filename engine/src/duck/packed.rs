//! Piece moves and turns packed into a few bits, for tables.

use domain::rules::duck::PieceMove;
use shakmaty::{Role, Square};

/// A piece move in 15 bits: from, to, and what a pawn becomes. The default, which goes from a square to itself, is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PackedMove(u16);

impl PackedMove {
    pub const NONE: Self = Self(0);

    pub fn of(piece_move: PieceMove) -> Self {
        let promotion = piece_move.promotion().map_or(0, |role: Role| role as u16);
        Self(piece_move.from() as u16 | (piece_move.to() as u16) << 6 | promotion << 12)
    }

    pub fn is_some(self) -> bool {
        self != Self::NONE
    }

    pub const fn to_bits(self) -> u16 {
        self.0
    }

    pub const fn from(self) -> Square {
        Square::new(self.0 as u32 & 63)
    }

    pub const fn to(self) -> Square {
        Square::new(self.0 as u32 >> 6 & 63)
    }
}

/// A turn in 22 bits: its piece move, and the duck's square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PackedTurn(u32);

impl PackedTurn {
    pub const NONE: Self = Self(0);

    pub fn new(piece_move: PieceMove, duck: Option<Square>) -> Self {
        let duck = duck.map_or(0, |square| square as u32 + 1);
        Self(u32::from(PackedMove::of(piece_move).0) | duck << 15)
    }

    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    pub const fn to_bits(self) -> u32 {
        self.0
    }

    pub const fn piece_move(self) -> PackedMove {
        PackedMove(self.0 as u16 & 0x7fff)
    }

    pub const fn duck(self) -> Option<Square> {
        match self.0 >> 15 & 127 {
            0 => None,
            n => Some(Square::new((n - 1) & 63)),
        }
    }
}
