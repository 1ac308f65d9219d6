//! Why a game could not be read, and where.

use std::io;

use crate::rules::codes::codes;
use crate::rules::position::FenError;
use crate::rules::turn::TurnError;

/// A game that could not be read. Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line={line} column={column}: {problem}")]
pub struct PgnError {
    /// Where.
    pub line: usize,
    /// Where in the line.
    pub column: usize,
    /// Why.
    pub problem: PgnProblem,
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PgnProblem {
    /// A tag that is not written `[Name "value"]`.
    BadTag,
    /// A game of Chess960.
    Chess960,
    /// A variant that is none of ours.
    UnknownVariant(String),
    /// Duchess, but not for how many.
    NoSetUp,
    /// A starting position of chess.com's that is not the usual one.
    UnknownStart(String),
    /// A FEN that is no position.
    Fen(FenError),
    /// A turn that cannot be made.
    Turn {
        /// As it is written, cut short if it is long.
        written: String,
        /// Whether it stands in a variation.
        is_in_variation: bool,
        /// Why.
        error: TurnError,
    },
    /// A turn is marked as missed that was not.
    NotMissed,
    /// A variation before the first turn.
    VariationWithoutTurn,
    /// A parenthesis too many.
    NothingToClose,
    /// A parenthesis too few.
    VariationNotClosed,
    /// Variations within variations without end.
    TooDeep(usize),
    /// A brace too few.
    CommentNotClosed,
    /// A brace too many, or a character that begins nothing.
    Stray(String),
    /// More text for one game, or in one line, than this many bytes.
    TooLong(usize),
    /// The file itself could not be read.
    Unreadable(io::ErrorKind),
}

codes! {
    PgnProblem {
        BadTag => "bad-tag",
        Chess960 => "shuffled-chess",
        UnknownVariant(name) => "unknown-variant",
        NoSetUp => "no-set-up",
        UnknownStart(name) => "unknown-start",
        Fen(error) => "bad-fen",
        Turn { written, is_in_variation, error } => "illegal-turn",
        NotMissed => "not-missed",
        VariationWithoutTurn => "variation-without-turn",
        NothingToClose => "nothing-to-close",
        VariationNotClosed => "variation-not-closed",
        TooDeep(most) => "too-deep",
        CommentNotClosed => "comment-not-closed",
        Stray(text) => "stray",
        TooLong(most) => "too-long",
        Unreadable(kind) => "unreadable",
    }
}
