//! The legal turns of a position: counted, listed, and looked through.

use std::ops::ControlFlow;

use super::Position;
use crate::rules::perft::perft;
use crate::rules::turn::Turn;

impl Position {
    /// How many legal turns there are, counted without listing them; none when the game is over, but for a dead position of
    /// chess.
    pub fn count_turns(&self) -> u64 {
        match self {
            Self::Duck(position) => position.count_turns(),
            Self::Duchess(position) => position.count_turns(),
            Self::Chess(position) => position.count_turns(),
        }
    }

    /// Whether there is a legal turn; looks no further than the first.
    pub fn has_turn(&self) -> bool {
        match self {
            Self::Duck(position) => position.has_turn(),
            Self::Duchess(position) => position.has_turn(),
            Self::Chess(position) => position.has_turn(),
        }
    }

    /// Calls `visit` with every legal turn until it breaks off, without allocating anything.
    ///
    /// ```
    /// # use domain::rules::position::Position;
    /// # use domain::rules::variant::Variant;
    /// use std::ops::ControlFlow;
    ///
    /// let mut seen = 0;
    /// let third = Position::start(Variant::Duck).try_for_each_turn(|turn| {
    ///     seen += 1;
    ///     if seen == 3 { ControlFlow::Break(turn) } else { ControlFlow::Continue(()) }
    /// });
    /// assert!(third.is_break() && seen == 3);
    /// ```
    pub fn try_for_each_turn<B>(&self, mut visit: impl FnMut(Turn) -> ControlFlow<B>) -> ControlFlow<B> {
        match self {
            Self::Duck(position) => position.try_for_each_turn(|turn| visit(Turn::Duck(turn))),
            Self::Duchess(position) => position.try_for_each_turn(|turn| visit(Turn::Duchess(turn))),
            Self::Chess(position) => position.try_for_each_turn(|turn| visit(Turn::Chess(turn))),
        }
    }

    /// Calls `visit` with every legal turn, without allocating anything.
    pub fn for_each_turn(&self, mut visit: impl FnMut(Turn)) {
        match self {
            Self::Duck(position) => position.for_each_turn(|turn| visit(Turn::Duck(turn))),
            Self::Duchess(position) => position.for_each_turn(|turn| visit(Turn::Duchess(turn))),
            Self::Chess(position) => position.for_each_turn(|turn| visit(Turn::Chess(turn))),
        }
    }

    /// The number of sequences of exactly `depth` legal turns.
    pub fn perft(&self, depth: u32) -> u64 {
        match self {
            Self::Duck(position) => perft(position, depth),
            Self::Duchess(position) => perft(&**position, depth),
            Self::Chess(position) => perft(position, depth),
        }
    }
}
