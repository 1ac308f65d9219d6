//! What players write to each other.
//!
//! ```
//! use domain::correspondence::comment::{Comment, CommentError};
//!
//! let comment = Comment::new("  Well played!\r\nAnother one? ")?;
//! assert_eq!(comment.as_str(), "Well played!\nAnother one?");
//! assert_eq!(Comment::new(" \n\u{200b}"), Err(CommentError::Empty));
//! # Ok::<(), CommentError>(())
//! ```

use serde::{Deserialize, Deserializer, Serialize};

use crate::rules::codes::codes;
use crate::rules::visible::{has_visible, without_overrides};

/// A text of a player: 1 to [`Comment::MAX_CHARS`] characters, trimmed, its lines ended by `\n`, no other control
/// characters. Something of it can be seen, and nothing of it turns the direction of what is shown after it. Only a text that was
/// [deleted](Comment::deleted) with its writer's account is empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Comment(#[serde(deserialize_with = "stored")] String);

/// Why a text is no [`Comment`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommentError {
    /// Nothing that can be seen.
    Empty,
    /// Its number of characters.
    TooLong(usize),
    /// A control character, which no keyboard types.
    Unprintable(char),
}

codes! {
    CommentError {
        Empty => "empty",
        TooLong(count) => "too-long",
        Unprintable(found) => "unprintable",
    }
}

impl Comment {
    /// The most characters (Unicode scalar values) of a comment.
    pub const MAX_CHARS: usize = 2_000;

    /// Reads what was typed.
    ///
    /// # Errors
    /// Nothing that can be seen, too long, or with control characters.
    pub fn new(typed: &str) -> Result<Self, CommentError> {
        let text = without_overrides(typed).replace("\r\n", "\n");
        let text = text.trim();
        if !has_visible(text) {
            return Err(CommentError::Empty);
        }
        if let Some(odd) = text.chars().find(|&c| c.is_control() && c != '\n' && c != '\t') {
            return Err(CommentError::Unprintable(odd));
        }
        match text.chars().count() {
            count if count > Self::MAX_CHARS => Err(CommentError::TooLong(count)),
            _ => Ok(Self(text.to_owned())),
        }
    }

    /// A text that was checked when it was written. What was written before turns of direction were taken out loses them here.
    pub fn stored(text: &str) -> Self {
        Self(without_overrides(text).into_owned())
    }

    /// What is in the place of a text whose writer has deleted their account: an empty one, which nobody can write.
    pub const fn deleted() -> Self {
        Self(String::new())
    }

    /// Whether its writer has deleted their account, and the text with it.
    pub const fn is_deleted(&self) -> bool {
        self.0.is_empty()
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn stored<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Ok(Comment::stored(&String::deserialize(from)?).0)
}
