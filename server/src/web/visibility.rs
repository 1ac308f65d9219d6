//! Who may look at what a player makes here.

use crate::wording::Explained;
use crate::wording::visibility as words;
pub use crate::wording::visibility::WhoSeesIt;

/// Who may look at something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Visibility {
    /// Its owner, and whoever makes it with them.
    #[default]
    Private,
    /// Whoever knows its address.
    Link,
    /// Everybody; it is in the list of public ones.
    Public,
}

/// What somebody made, after the site's operator made it private.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unpublished {
    /// Whether it was private before.
    pub was_private: bool,
    /// The name of its owner.
    pub owner: String,
    /// What it is called.
    pub name: String,
    /// What its owner wrote about it; may be empty.
    pub description: String,
}

/// What was chosen is none of the choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoVisibility;

impl Explained for NoVisibility {
    fn code(&self) -> &'static str {
        "no-visibility"
    }

    fn sentence(&self) -> String {
        words::NOT_CHOSEN.to_owned()
    }
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

    /// Who sees it then, in the words of what is looked at.
    pub const fn hint(self, words: &WhoSeesIt) -> &'static str {
        match self {
            Self::Private => words.private,
            Self::Link => words.by_link,
            Self::Public => words.public,
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
    pub fn chosen(key: &str) -> Result<Self, NoVisibility> {
        match key {
            "" => Ok(Self::default()),
            key => Self::ALL.into_iter().find(|visibility| visibility.key() == key).ok_or(NoVisibility),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_stays_private() {
        assert_eq!(Visibility::stored("secret"), Visibility::Private);
        assert_eq!(Visibility::chosen(""), Ok(Visibility::Private));
        assert_eq!(Visibility::chosen("everybody"), Err(NoVisibility));
    }
}
