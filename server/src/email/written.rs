//! What comes of writing an email.

use jiff::Timestamp;

use super::outgoing::Words;

/// An email's words, or why there are none.
pub enum Written {
    /// This is what it says.
    Words(Words),
    /// There is nothing to say any more, for this reason.
    Obsolete(&'static str),
    /// It is too early to say it.
    NotBefore(Timestamp),
}
