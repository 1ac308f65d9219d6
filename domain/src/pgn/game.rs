//! [`PgnGame`]: a game as PGN holds it, with every turn proven legal.

use super::Tags;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::seat::Side;
use crate::turn::Turn;

/// A game with its tags, comments and variations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnGame {
    /// Who, where, when.
    pub tags: Tags,
    /// Where it starts; written as the tags `Variant` and, unless it is the variant's own start, `FEN`.
    pub start: Position,
    /// What was played.
    pub line: Line,
    /// How it ended.
    pub result: PgnResult,
}

/// Turns one after the other: the game itself or a variation.
pub type Line = crate::line::Line<Turn>;

/// A turn and what is said about it.
pub type PgnTurn = crate::line::Step<Turn>;

/// How PGN says that a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PgnResult {
    /// `1-0`
    FirstSideWon,
    /// `0-1`
    SecondSideWon,
    /// `1/2-1/2`
    Draw,
    /// `*`: not ended, not known or not counted.
    #[default]
    Open,
}

impl PgnGame {
    /// A game without tags and comments.
    pub fn new(start: Position, turns: impl IntoIterator<Item = Turn>, result: PgnResult) -> Self {
        let turns = turns.into_iter().map(PgnTurn::from).collect();
        Self { tags: Tags::default(), start, line: Line { comments: Vec::new(), turns }, result }
    }

    /// Where the game itself, without its variations, ends.
    pub fn last_position(&self) -> Position {
        self.line.turns.iter().fold(self.start.clone(), |position, turn| position.play(turn.turn))
    }
}

impl PgnResult {
    /// As it is written.
    pub const fn text(self) -> &'static str {
        match self {
            Self::FirstSideWon => "1-0",
            Self::SecondSideWon => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }

    /// What these words mean; `None` if they are no result.
    pub fn from_text(text: &str) -> Option<Self> {
        match text {
            "1-0" => Some(Self::FirstSideWon),
            "0-1" => Some(Self::SecondSideWon),
            "1/2-1/2" | "1/2" | "½-½" => Some(Self::Draw),
            "*" => Some(Self::Open),
            _ => None,
        }
    }
}

impl From<Outcome> for PgnResult {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(Side::WHITE) => Self::FirstSideWon,
            Outcome::Win(Side::BLACK) => Self::SecondSideWon,
            Outcome::Draw => Self::Draw,
            Outcome::Win(_) | Outcome::Void => Self::Open,
        }
    }
}
