//! [`Tags`]: who played where and when.

use std::collections::BTreeMap;

use crate::rules::visible::without_overrides;

/// The tags that every game has before those of its players, in their order.
pub(super) const ROSTER: [&str; 4] = ["Event", "Site", "Date", "Round"];

/// Those of the players, whatever is played.
const SEATS: [&str; 8] = ["White", "Black", "Red", "Blue", "Yellow", "Green", "Magenta", "Cyan"];

/// The tags that the game itself says, and chess.com's words for the same.
const DERIVED: [&str; 6] = ["Variant", "FEN", "SetUp", "Result", "RuleVariants", "StartFen4"];

/// Tags by their names. What is unknown (`?`, `????.??.??`) is absent, and what the game itself says (`Variant`, `FEN`,
/// `SetUp`, `Result`) is not kept here: so nothing can contradict it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(BTreeMap<String, String>);

impl Tags {
    /// What a tag says.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Every tag with what it says: those of every game first, as PGN has them, then the others by their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        ROSTER.into_iter().filter_map(|name| Some((name, self.get(name)?))).chain(self.others())
    }

    /// Sets a tag, or removes it if the value is unknown. Control characters in the value become spaces, what would
    /// turn the direction of other text is left out, and a name loses
    /// whatever is no letter, digit or underscore.
    pub fn set(&mut self, name: &str, value: &str) {
        let name: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        if name.is_empty() || DERIVED.contains(&name.as_str()) {
            return;
        }
        let value: String = without_overrides(value).chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        if ROSTER.iter().chain(&SEATS).any(|known| *known == name) && value == unknown(&name) {
            self.0.remove(&name);
        } else {
            self.0.insert(name, value);
        }
    }

    /// Removes a tag, and returns what it said.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        self.0.remove(name)
    }

    /// The tags that are not of every game, in the order of their names.
    pub(super) fn others(&self) -> impl Iterator<Item = (&str, &str)> {
        let others = self.0.iter().filter(|(name, _)| !ROSTER.contains(&name.as_str()));
        others.map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// How a tag of every game says that it does not know.
pub(super) fn unknown(name: &str) -> &'static str {
    if name == "Date" { "????.??.??" } else { "?" }
}
