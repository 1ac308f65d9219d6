//! Why a record could not be read, and where.

use thiserror::Error;

use crate::duchess::{DuchessFenError, DuchessTurnError};
use crate::pgn::{PgnError, PgnProblem};

/// A record that could not be read. Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct RecordError {
    /// Where.
    pub line: usize,
    /// Where in the line.
    pub column: usize,
    /// Why.
    pub problem: RecordProblem,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordProblem {
    /// It is not written as PGN is.
    #[error(transparent)]
    Form(#[from] PgnProblem),
    /// It does not say for how many it is played.
    #[error("the tag Variant is missing: write [Variant \"Duchess 6\"], or 4, 3, 2x2 or 2")]
    NoVariant,
    /// It is a record of another game.
    #[error("'{0}' is no variant of Duchess: there are Duchess 6, 4, 3, 2x2 and 2")]
    OtherVariant(String),
    /// A FEN that is no position.
    #[error("the FEN is no position: {0}")]
    Fen(#[from] DuchessFenError),
    /// A FEN for another number of players than the variant's.
    #[error("the FEN is of another set-up than the variant")]
    OtherSetUp,
    /// A turn that cannot be made.
    #[error("{0}")]
    Turn(#[from] DuchessTurnError),
}

impl From<PgnError> for RecordError {
    fn from(PgnError { line, column, problem }: PgnError) -> Self {
        Self { line, column, problem: problem.into() }
    }
}
