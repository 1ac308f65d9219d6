//! [`OwnFilter`]: what is searched for among what only the viewer may know: their tags, their private notes, and the messages of their
//! games. Whatever is read for it names the viewer, so that nobody finds what others have written for themselves.

use super::asked::Asked;
use crate::accounts::PlayerId;
use crate::tags::TagKey;
use crate::web::form::Problems;
use crate::web::search_error::SearchError;

/// The most characters that words are searched by.
pub const MAX_WORDS_CHARS: usize = 200;

/// Words that are searched for, as PostgreSQL's `websearch_to_tsquery` reads them: all of them, `"these together"`, `or`, `-not`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchedWords(String);

impl SearchedWords {
    /// What was typed, if anything was. What else than ASCII is a word, the database says: `words::fields_without_words`.
    ///
    /// # Errors
    /// It is too long, or there is no word in it.
    pub fn read(typed: &str) -> Result<Option<Self>, SearchError> {
        let words: String = typed.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let has_words = words.chars().any(|c| c.is_alphanumeric() || !c.is_ascii());
        match words.trim() {
            "" => Ok(None),
            words if has_words && words.chars().count() <= MAX_WORDS_CHARS => Ok(Some(Self(folded(words)))),
            _ => Err(SearchError::Words(MAX_WORDS_CHARS)),
        }
    }

    /// Their text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A text without regard to case: what the database takes for the same letter depends on how it was set up.
pub fn folded(text: &str) -> String {
    text.to_lowercase()
}

/// What is asked of a viewer's own: at least one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnFilter {
    /// Whose own.
    pub viewer: PlayerId,
    /// A tag that they have put on the game, theirs or others'.
    pub tag: Option<TagKey>,
    /// Words of their notes in it.
    pub note: Option<SearchedWords>,
    /// Words of messages in their game that they may read.
    pub words: Option<SearchedWords>,
}

impl OwnFilter {
    /// What is asked for, if anything of this kind is.
    pub fn read(asked: &Asked, viewer: Option<PlayerId>, problems: &mut Problems) -> Option<Self> {
        let tag = Some(TagKey::new(&asked.tag)).filter(|tag| !tag.as_str().is_empty());
        let note = problems.note("note", SearchedWords::read(&asked.note)).flatten();
        let words = problems.note("words", SearchedWords::read(&asked.words)).flatten();
        let first = [("tag", tag.is_some()), ("note", note.is_some()), ("words", words.is_some())];
        let (field, _) = first.into_iter().find(|(_, is_asked)| *is_asked)?;
        let Some(viewer) = viewer else {
            problems.add(field, &SearchError::ForMembers);
            return None;
        };
        Some(Self { viewer, tag, note, words })
    }

    /// Whether words are asked for: then only games are found that the viewer plays in.
    pub fn has_words(&self) -> bool {
        self.note.is_some() || self.words.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_are_typed() {
        let read = |typed: &str| SearchedWords::read(typed).map(|words| words.map(|words| words.0));
        assert_eq!(read("  Good\0 \"Luck OR\" -ÖL "), Ok(Some("good  \"luck or\" -öl".to_owned())));
        assert_eq!(read(" \n"), Ok(None));
        assert_eq!(read("🦆"), Ok(Some("🦆".to_owned())));
        for nothing in ["-", "!!! \"\"", &"x".repeat(201)] {
            assert_eq!(read(nothing), Err(SearchError::Words(MAX_WORDS_CHARS)), "{nothing}");
        }
    }
}
