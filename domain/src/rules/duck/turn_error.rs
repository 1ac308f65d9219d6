//! Why a text is no legal turn of a position, in sentences that a player can act on.

use std::fmt;

use shakmaty::{Bitboard, CastlingSide, File, Rank, Role, Square};
use thiserror::Error;

use super::text::Origin;

/// Why a turn cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the fields are what the sentences name")]
pub enum DuckTurnError {
    /// Nothing is written.
    #[error("the turn is missing: write a piece move and the duck's square, such as Nf3@e5 or g1f3@e5")]
    Empty,
    /// No turn in any notation.
    #[error("'{text}' is not a turn: write a piece move and the duck's square, such as Nf3@e5 or g1f3@e5")]
    Unreadable { text: String },
    /// The text before the duck is no piece move.
    #[error("'{text}' is not a piece move: write it as Nf3, exd5, e8=Q, O-O or g1f3")]
    PieceUnreadable { text: String },
    /// There is a duck, and no piece move before it.
    #[error("say which piece moves before the duck does, such as Nf3@e5")]
    PieceMissing,
    /// The text after the piece move is no square.
    #[error("'{text}' does not say where the duck goes: write a square, such as @e5")]
    DuckUnreadable { text: String },
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The square to move from is empty.
    #[error("there is no piece on {square}")]
    EmptySquare { square: Square },
    /// The square to move from is the duck's.
    #[error("the duck is on {square}: move a piece first, then the duck")]
    DuckIsNoPiece { square: Square },
    /// The piece to move is the opponent's.
    #[error("the {} on {square} is not your piece", name(*role))]
    NotYourPiece { square: Square, role: Role },
    /// No such piece stands where the text says, or anywhere.
    #[error("you have no {}{origin}", name(*role))]
    NoSuchPiece { role: Role, origin: Origin },
    /// The target holds a piece of the same side.
    #[error("your own {} is on {square}", name(*role))]
    OwnPiece { square: Square, role: Role },
    /// The duck is on the target or on the way there.
    #[error("the {} cannot go from {from} to {to}: the duck is on {duck}", name(*role))]
    BlockedByDuck { role: Role, from: Square, to: Square, duck: Square },
    /// A piece is on the way, or a pawn has one before it.
    #[error("the {} cannot go from {from} to {to}: a {} is on {square}", name(*role), name(*blocker))]
    BlockedByPiece { role: Role, from: Square, to: Square, square: Square, blocker: Role },
    /// The piece goes otherwise.
    #[error("a {} does not move from {from} to {to}", name(*role))]
    NotItsWay { role: Role, from: Square, to: Square },
    /// A pawn goes to another file, but there is nothing to take.
    #[error("the pawn on {from} has nothing to take on {to}")]
    NothingToTake { from: Square, to: Square },
    /// A pawn could take there, but the text does not name its file.
    #[error("a pawn that takes is written with its file: {}x{to}", from.file().char())]
    CaptureWithoutFile { from: Square, to: Square },
    /// None of several pieces can go there.
    #[error("none of your {}s can go to {to}", name(*role))]
    NoneCanGo { role: Role, to: Square },
    /// Several pieces can go there.
    #[error("more than one {} can go to {to}: say which, the one on {}", name(*role), Either(*candidates))]
    Ambiguous { role: Role, to: Square, candidates: Bitboard },
    /// A pawn reaches the last rank, and the text does not say what it becomes.
    #[error("say what the pawn becomes on {to}: queen, rook, bishop or knight, such as {to}=Q")]
    PromotionMissing { to: Square },
    /// A piece becomes another without being a pawn on the last rank.
    #[error("only a pawn that reaches the last rank becomes another piece")]
    PromotionMisplaced,
    /// The king or the rook has moved or has been taken.
    #[error("you cannot castle {}: the king or that rook has moved or was taken", side_name(*side))]
    CastlingRightLost { side: CastlingSide },
    /// The duck is between the king and the rook.
    #[error("you cannot castle {}: the duck is on {duck}", side_name(*side))]
    CastlingBlockedByDuck { side: CastlingSide, duck: Square },
    /// A piece is between the king and the rook.
    #[error("you cannot castle {}: a {} is on {square}", side_name(*side), name(*blocker))]
    CastlingBlockedByPiece { side: CastlingSide, square: Square, blocker: Role },
    /// There is no duck in the text.
    #[error("say where the duck goes, such as @e5 after the piece move")]
    DuckMissing,
    /// The duck stays where it is.
    #[error("the duck must move: it is on {square} already")]
    DuckNotMoved { square: Square },
    /// The duck is put on a piece.
    #[error("the duck cannot go to {square}: {} {} is there", whose(*yours), name(*role))]
    DuckOnPiece { square: Square, role: Role, yours: bool },
}

impl DuckTurnError {
    /// The same of a turn that the reader prepares for: not theirs, but their opponent's.
    ///
    /// ```
    /// use domain::rules::duck::DuckPosition;
    ///
    /// let refused = DuckPosition::start().read_turn("Nf3@e2").unwrap_err();
    /// assert_eq!(refused.to_string(), "the duck cannot go to e2: your pawn is there");
    /// assert_eq!(refused.of_opponent(), "the duck cannot go to e2: your opponent's pawn is there");
    /// ```
    pub fn of_opponent(&self) -> String {
        match *self {
            Self::DuckIsNoPiece { square } => format!("the duck is on {square}: a piece moves first, then the duck"),
            Self::NotYourPiece { square, role } => {
                format!("the {} on {square} is yours: here your opponent is to move", name(role))
            }
            Self::NoSuchPiece { role, origin } => format!("your opponent has no {}{origin}", name(role)),
            Self::OwnPiece { square, role } => format!("your opponent's own {} is on {square}", name(role)),
            Self::NoneCanGo { role, to } => format!("none of your opponent's {}s can go to {to}", name(role)),
            Self::DuckOnPiece { square, role, yours } => Self::DuckOnPiece { square, role, yours: !yours }.to_string(),
            Self::CastlingRightLost { .. }
            | Self::CastlingBlockedByDuck { .. }
            | Self::CastlingBlockedByPiece { .. } => self.to_string().replacen("you cannot", "your opponent cannot", 1),
            _ => self.to_string(),
        }
    }
}

const fn whose(yours: bool) -> &'static str {
    if yours { "your" } else { "your opponent's" }
}

/// Where a king castles to, in a sentence.
pub(super) const fn side_name(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::KingSide => "to the king's side",
        CastlingSide::QueenSide => "to the queen's side",
    }
}

pub(super) const fn name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// `b1 or f3`, `a1, a8 or h1`.
struct Either(Bitboard);

impl fmt::Display for Either {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.0.count().saturating_sub(1);
        for (n, square) in self.0.into_iter().enumerate() {
            let joint = match n {
                0 => "",
                n if n == last => " or ",
                _ => ", ",
            };
            write!(f, "{joint}{square}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, rank } = *self;
        match (file.map(File::char), rank.map(Rank::char)) {
            (None, None) => Ok(()),
            (Some(file), None) => write!(f, " on the {file}-file"),
            (None, Some(rank)) => write!(f, " on rank {rank}"),
            (Some(file), Some(rank)) => write!(f, " on {file}{rank}"),
        }
    }
}
