//! The first half of a turn: what a piece does, before the duck is moved.

use shakmaty::{CastlingSide, Color, Role, Square};

/// A move of a piece, complete in itself: what moves, from where to where, and what it captures.
///
/// Made only by a position, from its legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PieceMove {
    pub(super) role: Role,
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) capture: Option<Role>,
    pub(super) special: Special,
}

/// What is out of the ordinary about a piece move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Special {
    None,
    Promotion(Role),
    EnPassant,
    Castling(CastlingSide),
}

/// What a pawn may become, in the order a person is offered it.
pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

impl PieceMove {
    pub(super) const fn castling_of(color: Color, side: CastlingSide) -> Self {
        Self {
            role: Role::King,
            from: Square::from_coords(shakmaty::File::E, color.backrank()),
            to: side.king_to(color),
            capture: None,
            special: Special::Castling(side),
        }
    }

    /// The same by such a piece on another square.
    pub(in crate::rules) const fn made_from(self, from: Square) -> Self {
        Self { from, ..self }
    }

    /// What moves; the king when castling, the pawn when promoting.
    pub const fn role(self) -> Role {
        self.role
    }

    /// Where it stood.
    pub const fn from(self) -> Square {
        self.from
    }

    /// Where it goes; the king's new square when castling.
    pub const fn to(self) -> Square {
        self.to
    }

    /// What it captures.
    pub const fn capture(self) -> Option<Role> {
        self.capture
    }

    /// Where the captured piece stood: beside the target when a pawn is captured en passant.
    pub const fn capture_square(self) -> Option<Square> {
        match (self.capture, self.special) {
            (None, _) => None,
            (Some(_), Special::EnPassant) => Some(Square::from_coords(self.to.file(), self.from.rank())),
            (Some(_), _) => Some(self.to),
        }
    }

    /// What the pawn becomes.
    pub const fn promotion(self) -> Option<Role> {
        match self.special {
            Special::Promotion(role) => Some(role),
            _ => None,
        }
    }

    /// To which side it castles.
    pub const fn castling(self) -> Option<CastlingSide> {
        match self.special {
            Special::Castling(side) => Some(side),
            _ => None,
        }
    }

    /// From where to where the rook goes when castling.
    pub const fn castling_rook(self) -> Option<(Square, Square)> {
        match self.special {
            Special::Castling(side) => {
                let rank = self.from.rank();
                let corner = match side {
                    CastlingSide::KingSide => shakmaty::File::H,
                    CastlingSide::QueenSide => shakmaty::File::A,
                };
                Some((Square::from_coords(corner, rank), Square::from_coords(side.rook_to_file(), rank)))
            }
            _ => None,
        }
    }

    /// Whether a pawn captures a pawn that has just passed it.
    pub const fn is_en_passant(self) -> bool {
        matches!(self.special, Special::EnPassant)
    }

    /// Whether it captures the king: then the game is over and the duck stays where it is.
    pub const fn captures_king(self) -> bool {
        matches!(self.capture, Some(Role::King))
    }
}
