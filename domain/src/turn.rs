//! [`Turn`]: what a seat does in its turn, of any rule system. It is read and written by a
//! [`Position`](crate::position::Position).

use thiserror::Error;

use crate::duck::{DuckTurn, DuckTurnError};

/// What one seat submits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Of Duck Chess or Three-Check Duck Chess.
    Duck(DuckTurn),
}

/// Why a turn cannot be made, in a sentence that a player can act on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TurnError {
    /// By the rules of the duck games.
    #[error(transparent)]
    Duck(#[from] DuckTurnError),
}
