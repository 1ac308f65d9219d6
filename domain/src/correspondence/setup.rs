//! What a game starts from: everything that is fixed before the first turn.
//!
//! ```
//! use domain::correspondence::setup::GameSetup;
//! use domain::correspondence::time_control::TimeControl;
//! use domain::rules::variant::Variant;
//!
//! let begun_at = "2026-03-02T12:00:00Z".parse().unwrap();
//! let (variant, time_control) = (Variant::Duck, TimeControl::STANDARD);
//! let setup = GameSetup { variant, time_control, rated: true, public: false, start: None, begun_at };
//! let stored = serde_json::to_string(&setup).unwrap();
//! assert_eq!(serde_json::from_str::<GameSetup>(&stored).unwrap(), setup);
//! ```

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::correspondence::time_control::TimeControl;
use crate::rules::position::{FenError, Position};
use crate::rules::variant::Variant;

/// The terms of a game. The players are not part of it: the domain knows seats, not accounts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSetup {
    /// Which game.
    pub variant: Variant,
    /// The clocks.
    pub time_control: TimeControl,
    /// Whether the result changes the players' ratings.
    pub rated: bool,
    /// Whether spectators may read the players' messages.
    #[serde(default)]
    pub public: bool,
    /// The position it starts from, as FEN, if that is not the variant's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// When the game was begun, that is, when the challenge was accepted.
    pub begun_at: Timestamp,
}

impl GameSetup {
    /// The position before the first turn.
    ///
    /// # Errors
    /// The FEN cannot be read.
    pub fn start(&self) -> Result<Position, FenError> {
        match &self.start {
            Some(fen) => Position::from_fen(self.variant, fen),
            None => Ok(Position::start(self.variant)),
        }
    }
}
