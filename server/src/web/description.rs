//! What something of a player's is about, in their own words.

use domain::correspondence::comment::{Comment, CommentError};

/// What was typed; empty if nothing of it can be seen.
///
/// # Errors
/// It is too long, or not text.
pub fn read(typed: &str) -> Result<String, CommentError> {
    match Comment::new(typed) {
        Ok(words) => Ok(words.as_str().to_owned()),
        Err(CommentError::Empty) => Ok(String::new()),
        Err(error) => Err(error),
    }
}
