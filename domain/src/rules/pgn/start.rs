//! [`PgnStart`]: where a game starts, as far as its tags say.

use crate::rules::position::Position;

/// Where a game starts. If its tags leave open whether there is a duck, its first turn says so.
pub(super) struct PgnStart {
    position: Position,
    /// The same position of chess, for a first turn without a duck.
    without_duck: Option<Position>,
}

impl PgnStart {
    /// A start whose variant is known.
    pub const fn known(position: Position) -> Self {
        Self { position, without_duck: None }
    }

    /// The start of a game of Duck Chess, or of chess if its first turn has no duck.
    pub const fn by_the_first_turn(duck: Position, chess: Position) -> Self {
        Self { position: duck, without_duck: Some(chess) }
    }

    /// Where a first turn is read, if it has a duck.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Makes it chess, because the first turn has no duck; `None` if that is not open.
    pub fn become_chess(&mut self) -> Option<&Position> {
        self.position = self.without_duck.take()?;
        Some(&self.position)
    }

    /// The start of a game whose first turn has been made.
    pub fn with_turns(self) -> Position {
        self.position
    }

    /// The start of a game in which nothing was played.
    pub fn without_turns(self) -> Position {
        self.without_duck.unwrap_or(self.position)
    }
}
