//! Why a text is not a FEN of the duck games, or the FEN not a position.

use shakmaty::{CastlingSide, Color, Square};

use crate::rules::codes::codes;

/// What is wrong with a FEN, and where. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the parameters of what is wrong")]
pub enum DuckFenError {
    /// A character that stands for no piece, duck or number of empty squares.
    BadPiece { column: usize, found: char },
    /// A rank with fewer or more than eight squares.
    RankLength { column: usize, rank: u8, squares: usize },
    /// Fewer or more than eight ranks.
    RankCount { ranks: usize },
    /// Two ducks.
    TwoDucks { first: Square, second: Square },
    /// The side to move is missing.
    NoColor,
    /// The side to move is neither `w` nor `b`.
    BadColor { column: usize, found: String },
    /// Castling rights that are not of `KQkq`.
    BadCastling { column: usize, found: String },
    /// An en passant square that is no square.
    BadEnPassant { column: usize, found: String },
    /// A halfmove clock that is no number.
    BadHalfmoves { column: usize, found: String },
    /// A move number that is no number.
    BadFullmoves { column: usize, found: String },
    /// Checks that are not written `+0+0`.
    BadChecks { column: usize, found: String },
    /// More fields than a FEN has.
    Trailing { column: usize, found: String },
    /// Checks are counted, but the variant is not Three-Check Duck Chess.
    ChecksNotCounted,
    /// A side without a king.
    NoKing { color: Color },
    /// A side with more than one king.
    TwoKings { color: Color, first: Square, second: Square },
    /// A side with more than eight pawns.
    TooManyPawns { color: Color, count: usize },
    /// A side with more than sixteen pieces.
    TooManyPieces { color: Color, count: usize },
    /// A pawn on the first or on the last rank.
    PawnOnLastRank { square: Square },
    /// A duck on the square of a piece; only a set-up made by hand can say so.
    DuckOnPiece { square: Square },
    /// A castling right without the king on its first square.
    CastlingWithoutKing { color: Color, side: CastlingSide, king: Square },
    /// A castling right without the rook in its corner.
    CastlingWithoutRook { color: Color, side: CastlingSide, rook: Square },
    /// An en passant square on a rank that the pawns of the other side do not pass.
    EnPassantRank { square: Square },
    /// An en passant square without the pawn that has passed it.
    EnPassantWithoutPawn { square: Square, pawn: Square },
    /// An en passant square whose pawn would have jumped over a piece, or come from an occupied square.
    EnPassantBehindPiece { square: Square, occupied: Square },
    /// The game was over before this position.
    ThirdCheckGiven { color: Color },
}

codes! {
    DuckFenError {
        BadPiece { column, found } => "bad-piece",
        RankLength { column, rank, squares } => "rank-length",
        RankCount { ranks } => "rank-count",
        TwoDucks { first, second } => "two-ducks",
        NoColor => "no-color",
        BadColor { column, found } => "bad-color",
        BadCastling { column, found } => "bad-castling",
        BadEnPassant { column, found } => "bad-en-passant",
        BadHalfmoves { column, found } => "bad-halfmoves",
        BadFullmoves { column, found } => "bad-fullmoves",
        BadChecks { column, found } => "bad-checks",
        Trailing { column, found } => "trailing",
        ChecksNotCounted => "checks-not-counted",
        NoKing { color } => "no-king",
        TwoKings { color, first, second } => "two-kings",
        TooManyPawns { color, count } => "too-many-pawns",
        TooManyPieces { color, count } => "too-many-pieces",
        PawnOnLastRank { square } => "pawn-on-last-rank",
        DuckOnPiece { square } => "duck-on-piece",
        CastlingWithoutKing { color, side, king } => "castling-without-king",
        CastlingWithoutRook { color, side, rook } => "castling-without-rook",
        EnPassantRank { square } => "en-passant-rank",
        EnPassantWithoutPawn { square, pawn } => "en-passant-without-pawn",
        EnPassantBehindPiece { square, occupied } => "en-passant-behind-piece",
        ThirdCheckGiven { color } => "third-check-given",
    }
}
