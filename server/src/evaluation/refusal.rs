//! Why the computer says nothing.

use domain::rules::variant::Variant;

use super::game_store::MOST_GAMES_A_DAY;
use super::line_store::{MOST_LINES_AN_HOUR, MOST_POSITIONS_OF_LINE};
use super::position_store::MOST_POSITIONS_AN_HOUR;
use crate::wording::{Explained, VariantNames, evaluations as words};

/// Why the computer says nothing of a game or a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvaluationRefusal {
    /// The game is not over, and this board is of it.
    GameRuns,
    /// The position is or was in a running game of whoever asks.
    OwnGame {
        /// Who plays it: `kwik against kwek`.
        versus: String,
    },
    /// The position is nearly the present one of such a game.
    NearOwnGame {
        /// Who plays it.
        versus: String,
    },
    /// The position stands on the board of a running game of others.
    OthersGame,
    /// No turn was made.
    NoTurns,
    /// Each side plays for itself, and what one of three has lost cannot be told from a score.
    ManySides,
    /// The game is over in this position.
    Over,
    /// No worker of late has had an engine for the variant.
    NoEngine(Variant),
    /// Too many games for one day.
    TooManyGames,
    /// Too many positions for one hour.
    TooManyPositions,
    /// Too many lines for one hour.
    TooManyLines,
    /// A line of too many positions.
    LineTooLong,
}

domain::codes! {
    EvaluationRefusal {
        GameRuns => "game-runs",
        OwnGame { versus } => "own-game",
        NearOwnGame { versus } => "near-own-game",
        OthersGame => "others-game",
        NoTurns => "no-turns",
        ManySides => "many-sides",
        Over => "position-is-over",
        NoEngine(variant) => "no-engine",
        TooManyGames => "too-many-evaluated-games",
        TooManyPositions => "too-many-evaluated-positions",
        TooManyLines => "too-many-evaluated-lines",
        LineTooLong => "line-too-long",
    }
}

impl Explained for EvaluationRefusal {
    fn code(&self) -> &'static str {
        self.code()
    }

    fn sentence(&self) -> String {
        match self {
            Self::GameRuns => words::GAME_RUNS.to_owned(),
            Self::OwnGame { versus } => words::own_game(versus),
            Self::NearOwnGame { versus } => words::near_own_game(versus),
            Self::OthersGame => words::OTHERS_GAME.to_owned(),
            Self::NoTurns => words::NO_TURNS.to_owned(),
            Self::ManySides => words::MANY_SIDES.to_owned(),
            Self::Over => words::OVER.to_owned(),
            Self::NoEngine(variant) => words::no_engine(variant.name()),
            Self::TooManyGames => words::too_many_games(MOST_GAMES_A_DAY),
            Self::TooManyPositions => words::too_many_positions(MOST_POSITIONS_AN_HOUR),
            Self::TooManyLines => words::too_many_lines(MOST_LINES_AN_HOUR),
            Self::LineTooLong => words::line_too_long(MOST_POSITIONS_OF_LINE),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{EvaluationRefusal as Refusal, Variant};
    use crate::wording::codes_tests::each_is_explained;

    #[test]
    fn every_reason_has_a_sentence() {
        let versus = || "kwik against kwek".to_owned();
        each_is_explained(
            Refusal::CODES,
            &[
                Refusal::GameRuns,
                Refusal::OwnGame { versus: versus() },
                Refusal::NearOwnGame { versus: versus() },
                Refusal::OthersGame,
                Refusal::NoTurns,
                Refusal::ManySides,
                Refusal::Over,
                Refusal::NoEngine(Variant::Duck),
                Refusal::TooManyGames,
                Refusal::TooManyPositions,
                Refusal::TooManyLines,
                Refusal::LineTooLong,
            ],
        );
    }
}
