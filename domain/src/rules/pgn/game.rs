//! [`PgnGame`]: a game as PGN holds it, with every turn proven legal.

use super::Tags;
use crate::rules::entry::Entry;
use crate::rules::outcome::Outcome;
use crate::rules::position::Position;
use crate::rules::seat::Seating;

/// A game with its tags, comments and variations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnGame {
    /// Who, where, when.
    pub tags: Tags,
    /// Where it starts; written as the tags `Variant` and, unless it is the variant's own start, `FEN`.
    pub start: Position,
    /// What was played.
    pub line: PgnLine,
    /// How it ended.
    pub result: PgnResult,
}

/// Turns one after the other: the game itself or a variation.
pub type PgnLine = crate::rules::line::Line<Entry>;

/// A turn, or a seat that drops out, and what is said about it.
pub type PgnTurn = crate::rules::line::AnnotatedTurn<Entry>;

/// How PGN says that a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PgnResult {
    /// `1-0`, or `1-0-0` of three.
    FirstSideWon,
    /// `0-1`, or `0-1-0`
    SecondSideWon,
    /// `0-0-1`
    ThirdSideWon,
    /// `1/2-1/2`, or `1/3-1/3-1/3`
    Draw,
    /// `*`: not ended, not known or not counted.
    #[default]
    Open,
}

impl PgnGame {
    /// A game without tags and comments.
    pub fn new(start: Position, entries: impl IntoIterator<Item = Entry>, result: PgnResult) -> Self {
        let turns = entries.into_iter().map(PgnTurn::from).collect();
        Self { tags: Tags::default(), start, line: PgnLine { comments: Vec::new(), turns }, result }
    }

    /// Where the game itself, without its variations, ends.
    pub fn last_position(&self) -> Position {
        self.line.turns.iter().fold(self.start.clone(), |position, step| position.after(step.turn))
    }
}

impl PgnResult {
    /// As it is written where so many sides play.
    pub fn text(self, seating: Seating) -> String {
        let win = |index| seating.sides().nth(index).map_or(Outcome::Void, Outcome::Win);
        let outcome = match self {
            Self::FirstSideWon => win(0),
            Self::SecondSideWon => win(1),
            Self::ThirdSideWon => win(2),
            Self::Draw => Outcome::Draw,
            Self::Open => Outcome::Void,
        };
        outcome.text(seating)
    }

    /// The same in a game that has such a side; else what is not known.
    pub(super) fn among(self, seating: Seating) -> Self {
        if self == Self::ThirdSideWon && seating.sides().count() < 3 { Self::Open } else { self }
    }

    /// What these words mean, whatever is played; `None` if they are no result.
    pub fn from_text(text: &str) -> Option<Self> {
        match text {
            "1-0" | "1-0-0" => Some(Self::FirstSideWon),
            "0-1" | "0-1-0" => Some(Self::SecondSideWon),
            "0-0-1" => Some(Self::ThirdSideWon),
            "1/2-1/2" | "1/2" | "½-½" | "1/3-1/3-1/3" => Some(Self::Draw),
            "*" => Some(Self::Open),
            _ => None,
        }
    }
}

impl From<Outcome> for PgnResult {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(side) => match side.index() {
                0 => Self::FirstSideWon,
                1 => Self::SecondSideWon,
                _ => Self::ThirdSideWon,
            },
            Outcome::Draw => Self::Draw,
            Outcome::Void => Self::Open,
        }
    }
}
