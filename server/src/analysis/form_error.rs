//! Why a step on the analysis board is not taken, apart from what a study says itself.

use crate::wording::{Explained, game_forms as words};

/// What a step needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnalysisError {
    /// There is no turn to play.
    NoTurnToPlay { example: &'static str },
    /// What is on the board is not saved, and would be lost.
    NotSaved,
}

domain::codes! {
    AnalysisError {
        NoTurnToPlay { example } => "no-turn-to-play",
        NotSaved => "not-saved",
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
        }
    }
}

#[cfg(test)]
mod tests {
    use super::AnalysisError as Error;
    use crate::wording::codes_tests::each_is_explained;

    #[test]
    fn every_reason_has_a_sentence() {
        each_is_explained(Error::CODES, &[Error::NoTurnToPlay { example: "Nf3@e5" }, Error::NotSaved]);
    }
}
