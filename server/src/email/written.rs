//! What comes of writing a letter.

use jiff::Timestamp;

use super::letter::Words;

/// A letter's words, or why there are none.
pub enum Written {
    /// This is what it says.
    Words(Words),
    /// There is nothing to say any more, for this reason.
    Obsolete(&'static str),
    /// It is too early to say it.
    NotBefore(Timestamp),
}
