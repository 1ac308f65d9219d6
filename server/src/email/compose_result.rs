//! The result of writing an email.

use jiff::Timestamp;

use super::outgoing::EmailText;

/// An email's text, or why there is none.
pub enum ComposeResult {
    /// The text.
    Content(EmailText),
    /// The email is no longer needed, for this reason.
    Obsolete(&'static str),
    /// It is too early to send it.
    NotBefore(Timestamp),
}
