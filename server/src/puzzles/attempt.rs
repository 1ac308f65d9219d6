//! Where somebody is in a puzzle, as the address says it, as far as they may see it.

use domain::rules::position::Position;
use domain::rules::puzzle::{Puzzle, Verdict};
use domain::rules::turn::Turn;
use serde::Deserialize;

use super::store::Attempt;

/// The query of a puzzle's page.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct PlaceQuery {
    /// The turns of the solution that have been found.
    pub played: String,
    /// A turn that is none of them.
    pub tried: String,
    /// `hint` or `solution`.
    pub help: String,
    /// The id of a saved form.
    pub kept: String,
}

/// What a page may show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// All that is asked for: to visitors, whose attempts do not count, and to players whose attempt is over.
    All,
    /// What a player has found: so many turns.
    Found(usize),
}

impl Known {
    /// What a player may see after this attempt; all, if it does not count: who is no player, or at a retired puzzle.
    pub fn of(counts: bool, attempt: Option<Attempt>) -> Self {
        match attempt {
            Some(attempt) if attempt.is_over() || !counts => Self::All,
            Some(attempt) => Self::Found(attempt.found),
            None if counts => Self::Found(0),
            None => Self::All,
        }
    }
}

/// A turn that was wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The turn.
    pub turn: Turn,
    /// What refutes it; `None` if the other seat has won because it cannot move.
    pub reply: Option<Turn>,
}

/// What helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Help {
    /// Which piece moves.
    Hint,
    /// Everything.
    Solution,
}

/// Where somebody is in a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// How many tasks are done.
    pub task: usize,
    /// What was tried last.
    pub tried: Option<Tried>,
    /// What was asked for.
    pub help: Option<Help>,
}

impl Place {
    /// The place that an address names; what is not known to the viewer is left out.
    pub fn read(puzzle: &Puzzle, query: &PlaceQuery, known: Known) -> Self {
        let most = match known {
            Known::All => puzzle.goal().tasks(),
            Known::Found(found) => found.min(puzzle.goal().tasks() - 1),
        };
        let found = query.played.split_ascii_whitespace().enumerate().take(most);
        let is_right = |&(task, word): &(usize, &str)| {
            let turn = puzzle.position(task).and_then(|position| position.read_turn(word).ok());
            turn.is_some() && turn == puzzle.solution(task)
        };
        let task = found.take_while(is_right).count();
        if known != Known::All {
            return Self { task, tried: None, help: None };
        }
        let help = match query.help.as_str() {
            "hint" => Some(Help::Hint),
            "solution" => Some(Help::Solution),
            _ => None,
        };
        let tried = || {
            let turn = puzzle.position(task)?.read_turn(&query.tried).ok()?;
            match puzzle.judge(task, turn)? {
                Verdict::Wrong { reply } => Some(Tried { turn, reply }),
                Verdict::Right => None,
            }
        };
        Self { task, tried: tried(), help }
    }

    /// Whether every task is done.
    pub fn is_solved(&self, puzzle: &Puzzle) -> bool {
        self.task >= puzzle.goal().tasks()
    }

    /// Whether there is nothing left to find.
    pub fn is_over(&self, puzzle: &Puzzle) -> bool {
        self.is_solved(puzzle) || self.help == Some(Help::Solution)
    }

    /// The turns found so far, as an address has them.
    pub fn played(&self, puzzle: &Puzzle) -> String {
        let word = |task: usize| Some(puzzle.position(task)?.write_coordinates(puzzle.solution(task)?));
        (0..self.task).filter_map(word).collect::<Vec<_>>().join(" ")
    }

    /// The position to find a turn in; the one that the line leads to if there is nothing left to find.
    pub fn position<'a>(&self, puzzle: &'a Puzzle) -> &'a Position {
        &puzzle.positions()[self.plies(puzzle)]
    }

    /// The turn that led to that position, and the position before it.
    pub fn last<'a>(&self, puzzle: &'a Puzzle) -> Option<(Turn, &'a Position)> {
        let before = self.plies(puzzle).checked_sub(1)?;
        Some((puzzle.line()[before], &puzzle.positions()[before]))
    }

    fn plies(&self, puzzle: &Puzzle) -> usize {
        match self.is_over(puzzle) {
            true => 2 * puzzle.goal().tasks() - 1,
            false => 2 * self.task,
        }
    }
}
