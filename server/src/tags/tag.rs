//! A label, and a list of them as it is typed.

use std::fmt;

use domain::rules::visible::{has_visible, is_blank};

use crate::wording::{self, Explained};

/// The most labels of one player on one game.
pub const MAX_TAGS: usize = 20;
/// The most characters of a label.
pub const MAX_CHARS: usize = 30;

/// A label: 1 to 30 characters, no comma, single blanks. Labels that differ only in case are the same.
#[derive(Clone, Debug)]
pub struct Tag(String);

/// A label without regard to case, by which it is found.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TagKey(String);

/// Why a text is no list of labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TagsError {
    /// A label is longer than 30 characters.
    TooLong(String),
    /// A character that cannot be seen.
    Invisible(String),
    /// More than 20 labels.
    TooMany(usize),
}

domain::codes! {
    TagsError {
        TooLong(beginning) => "too-long",
        Invisible(visible) => "invisible",
        TooMany(count) => "too-many",
    }
}

impl Explained for TagsError {
    fn code(&self) -> &'static str {
        self.code()
    }

    fn sentence(&self) -> String {
        match self {
            Self::TooLong(beginning) => wording::tags::too_long(MAX_CHARS, beginning),
            Self::Invisible(visible) => wording::tags::invisible(visible),
            Self::TooMany(count) => wording::tags::too_many(MAX_TAGS, *count),
        }
    }
}

impl Tag {
    /// A label that was checked when it was stored.
    pub fn stored(text: String) -> Self {
        Self(text)
    }

    fn read(typed: &str) -> Result<Self, TagsError> {
        let text = typed.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.chars().count() > MAX_CHARS {
            return Err(TagsError::TooLong(text.chars().take(MAX_CHARS).chain(['…']).collect()));
        }
        if text.chars().any(is_invisible) {
            return Err(TagsError::Invisible(text.chars().filter(|&c| !is_invisible(c)).collect()));
        }
        Ok(Self(text))
    }

    /// The label as it was typed.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What it is found by.
    pub fn key(&self) -> TagKey {
        TagKey::new(&self.0)
    }
}

/// Whether a character shows nothing. A label may have those that choose how the one before them is drawn, as with flags.
fn is_invisible(c: char) -> bool {
    let chooses = matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0020}'..='\u{e007f}');
    is_blank(c) && c != ' ' && !chooses
}

impl TagKey {
    /// The key of a label, however it is typed.
    pub fn new(typed: &str) -> Self {
        let visible: String = typed.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        Self(visible.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase())
    }

    /// The key's text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Reads labels separated by commas or on lines of their own; empty ones do not count, and of the same one twice the first.
///
/// # Errors
/// A label is too long or has something invisible in it, or there are too many.
pub fn read_tags(typed: &str) -> Result<Vec<Tag>, TagsError> {
    let mut tags: Vec<Tag> = Vec::new();
    for text in typed.split([',', '\n']).filter(|text| has_visible(text)) {
        let tag = Tag::read(text)?;
        if !tags.iter().any(|other| other.key() == tag.key()) {
            tags.push(tag);
        }
    }
    if tags.len() > MAX_TAGS { Err(TagsError::TooMany(tags.len())) } else { Ok(tags) }
}

/// Labels as they are typed: `endgame, with Kwak`.
pub fn written(tags: &[Tag]) -> String {
    tags.iter().map(Tag::as_str).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::{TagsError, read_tags, written};
    use crate::wording::codes_tests::each_is_explained;

    #[test]
    fn tags_are_read_as_they_are_typed() {
        let read = |typed| read_tags(typed).map(|tags| written(&tags));
        assert_eq!(read(" endgame,  with\tKwak ,, Endgame,").unwrap(), "endgame, with Kwak");
        assert_eq!(read("").unwrap(), "");
        assert_eq!(read("\u{200b}, \u{fe0f}\u{3164}, ❤\u{fe0f}").unwrap(), "❤\u{fe0f}");
        assert_eq!(read("Öl, öl, ÖL").unwrap(), "Öl");
        assert_eq!(read(&"x".repeat(30)).unwrap(), "x".repeat(30));
    }

    #[test]
    fn every_reason_has_a_sentence() {
        let text = || "quack".to_owned();
        each_is_explained(
            TagsError::CODES,
            &[TagsError::TooLong(text()), TagsError::Invisible(text()), TagsError::TooMany(21)],
        );
    }

    #[test]
    fn what_cannot_be_a_tag_is_refused() {
        let many: Vec<_> = (0..21).map(|n| n.to_string()).collect();
        assert_eq!(read_tags(&many.join(",")).unwrap_err(), TagsError::TooMany(21));
        assert!(matches!(read_tags(&"x".repeat(31)), Err(TagsError::TooLong(_))));
        assert_eq!(read_tags("a\u{202e}b").unwrap_err(), TagsError::Invisible("ab".to_owned()));
        assert!(matches!(read_tags("a\0b"), Err(TagsError::Invisible(_))));
        assert!(matches!(read_tags("a\u{3164}b"), Err(TagsError::Invisible(_))));
    }
}
