//! Games of Duchess as text: like PGN, with a tag for every seat, a numbered round on each line, and missed turns
//! written as `--`.
//!
//! ```text
//! [Event "?"]
//! [Site "?"]
//! [Date "????.??.??"]
//! [Round "?"]
//! [Red "Ann"]
//! [Blue "Ben"]
//! [Green "Cleo"]
//! [Magenta "?"]
//! [Result "*"]
//! [Variant "Duchess 4"]
//!
//! 1. N1b2-1c4 2c3-2c4 out N5b2-5c4
//! 2. 1c3-1d3 2c4-2c5 --
//! *
//! ```
//!
//! A seat whose clock has run out has `out` in place of its turn, and misses those after it. Where a game starts in the
//! middle of a round, `..` stands for the seats before. Results of two sides are PGN's; with three players there is a
//! part for each in the order of play: `1-0-0`, or `1/3-1/3-1/3` for a draw. Comments and clocks stand in braces behind
//! turns, as in PGN; there are no variations, and what stands in parentheses is passed over.
//!
//! ```
//! use domain::duchess::{DuchessRecord, RecordReader};
//!
//! let text = "[Variant \"Duchess 2\"]\n\n1. N1b2-1c4 4c3-4c4 {solid}\n2. W1b1-1b2 *\n";
//! let game = RecordReader::new(text.as_bytes()).next().unwrap().unwrap();
//! assert_eq!(game.steps.len(), 3);
//! assert!(game.to_string().ends_with("1. N1b2-1c4 4c3-4c4 {solid}\n2. W1b1-1b2\n*\n"));
//! ```

mod error;
mod read;
mod result;
mod write;

use std::time::Duration;

use super::{DuchessPosition, DuchessTurn};
use crate::outcome::Outcome;
use crate::pgn::{Comment, Tags};

pub use error::{RecordError, RecordProblem};
pub use read::RecordReader;

/// A game with its tags and comments, every turn proven legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuchessRecord {
    /// Who, where, when: each seat's tag is its name.
    pub tags: Tags,
    /// Where it starts.
    pub start: DuchessPosition,
    /// What is said before the first turn.
    pub comments: Vec<Comment>,
    /// What the seats did, each after those before it. Missed turns follow from them.
    pub steps: Vec<RecordedStep>,
    /// For whom it ended; `None` while it is open, and for games without result.
    pub outcome: Option<Outcome>,
}

/// A step and what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedStep {
    /// What the seat to move did.
    pub step: Step,
    /// What was left on its clock after it.
    pub clock: Option<Duration>,
    /// What is said after it.
    pub comments: Vec<Comment>,
}

/// What the seat to move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Its turn.
    Turn(DuchessTurn),
    /// Nothing: its clock runs out.
    Out,
}

impl Step {
    /// The position after it.
    #[must_use]
    pub fn after(self, position: &DuchessPosition) -> DuchessPosition {
        match self {
            Self::Turn(turn) => position.play(turn),
            Self::Out => position.without(position.seat_to_move()),
        }
    }
}

impl From<Step> for RecordedStep {
    fn from(step: Step) -> Self {
        Self { step, clock: None, comments: Vec::new() }
    }
}

impl DuchessRecord {
    /// A game without tags and comments.
    pub fn new(start: DuchessPosition, steps: impl IntoIterator<Item = Step>, outcome: Option<Outcome>) -> Self {
        let steps = steps.into_iter().map(RecordedStep::from).collect();
        Self { tags: Tags::default(), start, comments: Vec::new(), steps, outcome }
    }

    /// Where the game ends.
    pub fn last_position(&self) -> DuchessPosition {
        self.steps.iter().fold(self.start.clone(), |position, recorded| recorded.step.after(&position))
    }
}
