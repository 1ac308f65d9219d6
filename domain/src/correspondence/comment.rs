//! What players write to each other.
//!
//! ```
//! use domain::correspondence::comment::{Comment, CommentError};
//!
//! let comment = Comment::new("  Well played!\r\nAnother one? ")?;
//! assert_eq!(comment.as_str(), "Well played!\nAnother one?");
//! assert_eq!(Comment::new(" \n "), Err(CommentError::Empty));
//! # Ok::<(), CommentError>(())
//! ```

use serde::{Deserialize, Serialize};

use crate::rules::codes::codes;

/// A text of a player: 1 to [`Comment::MAX_CHARS`] characters, trimmed, its lines ended by `\n`, no other control
/// characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Comment(String);

/// Why a text is no [`Comment`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommentError {
    /// Nothing but blanks.
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
    /// Nothing but blanks, too long, or with control characters.
    pub fn new(typed: &str) -> Result<Self, CommentError> {
        let text = typed.replace("\r\n", "\n");
        let text = text.trim();
        if text.is_empty() {
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

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
