//! Why a text is not a legal turn of a position.

use super::{Role, Square};
use crate::rules::codes::codes;
use crate::rules::seat::Colour;

/// Why a turn cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the parameters of what is wrong")]
pub enum DuchessTurnError {
    /// Nothing is written.
    Empty,
    /// No turn in any notation.
    Unreadable { text: String },
    /// One of the two squares is none.
    NoSuchSquare { text: String },
    /// One of the two squares is on a folded flap.
    Folded { square: Square },
    /// The game is over.
    GameOver,
    /// The square to move from is empty.
    EmptySquare { square: Square },
    /// The piece to move is another seat's.
    NotYourPiece { square: Square, role: Role, owner: Colour, mover: Colour },
    /// The piece there is not the one that the text names.
    OtherPiece { square: Square, role: Role, said: Role },
    /// The target holds a piece of the same seat.
    OwnPiece { square: Square, role: Role },
    /// The target holds a piece of the same side.
    PartnersPiece { square: Square, role: Role, owner: Colour },
    /// The target holds a king.
    KingIsNotCaptured { square: Square, owner: Colour },
    /// A piece is on the way.
    Blocked { role: Role, from: Square, to: Square, square: Square, blocker: Role },
    /// The piece does not move that way, and no wizard helps.
    NotItsWay { role: Role, from: Square, to: Square },
    /// A pawn goes over a corner, but there is nothing to take.
    NothingToCapture { from: Square, to: Square },
    /// A pawn goes over a side, but something is there.
    PawnBlocked { from: Square, to: Square, blocker: Role },
    /// The king would go where it is threatened.
    KingThreatened { to: Square, role: Role, square: Square },
    /// The king would be left threatened.
    LeavesKing { king: Square, role: Role, square: Square },
    /// The text names a promotion, but no pawn reaches the Vortex.
    PromotionMisplaced,
    /// There is no such piece to bring back.
    PromotionNotCaptured { role: Role, choices: Vec<Role> },
    /// The same error for a text that uses other names of squares.
    OtherwiseNamed { error: Box<Self>, names: Vec<(String, Square)> },
}

codes! {
    DuchessTurnError {
        Empty => "empty",
        Unreadable { text } => "unreadable",
        NoSuchSquare { text } => "no-such-square",
        Folded { square } => "folded",
        GameOver => "game-over",
        EmptySquare { square } => "empty-square",
        NotYourPiece { square, role, owner, mover } => "not-your-piece",
        OtherPiece { square, role, said } => "other-piece",
        OwnPiece { square, role } => "own-piece",
        PartnersPiece { square, role, owner } => "partners-piece",
        KingIsNotCaptured { square, owner } => "king-is-not-taken",
        Blocked { role, from, to, square, blocker } => "blocked",
        NotItsWay { role, from, to } => "illegal-piece-move",
        NothingToCapture { from, to } => "nothing-to-take",
        PawnBlocked { from, to, blocker } => "pawn-blocked",
        KingThreatened { to, role, square } => "king-threatened",
        LeavesKing { king, role, square } => "leaves-king",
        PromotionMisplaced => "promotion-misplaced",
        PromotionNotCaptured { role, choices } => "promotion-not-taken",
        @ OtherwiseNamed { error, names },
    }
}

impl DuchessTurnError {
    /// The same error, with the names of squares as they are in the text.
    pub(super) fn naming(self, typed: [(&str, Square); 2]) -> Self {
        let is_other = |name: &str, square: Square| !name.eq_ignore_ascii_case(&square.to_string());
        let squares = self.squares();
        let others = typed.into_iter().filter(|&(name, square)| is_other(name, square) && squares.contains(&square));
        let names: Vec<_> = others.map(|(name, square)| (name.to_owned(), square)).collect();
        if names.is_empty() { self } else { Self::OtherwiseNamed { error: Box::new(self), names } }
    }

    /// The squares that it names.
    fn squares(&self) -> Vec<Square> {
        match *self {
            Self::Empty
            | Self::Unreadable { .. }
            | Self::NoSuchSquare { .. }
            | Self::GameOver
            | Self::PromotionMisplaced
            | Self::PromotionNotCaptured { .. } => vec![],
            Self::Folded { square }
            | Self::EmptySquare { square }
            | Self::NotYourPiece { square, .. }
            | Self::OtherPiece { square, .. }
            | Self::OwnPiece { square, .. }
            | Self::PartnersPiece { square, .. }
            | Self::KingIsNotCaptured { square, .. } => vec![square],
            Self::Blocked { from, to, square, .. } => vec![from, to, square],
            Self::NotItsWay { from, to, .. }
            | Self::NothingToCapture { from, to }
            | Self::PawnBlocked { from, to, .. } => {
                vec![from, to]
            }
            Self::KingThreatened { to, square, .. } => vec![to, square],
            Self::LeavesKing { king, square, .. } => vec![king, square],
            Self::OtherwiseNamed { ref error, .. } => error.squares(),
        }
    }
}
