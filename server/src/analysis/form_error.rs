//! Why a step on the analysis board is not taken, apart from what a study says itself.

use domain::rules::study::StudyError;
use domain::rules::variant::Variant;

use crate::wording::{Explained, game_forms as words};

/// What a step needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnalysisError {
    /// There is no turn to play.
    NoTurnToPlay { example: &'static str },
    /// What is on the board is not saved, and would be lost.
    NotSaved,
    /// Turns that were pasted do not follow from the position that the board was set up with, and say of no other.
    ReadFromBoard(StudyError, Variant),
}

domain::codes! {
    AnalysisError {
        NoTurnToPlay { example } => "no-turn-to-play",
        NotSaved => "not-saved",
        ReadFromBoard(error, variant) => "read-from-board",
    }
}

impl Explained for AnalysisError {
    fn code(&self) -> &'static str {
        self.code()
    }

    fn sentence(&self) -> String {
        match self {
            Self::NoTurnToPlay { example } => words::no_turn_to_play(example),
            Self::NotSaved => words::BOARD_NOT_SAVED.to_owned(),
            Self::ReadFromBoard(error, variant) => words::read_from_board(&error.sentence(), variant.pgn_name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AnalysisError as Error, StudyError, Variant};
    use crate::wording::codes_tests::each_is_explained;

    #[test]
    fn every_reason_has_a_sentence() {
        each_is_explained(
            Error::CODES,
            &[
                Error::NoTurnToPlay { example: "Nf3@e5" },
                Error::NotSaved,
                Error::ReadFromBoard(StudyError::Over, Variant::Duck),
            ],
        );
    }
}
