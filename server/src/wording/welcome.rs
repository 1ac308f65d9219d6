//! The welcome game.

use super::computers;

/// The button that begins it.
pub const BEGIN: &str = "Begin the game";
/// The button that begins another one, after a game that was won.
pub const STRONGER: &str = "Play a stronger one";
/// The button that begins another one.
pub const AGAIN: &str = "Another game";

/// What to expect of a game.
pub struct Expected {
    /// Of whom.
    pub opponent: String,
    /// How they play.
    pub hint: &'static str,
}

/// What to expect of a computer of a level.
pub fn expected(name: &str, level: u8) -> Expected {
    let computers::InWords { title, hint } = computers::of_level(level);
    Expected { opponent: format!("{name} is a computer of level {level}, “{title}”."), hint }
}
