//! Why a text is not a legal turn of a position.

use shakmaty::{Bitboard, CastlingSide, Role, Square};

use super::text::Origin;
use crate::rules::codes::codes;

/// Why a turn cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the parameters of what is wrong")]
pub enum DuckTurnError {
    /// Nothing is written.
    Empty,
    /// No turn in any notation.
    Unreadable { text: String },
    /// The text before the duck is no piece move.
    PieceUnreadable { text: String },
    /// There is a duck, and no piece move before it.
    PieceMissing,
    /// The text after the piece move is no square.
    DuckUnreadable { text: String },
    /// The game is over.
    GameOver,
    /// The square to move from is empty.
    EmptySquare { square: Square },
    /// The square to move from is the duck's.
    DuckIsNoPiece { square: Square },
    /// The piece to move is the opponent's.
    NotYourPiece { square: Square, role: Role },
    /// No such piece stands where the text says, or anywhere.
    NoSuchPiece { role: Role, origin: Origin },
    /// The target holds a piece of the same side.
    OwnPiece { square: Square, role: Role },
    /// The duck is on the target or on the way there.
    BlockedByDuck { role: Role, from: Square, to: Square, duck: Square },
    /// A piece is on the way, or a pawn has one before it.
    BlockedByPiece { role: Role, from: Square, to: Square, square: Square, blocker: Role },
    /// The piece goes otherwise.
    NotItsWay { role: Role, from: Square, to: Square },
    /// A pawn goes to another file, but there is nothing to take.
    NothingToCapture { from: Square, to: Square },
    /// A pawn could take there, but the text does not name its file.
    CaptureWithoutFile { from: Square, to: Square },
    /// None of several pieces can go there.
    NoneCanGo { role: Role, to: Square },
    /// Several pieces can go there.
    Ambiguous { role: Role, to: Square, candidates: Bitboard },
    /// A pawn reaches the last rank, and the text does not say what it becomes.
    PromotionMissing { from: Square, to: Square },
    /// A piece becomes another without being a pawn on the last rank.
    PromotionMisplaced,
    /// The king or the rook has moved or has been taken.
    CastlingRightLost { side: CastlingSide },
    /// The duck is between the king and the rook.
    CastlingBlockedByDuck { side: CastlingSide, duck: Square },
    /// A piece is between the king and the rook.
    CastlingBlockedByPiece { side: CastlingSide, square: Square, blocker: Role },
    /// There is no duck in the text.
    DuckMissing,
    /// The duck stays where it is.
    DuckNotMoved { square: Square },
    /// The duck is put on a piece.
    DuckOnPiece { square: Square, role: Role, yours: bool },
}

codes! {
    DuckTurnError {
        Empty => "empty",
        Unreadable { text } => "unreadable",
        PieceUnreadable { text } => "piece-unreadable",
        PieceMissing => "piece-missing",
        DuckUnreadable { text } => "duck-unreadable",
        GameOver => "game-over",
        EmptySquare { square } => "empty-square",
        DuckIsNoPiece { square } => "duck-is-not-a-piece",
        NotYourPiece { square, role } => "not-your-piece",
        NoSuchPiece { role, origin } => "no-such-piece",
        OwnPiece { square, role } => "own-piece",
        BlockedByDuck { role, from, to, duck } => "blocked-by-duck",
        BlockedByPiece { role, from, to, square, blocker } => "blocked-by-piece",
        NotItsWay { role, from, to } => "illegal-piece-move",
        NothingToCapture { from, to } => "nothing-to-take",
        CaptureWithoutFile { from, to } => "capture-without-file",
        NoneCanGo { role, to } => "none-can-go",
        Ambiguous { role, to, candidates } => "ambiguous",
        PromotionMissing { from, to } => "promotion-missing",
        PromotionMisplaced => "promotion-misplaced",
        CastlingRightLost { side } => "castling-right-lost",
        CastlingBlockedByDuck { side, duck } => "castling-blocked-by-duck",
        CastlingBlockedByPiece { side, square, blocker } => "castling-blocked-by-piece",
        DuckMissing => "duck-missing",
        DuckNotMoved { square } => "duck-not-moved",
        DuckOnPiece { square, role, yours } => "duck-on-piece",
    }
}
