//! A puzzle as a line of a file: JSON with every position and turn as text.

use serde::{Deserialize, Serialize};

use super::{Goal, Parts, Puzzle, Refutations, Theme};
use crate::rules::position::{FenError, Position};
use crate::rules::turn::TurnError;
use crate::rules::variant::Variant;

/// Why a text is no puzzle.
#[derive(Debug, thiserror::Error)]
pub enum PuzzleError {
    /// The position cannot be read.
    #[error("the position of puzzle {number}: {error:?}")]
    Fen {
        /// The puzzle.
        number: u32,
        /// Why not.
        error: FenError,
    },
    /// A turn cannot be made.
    #[error("the turn {turn}: {error:?}")]
    Turn {
        /// The turn.
        turn: String,
        /// Why not.
        error: TurnError,
    },
    /// A turn of the line is not legal where it is made.
    #[error("the turn {0} cannot be made")]
    Line(String),
    /// The line has more or fewer turns than the goal.
    #[error("the line has not as many turns as the goal")]
    Length,
    /// There are refutations for more or fewer tasks than the goal has.
    #[error("there are not as many tasks as the goal has")]
    Tasks,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum GoalName {
    Win,
    Save,
}

/// What is written.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct PuzzleText {
    id: u32,
    variant: Variant,
    fen: String,
    goal: GoalName,
    turns: u32,
    line: String,
    refutations: Vec<Refutations>,
    themes: Vec<Theme>,
    rating: u32,
    source: String,
}

impl TryFrom<PuzzleText> for Puzzle {
    type Error = PuzzleError;

    fn try_from(text: PuzzleText) -> Result<Self, PuzzleError> {
        let PuzzleText { id, variant, fen, goal, turns, line, refutations, themes, rating, source } = text;
        let start = Position::from_fen(variant, &fen).map_err(|error| PuzzleError::Fen { number: id, error })?;
        let mut position = start.clone();
        let mut read = Vec::new();
        for word in line.split_ascii_whitespace() {
            let turn = position.read_turn(word).map_err(|error| PuzzleError::Turn { turn: word.to_owned(), error })?;
            read.push(turn);
            position = position.play(turn);
        }
        let goal = match goal {
            GoalName::Win => Goal::Win { turns },
            GoalName::Save => Goal::Save { turns },
        };
        Self::new(Parts { number: id, goal, start, line: read, refutations, themes, rating, source })
    }
}

impl From<Puzzle> for PuzzleText {
    fn from(puzzle: Puzzle) -> Self {
        let start = puzzle.start();
        let line: Vec<String> = puzzle.line().iter().map(|&turn| start.write_coordinates(turn)).collect();
        Self {
            id: puzzle.number,
            variant: start.variant(),
            fen: start.fen(),
            goal: match puzzle.goal {
                Goal::Win { .. } => GoalName::Win,
                Goal::Save { .. } => GoalName::Save,
            },
            turns: puzzle.goal.turns(),
            line: line.join(" "),
            refutations: puzzle.refutations,
            themes: puzzle.themes,
            rating: puzzle.rating,
            source: puzzle.source,
        }
    }
}
