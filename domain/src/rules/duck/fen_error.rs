//! Why a text is no FEN of the duck games, or the FEN no position.

use shakmaty::{CastlingSide, Color, Square};
use thiserror::Error;

use super::turn_error::side_name;

/// What is wrong with a FEN, and where. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the fields are what the sentences name")]
pub enum DuckFenError {
    /// A character that stands for no piece, duck or number of empty squares.
    #[error("column {column}: '{found}' is no piece, no duck and no number of empty squares")]
    BadPiece { column: usize, found: char },
    /// A rank with fewer or more than eight squares.
    #[error("column {column}: rank {rank} has {squares} squares instead of 8")]
    RankLength { column: usize, rank: u8, squares: usize },
    /// Fewer or more than eight ranks.
    #[error("the board has {ranks} ranks instead of 8")]
    RankCount { ranks: usize },
    /// Two ducks.
    #[error("there are two ducks, on {first} and on {second}")]
    TwoDucks { first: Square, second: Square },
    /// The side to move is missing.
    #[error("after the board, 'w' or 'b' must say who is to move")]
    NoColor,
    /// The side to move is neither `w` nor `b`.
    #[error("column {column}: '{found}' must be 'w' or 'b', for who is to move")]
    BadColor { column: usize, found: String },
    /// Castling rights that are not of `KQkq`.
    #[error("column {column}: the castling rights '{found}' must be '-' or of the letters KQkq, each once")]
    BadCastling { column: usize, found: String },
    /// An en passant square that is no square.
    #[error("column {column}: the en passant square '{found}' must be '-' or a square such as e3")]
    BadEnPassant { column: usize, found: String },
    /// A halfmove clock that is no number.
    #[error("column {column}: the halfmove clock '{found}' must be a number")]
    BadHalfmoves { column: usize, found: String },
    /// A move number that is no number.
    #[error("column {column}: the move number '{found}' must be a number")]
    BadFullmoves { column: usize, found: String },
    /// Checks that are not written `+0+0`.
    #[error("column {column}: the checks given, '{found}', must be written as +0+0")]
    BadChecks { column: usize, found: String },
    /// More fields than a FEN has.
    #[error("column {column}: '{found}' comes after the end of the FEN")]
    Trailing { column: usize, found: String },
    /// Checks are counted, but the variant is not Three-Check Duck Chess.
    #[error("checks are counted in Three-Check Duck Chess only")]
    ChecksNotCounted,
    /// A side without a king.
    #[error("{color} has no king")]
    NoKing { color: Color },
    /// A side with more than one king.
    #[error("{color} has more than one king, on {first} and on {second}")]
    TwoKings { color: Color, first: Square, second: Square },
    /// A side with more than eight pawns.
    #[error("{color} has {count} pawns, more than eight")]
    TooManyPawns { color: Color, count: usize },
    /// A side with more than sixteen pieces.
    #[error("{color} has {count} pieces, more than sixteen")]
    TooManyPieces { color: Color, count: usize },
    /// A pawn on the first or on the last rank.
    #[error("the pawn on {square} is on the first or last rank")]
    PawnOnLastRank { square: Square },
    /// A duck on the square of a piece; only a set-up made by hand can say so.
    #[error("the duck is on {square} together with a piece")]
    DuckOnPiece { square: Square },
    /// A castling right without the king on its first square.
    #[error("{color} cannot castle {}: the king is not on {king}", side_name(*side))]
    CastlingWithoutKing { color: Color, side: CastlingSide, king: Square },
    /// A castling right without the rook in its corner.
    #[error("{color} cannot castle {}: there is no rook on {rook}", side_name(*side))]
    CastlingWithoutRook { color: Color, side: CastlingSide, rook: Square },
    /// An en passant square on a rank that the pawns of the other side do not pass.
    #[error("no pawn can just have passed {square}")]
    EnPassantRank { square: Square },
    /// An en passant square without the pawn that has passed it.
    #[error("{square} cannot be the en passant square: the pawn on {pawn} is missing")]
    EnPassantWithoutPawn { square: Square, pawn: Square },
    /// An en passant square whose pawn would have jumped over a piece, or come from an occupied square.
    #[error("{square} cannot be the en passant square: {occupied} is occupied")]
    EnPassantBehindPiece { square: Square, occupied: Square },
    /// The game was over before this position.
    #[error("{color} has given the third check already: the game is over")]
    ThirdCheckGiven { color: Color },
}
