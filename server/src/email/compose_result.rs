//! What comes of writing an email.

use jiff::Timestamp;

use super::outgoing::EmailText;

/// An email's words, or why there are none.
pub enum ComposeResult {
    /// This is what it says.
    Content(EmailText),
    /// There is nothing to say any more, for this reason.
    Obsolete(&'static str),
    /// It is too early to say it.
    NotBefore(Timestamp),
}
