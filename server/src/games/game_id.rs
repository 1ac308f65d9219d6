//! A game's name in its address.

use std::fmt;

/// Ten letters and digits, drawn by lot.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(String);

impl GameId {
    /// A name for a new game.
    pub(super) fn draw() -> Self {
        Self(crate::platform::chance::short_id())
    }

    /// A name that comes from the database.
    pub fn stored(id: String) -> Self {
        Self(id)
    }

    /// A name from an address; `None` if no game can have it.
    pub fn read(text: &str) -> Option<Self> {
        crate::platform::chance::could_be_short_id(text).then(|| Self(text.to_owned()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
