//! Why a form of a puzzle is refused.

use domain::rules::turn::TurnError;

use crate::wording::{self, Explained, puzzles as words};

/// What is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleFormError {
    /// There is no turn.
    NoTurn,
    /// The turn cannot be made.
    Turn(TurnError),
    /// A report does not say anything.
    NoReason,
    /// A report says too much.
    LongReason,
}

impl Explained for PuzzleFormError {
    fn code(&self) -> &'static str {
        match self {
            Self::NoTurn => "no-turn",
            Self::Turn(error) => error.code(),
            Self::NoReason => "no-reason",
            Self::LongReason => "long-reason",
        }
    }

    fn sentence(&self) -> String {
        match self {
            Self::NoTurn => words::NO_TURN.to_owned(),
            Self::Turn(error) => wording::turn(error),
            Self::NoReason => words::NO_REASON.to_owned(),
            Self::LongReason => words::long_reason(),
        }
    }
}
