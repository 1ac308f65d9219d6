//! What a game starts from: everything that was settled before the first turn.
//!
//! ```
//! use domain::setup::Setup;
//! use domain::time_control::TimeControl;
//! use domain::variant::Variant;
//!
//! let begun_at = "2026-03-02T12:00:00Z".parse().unwrap();
//! let setup = Setup { variant: Variant::Duck, time_control: TimeControl::STANDARD, rated: true, public: false, begun_at };
//! let stored = serde_json::to_string(&setup).unwrap();
//! assert_eq!(serde_json::from_str::<Setup>(&stored).unwrap(), setup);
//! ```

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::time_control::TimeControl;
use crate::variant::Variant;

/// The terms of a game. Who sits where is not the domain's: it knows seats, not accounts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// Which game.
    pub variant: Variant,
    /// The clocks.
    pub time_control: TimeControl,
    /// Whether the result changes the players' ratings.
    pub rated: bool,
    /// Whether those who look on may read what the players write to each other.
    #[serde(default)]
    pub public: bool,
    /// When the game was begun, that is, when the challenge was accepted.
    pub begun_at: Timestamp,
}
