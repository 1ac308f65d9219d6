//! [`Puzzle`]: a position in which one turn, its duck included, reaches the goal, and no other does.
//!
//! What a puzzle claims is exact, and another program can prove it by looking at every turn of both seats:
//!
//! - **Win in N turns**: the seat to move takes the king, or gives the third check, with its Nth turn at the latest, whatever
//!   the other does. Of all its turns only [`solution`](Puzzle::solution) does so, and again at each later task of the puzzle.
//!   The turn that ends the game is no task: a king may be taken by any piece, and the duck does not matter.
//! - **Save in N turns**: after every turn but the solution the other seat wins in N turns; after the solution it does not.
//!
//! For every wrong turn the puzzle knows a reply that shows it.
//!
//! ```
//! use domain::rules::puzzle::{Goal, Puzzle, Verdict};
//!
//! let text = r#"{"id": 1, "variant": "duck", "fen": "8/4Q2p/7k/*7/4B1P1/7b/2q3PP/7K w - - 0 30", "goal": "win", "turns": 2,
//!     "line": "e7f6@g6 c2g2@f3 f6h6", "refutations": [{"e7h7": "h6h7@f5"}], "themes": ["duck-must-leave"], "rating": 1000,
//!     "source": "duckchess.com"}"#;
//! let puzzle: Puzzle = serde_json::from_str(text).unwrap();
//! assert_eq!(puzzle.goal(), Goal::Win { turns: 2 });
//!
//! let position = puzzle.position(0).unwrap();
//! let tempting = position.read_turn("Qxh7@g5").unwrap();
//! let Some(Verdict::Wrong { reply: Some(reply) }) = puzzle.judge(0, tempting) else { panic!() };
//! assert_eq!(position.play(tempting).write_turn(reply), "Kxh7@f5");
//! ```

mod text;
mod theme;

pub use text::PuzzleError;
pub use theme::{Theme, UnknownTheme};

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rules::duck;
use crate::rules::position::Position;
use crate::rules::turn::Turn;
use text::PuzzleText;

/// What a turn has to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// To win.
    Win {
        /// With which of its turns at the latest, the one that ends the game counted.
        turns: u32,
    },
    /// Not to lose.
    Save {
        /// In how many of its turns the other seat would win.
        turns: u32,
    },
}

impl Goal {
    /// How many turns it looks ahead.
    pub const fn turns(self) -> u32 {
        match self {
            Self::Win { turns } | Self::Save { turns } => turns,
        }
    }

    /// How many turns the solver has to find: all that do not end the game at once.
    pub const fn tasks(self) -> usize {
        match self {
            Self::Win { turns } => (turns as usize).saturating_sub(1),
            Self::Save { .. } => 1,
        }
    }
}

/// A position with one solution, and what refutes everything else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "PuzzleText", into = "PuzzleText")]
pub struct Puzzle {
    number: u32,
    goal: Goal,
    /// Before each turn of the line.
    positions: Vec<Position>,
    /// The solution, the replies that are played, and the turn that ends the game.
    line: Vec<Turn>,
    /// For each task.
    refutations: Vec<Refutations>,
    themes: Vec<Theme>,
    rating: u32,
    source: String,
}

/// What answers wrong turns: for each piece move, in coordinates, replies in coordinates. The first that is legal after the whole
/// turn refutes it.
pub type Refutations = BTreeMap<String, String>;

/// What a puzzle is made of.
#[derive(Clone, Debug)]
pub struct Parts {
    /// What it is called.
    pub number: u32,
    /// What has to be reached.
    pub goal: Goal,
    /// Where it begins.
    pub start: Position,
    /// The solution with the replies to it.
    pub line: Vec<Turn>,
    /// For each task.
    pub refutations: Vec<Refutations>,
    /// What its idea is.
    pub themes: Vec<Theme>,
    /// How hard it is thought to be, before anybody tried.
    pub rating: u32,
    /// Where it is from.
    pub source: String,
}

/// What a turn is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is the solution.
    Right,
    /// It is not.
    Wrong {
        /// What the other seat answers; `None` if that seat has no turn, and has won by that.
        reply: Option<Turn>,
    },
}

impl Puzzle {
    /// A puzzle of these parts.
    ///
    /// # Errors
    /// The line is not what the goal needs. Whether it is the only one is for a prover to say.
    pub fn new(parts: Parts) -> Result<Self, PuzzleError> {
        let Parts { number, goal, start, line, refutations, themes, rating, source } = parts;
        if goal.turns() == 0 || goal.tasks() == 0 || refutations.len() != goal.tasks() {
            return Err(PuzzleError::Tasks);
        }
        let length = match goal {
            Goal::Win { turns } => 2 * turns as usize - 1,
            Goal::Save { .. } => 1,
        };
        if line.len() != length {
            return Err(PuzzleError::Length);
        }
        let mut positions = vec![start];
        for &turn in &line {
            let position = &positions[positions.len() - 1];
            if position.result().is_some() || !position.is_legal(turn) {
                return Err(PuzzleError::Line(position.write_coordinates(turn)));
            }
            let after = position.play(turn);
            positions.push(after);
        }
        Ok(Self { number, goal, positions, line, refutations, themes, rating, source })
    }

    /// The same puzzle, called otherwise.
    #[must_use]
    pub fn numbered(self, number: u32) -> Self {
        Self { number, ..self }
    }

    /// The same puzzle, said to be from elsewhere.
    #[must_use]
    pub fn from_source(self, source: String) -> Self {
        Self { source, ..self }
    }

    /// What it is called.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// What has to be reached.
    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// What its idea is.
    pub fn themes(&self) -> &[Theme] {
        &self.themes
    }

    /// How hard it is thought to be, before anybody tried.
    pub const fn rating(&self) -> u32 {
        self.rating
    }

    /// Where it is from.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Where it begins.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The solution, the replies that are played, and the turn that ends the game.
    pub fn line(&self) -> &[Turn] {
        &self.line
    }

    /// Every position of the line: before its first turn, and after each.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The position of a task, counted from 0; `None` when there are fewer.
    pub fn position(&self, task: usize) -> Option<&Position> {
        (task < self.goal.tasks()).then(|| &self.positions[2 * task])
    }

    /// The turn that a task asks for.
    pub fn solution(&self, task: usize) -> Option<Turn> {
        self.position(task).map(|_| self.line[2 * task])
    }

    /// What answers wrong turns of a task.
    pub fn refutations(&self, task: usize) -> Option<&Refutations> {
        self.refutations.get(task)
    }

    /// Whether a legal turn is the solution of a task, and else what refutes it; `None` if there is no such task, or nothing is
    /// known about the turn.
    pub fn judge(&self, task: usize, turn: Turn) -> Option<Verdict> {
        let position = self.position(task)?;
        if self.solution(task)? == turn {
            return Some(Verdict::Right);
        }
        let after = position.play(turn);
        if !after.has_turn() {
            return Some(Verdict::Wrong { reply: None });
        }
        let replies = self.refutations.get(task)?.get(duck::piece_part(&position.write_coordinates(turn)))?;
        let reply = replies.split_ascii_whitespace().find_map(|reply| after.read_turn(reply).ok())?;
        Some(Verdict::Wrong { reply: Some(reply) })
    }
}
