//! What a collection is.

use std::fmt;

use crate::accounts::{Player, PlayerId};
use crate::platform::chance::ShortId;
use crate::web::moment::Moment;
use crate::web::title::{Title, TitleError};
pub use crate::web::visibility::Visibility;
use crate::wording::collections as words;

/// A collection's name in its address, drawn by lot, so that nobody finds one by guessing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectionId(ShortId);

impl CollectionId {
    /// A name for a new collection.
    pub fn draw() -> Self {
        Self(ShortId::draw())
    }

    /// A name that comes from the database.
    pub fn stored(id: String) -> Self {
        Self(ShortId::stored(id))
    }

    /// A name from an address; `None` if no collection can have it.
    pub fn read(text: &str) -> Option<Self> {
        ShortId::read(text).map(Self)
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The path of its page.
    pub fn path(&self) -> String {
        format!("/collections/{self}")
    }

    /// The path of a game's page.
    pub fn game_path(&self, number: i32) -> String {
        format!("{}/games/{number}", self.path())
    }
}

impl fmt::Display for CollectionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a collection is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectionName(Title);

impl CollectionName {
    /// The most characters.
    pub const MAX_CHARS: usize = Title::MAX_CHARS;

    /// A name that was typed.
    ///
    /// # Errors
    /// It is empty or too long.
    pub fn read(typed: &str) -> Result<Self, TitleError> {
        Title::read(typed).map(Self)
    }

    /// The name of a file without its ending, for a collection that was given none.
    pub fn of_file(file: &str) -> Self {
        let stem = file.rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
        let stem: String = stem.chars().filter(|c| !c.is_control()).collect();
        Self(Title::cut(&stem).unwrap_or_else(|| Title::stored(words::UNNAMED)))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

/// A collection.
pub struct Collection {
    /// Its name in its address.
    pub id: CollectionId,
    /// Whose it is.
    pub owner: Player,
    /// What it is called.
    pub name: String,
    /// What it is about, in its owner's words; empty if they say nothing, or in a list.
    pub description: String,
    /// Who may look at it.
    pub visibility: Visibility,
    /// How many games it has.
    pub games: i32,
    /// When it was made.
    pub made_at: Moment,
}

impl Collection {
    /// Whether somebody may look at it.
    pub fn is_seen_by(&self, viewer: Option<PlayerId>) -> bool {
        self.visibility != Visibility::Private || self.is_of(viewer)
    }

    /// Whether somebody owns it.
    pub fn is_of(&self, viewer: Option<PlayerId>) -> bool {
        viewer == Some(self.owner.id)
    }

    /// Who sees it, in a sentence.
    pub const fn hint(&self) -> &'static str {
        self.visibility.hint(&words::WHO_SEES_IT)
    }

    /// How many games it has, in words.
    pub fn size(&self) -> String {
        words::games(self.games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_collection_is_named_after_its_file_or_as_somebody_says() {
        for (file, name) in [
            ("Best games.pgn", "Best games"),
            ("C:\\games\\2026.01.pgn", "2026.01"),
            ("../../etc/passwd", "passwd"),
            ("", words::UNNAMED),
            (".pgn", words::UNNAMED),
            (" \u{202e}\u{7}.pgn", words::UNNAMED),
        ] {
            assert_eq!(CollectionName::of_file(file).as_str(), name, "{file}");
        }
        assert_eq!(CollectionName::read("  a \n b ").unwrap().as_str(), "a b");
        assert_eq!(CollectionName::read(" \u{200b}"), Err(TitleError::Nothing));
        assert_eq!(CollectionName::read(&"x".repeat(101)), Err(TitleError::Long));
    }
}
