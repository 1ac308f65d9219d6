//! What a collection is.

use std::fmt;

use domain::rules::visible::{has_visible, without_overrides};

use super::error::CollectionError;
use crate::accounts::{Player, PlayerId};
use crate::platform::chance;
use crate::web::moment::Moment;
use crate::wording::collections as words;

/// A collection's name in its address: ten letters and digits, drawn by lot, so that nobody finds one by guessing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectionId(String);

impl CollectionId {
    /// A name for a new collection.
    pub fn draw() -> Self {
        Self(chance::short_id())
    }

    /// A name that comes from the database.
    pub fn stored(id: String) -> Self {
        Self(id)
    }

    /// A name from an address; `None` if no collection can have it.
    pub fn read(text: &str) -> Option<Self> {
        chance::could_be_short_id(text).then(|| Self(text.to_owned()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The path of its page.
    pub fn path(&self) -> String {
        format!("/collections/{self}")
    }
}

impl fmt::Display for CollectionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Who may look at a collection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Visibility {
    /// Its owner.
    #[default]
    Private,
    /// Whoever knows its address.
    Link,
    /// Everybody; it is in the list of public ones.
    Public,
}

impl Visibility {
    /// All, in the order a person is offered them.
    pub const ALL: [Self; 3] = [Self::Private, Self::Link, Self::Public];

    /// Its name in forms and in the database.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Private => "private",
            Self::Link => "link",
            Self::Public => "public",
        }
    }

    /// What a person reads.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Private => words::PRIVATE,
            Self::Link => words::BY_LINK,
            Self::Public => words::PUBLIC,
        }
    }

    /// Who sees it then.
    pub const fn hint(self) -> &'static str {
        match self {
            Self::Private => words::PRIVATE_HINT,
            Self::Link => words::BY_LINK_HINT,
            Self::Public => words::PUBLIC_HINT,
        }
    }

    /// The one with a key; the most cautious if there is none, so that what is unknown stays private.
    pub fn stored(key: &str) -> Self {
        Self::ALL.into_iter().find(|visibility| visibility.key() == key).unwrap_or_default()
    }

    /// What was chosen in a form. Where nothing is chosen it is private.
    ///
    /// # Errors
    /// It is none of the choices.
    pub fn chosen(key: &str) -> Result<Self, CollectionError> {
        match key {
            "" => Ok(Self::default()),
            key => {
                Self::ALL.into_iter().find(|visibility| visibility.key() == key).ok_or(CollectionError::NoVisibility)
            }
        }
    }
}

/// What a collection is called: something of it can be seen, and it is one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectionName(String);

impl CollectionName {
    /// The most characters.
    pub const MAX_CHARS: usize = 100;

    /// A name that was typed.
    ///
    /// # Errors
    /// It is empty or too long.
    pub fn read(typed: &str) -> Result<Self, CollectionError> {
        let name = without_overrides(typed).split_whitespace().collect::<Vec<_>>().join(" ");
        match name.chars().count() {
            _ if !has_visible(&name) => Err(CollectionError::NoName),
            chars if chars > Self::MAX_CHARS => Err(CollectionError::LongName),
            _ => Ok(Self(name)),
        }
    }

    /// The name of a file without its ending, for a collection that was given none.
    pub fn of_file(file: &str) -> Self {
        let stem = file.rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
        let stem: String = stem.chars().filter(|c| !c.is_control()).take(Self::MAX_CHARS).collect();
        Self::read(&stem).unwrap_or_else(|_| Self(words::UNNAMED.to_owned()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
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
        assert_eq!(CollectionName::read(" \u{200b}"), Err(CollectionError::NoName));
        assert_eq!(CollectionName::read(&"x".repeat(101)), Err(CollectionError::LongName));
    }

    #[test]
    fn what_is_not_known_stays_private() {
        assert_eq!(Visibility::stored("secret"), Visibility::Private);
        assert_eq!(Visibility::chosen(""), Ok(Visibility::Private));
        assert_eq!(Visibility::chosen("everybody"), Err(CollectionError::NoVisibility));
    }
}
