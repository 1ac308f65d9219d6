//! What a player calls something of theirs.

use domain::rules::visible::{has_visible, without_overrides};

use crate::wording::{Explained, titles as words};

/// What something is called: something of it can be seen, it is one line, and nothing of it turns the direction of other text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Title(String);

/// Why a text is no [`Title`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TitleError {
    /// Nothing of it can be seen.
    Nothing,
    /// It is longer than a title.
    Long,
}

impl Explained for TitleError {
    fn code(&self) -> &'static str {
        match self {
            Self::Nothing => "no-name",
            Self::Long => "long-name",
        }
    }

    fn sentence(&self) -> String {
        match self {
            Self::Nothing => words::NOTHING.to_owned(),
            Self::Long => words::long(Title::MAX_CHARS),
        }
    }
}

impl Title {
    /// The most characters.
    pub const MAX_CHARS: usize = 100;

    /// What was typed.
    ///
    /// # Errors
    /// Nothing of it can be seen, or it is too long.
    pub fn read(typed: &str) -> Result<Self, TitleError> {
        let title = without_overrides(typed).split_whitespace().collect::<Vec<_>>().join(" ");
        match title.chars().count() {
            _ if !has_visible(&title) => Err(TitleError::Nothing),
            chars if chars > Self::MAX_CHARS => Err(TitleError::Long),
            _ => Ok(Self(title)),
        }
    }

    /// As much of a text as a title holds; `None` if nothing of that can be seen.
    pub fn cut(text: &str) -> Option<Self> {
        Self::read(&text.chars().take(Self::MAX_CHARS).collect::<String>()).ok()
    }

    /// One that is known to be a title.
    pub fn stored(title: impl Into<String>) -> Self {
        Self(title.into())
    }

    /// The title.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_one_line_that_can_be_seen() {
        assert_eq!(Title::read("  a \n b ").unwrap().as_str(), "a b");
        assert_eq!(Title::read(" \u{200b}"), Err(TitleError::Nothing));
        assert_eq!(Title::read(&"x".repeat(101)), Err(TitleError::Long));
        assert_eq!(Title::cut(&"x".repeat(101)).unwrap().as_str().len(), 100);
        assert_eq!(Title::cut(" \u{202e}"), None);
    }
}
