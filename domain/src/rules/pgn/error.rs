//! Why a game could not be read, and where.

use std::io;

use thiserror::Error;

use crate::rules::position::FenError;
use crate::rules::turn::TurnError;

/// A game that could not be read. Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct PgnError {
    /// Where.
    pub line: usize,
    /// Where in the line.
    pub column: usize,
    /// Why.
    pub problem: PgnProblem,
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PgnProblem {
    /// A tag that is not written `[Name "value"]`.
    #[error("this is not a tag: write [Name \"value\"]")]
    BadTag,
    /// A variant that is none of ours.
    #[error("there are no rules for the variant '{0}'")]
    UnknownVariant(String),
    /// Duchess, but not for how many.
    #[error("it does not say for how many Duchess is played: write [Variant \"Duchess 6\"], or 4, 3, 2x2 or 2")]
    NoSetUp,
    /// A starting position of chess.com's that is not the usual one.
    #[error("the starting position '{0}' is not known")]
    UnknownStart(String),
    /// A FEN that is no position.
    #[error("the FEN is no position: {0}")]
    Fen(FenError),
    /// A turn that cannot be made.
    #[error("{0}")]
    Turn(TurnError),
    /// A turn is marked as missed that was not.
    #[error("nobody misses a turn here")]
    NotMissed,
    /// A variation before the first turn.
    #[error("a variation must follow the turn that it replaces")]
    VariationWithoutTurn,
    /// A parenthesis too many.
    #[error("there is no variation to close")]
    NothingToClose,
    /// A parenthesis too few.
    #[error("the variation that begins here is not closed")]
    VariationNotClosed,
    /// Variations within variations without end.
    #[error("there are more than {0} variations within each other")]
    TooDeep(usize),
    /// A brace too few.
    #[error("the comment that begins here is not closed")]
    CommentNotClosed,
    /// A brace too many, or a character that begins nothing.
    #[error("'{0}' has no meaning here")]
    Stray(String),
    /// The file itself could not be read.
    #[error("the file cannot be read: {0}")]
    Unreadable(io::ErrorKind),
}
