//! What a search says while it goes on, and at its end.

use std::time::Duration;

use domain::rules::turn::Turn;

use crate::score::Score;

/// A line of turns and its score: turns that are the best of both sides as far as the search has seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// How good it is for the side to move.
    pub score: Score,
    /// The turns, at least one.
    pub turns: Vec<Turn>,
}

/// A line that has been found at some depth.
#[derive(Clone, Debug)]
pub struct Report {
    /// How many turns ahead everything was looked at, but for what was pruned. When a look that was cut off has changed how the
    /// lines begin, all are reported again at the end, and those that it has reached with its depth, though not everything was.
    pub depth: u32,
    /// How many turns ahead the farthest look went.
    pub deepest: u32,
    /// 1 for the best line, 2 for the next, and so on.
    pub number: usize,
    /// The line itself.
    pub line: Line,
    /// Positions visited by all threads; of each but the one that reports, the last 255 may be missing.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// How full the hash table is, in thousandths.
    pub hash_filled: usize,
}

/// What a search has found: its lines, at least one.
#[derive(Clone, Debug)]
pub struct Found {
    /// The lines, each beginning with another piece move: the best first, but for those at the end that the last look did not reach
    /// before it was cut off, and which are those of the look before.
    pub lines: Vec<Line>,
    /// How deep the last look that was finished went.
    pub depth: u32,
    /// Positions visited by all threads; of each but the one that reports, the last 255 may be missing.
    pub nodes: u64,
}

impl Found {
    /// The turn to play.
    pub fn turn(&self) -> Turn {
        self.lines[0].turns[0]
    }

    /// The score of the best line.
    pub fn score(&self) -> Score {
        self.lines[0].score
    }
}
