//! [`Turn`]: what a seat does in its turn, of any rule system. It is read and written by a
//! [`Position`](crate::rules::position::Position).
//!
//! ```
//! use domain::rules::position::Position;
//! use domain::rules::turn::Turn;
//! use domain::rules::variant::Variant;
//!
//! let Turn::Duck(turn) = Position::start(Variant::Duck).read_turn("Nf3@e5").unwrap() else { panic!() };
//! assert_eq!(turn.to_string(), "g1f3@e5");
//! let refused = Position::start(Variant::Duck).read_turn("Nf3").unwrap_err();
//! assert_eq!(refused.code(), "duck-missing");
//! ```

use thiserror::Error;

use crate::rules::chess::{ChessTurn, ChessTurnError};
use crate::rules::duchess::{DuchessTurn, DuchessTurnError};
use crate::rules::duck::{DuckTurn, DuckTurnError, PieceMove};

/// What one seat submits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Of Duck Chess or Three-Check Duck Chess.
    Duck(DuckTurn),
    /// Of Duchess.
    Duchess(DuchessTurn),
    /// Of chess.
    Chess(ChessTurn),
}

/// Why a turn cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TurnError {
    /// By the rules of the duck games.
    #[error(transparent)]
    Duck(#[from] DuckTurnError),
    /// By the rules of Duchess.
    #[error(transparent)]
    Duchess(#[from] DuchessTurnError),
    /// By the rules of chess.
    #[error(transparent)]
    Chess(#[from] ChessTurnError),
}

impl TurnError {
    /// Whether nothing is wrong but that the duck's square is missing.
    pub const fn lacks_duck(&self) -> bool {
        matches!(self, Self::Duck(DuckTurnError::DuckMissing))
    }

    /// The stable code of the error, in `kebab-case`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Duck(error) => error.code(),
            Self::Duchess(error) => error.code(),
            Self::Chess(error) => error.code(),
        }
    }
}

/// A pattern for turns of the other side: a single turn, or all turns with something in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// This turn.
    Turn(Turn),
    /// This piece move, wherever the duck goes: `Nf6@*`.
    AnyDuck(PieceMove),
}

impl Pattern {
    /// Whether a turn matches; both must come from the same position.
    pub fn fits(self, turn: Turn) -> bool {
        match (self, turn) {
            (Self::Turn(pattern), turn) => pattern == turn,
            (Self::AnyDuck(piece_move), Turn::Duck(turn)) => piece_move == turn.piece_move(),
            (Self::AnyDuck(_), Turn::Duchess(_) | Turn::Chess(_)) => false,
        }
    }

    /// Whether it matches one turn only.
    pub fn is_exact(self) -> bool {
        matches!(self, Self::Turn(_))
    }
}

impl From<Turn> for Pattern {
    fn from(turn: Turn) -> Self {
        Self::Turn(turn)
    }
}
