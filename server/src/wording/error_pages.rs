//! What the pages of errors say.

use std::borrow::Cow;

use crate::platform::error::{Forbidden, Unreadable};

/// The heading of an error's page, and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorPageWords {
    /// `Not found`
    pub title: &'static str,
    /// What has happened, and what can be done.
    pub sentence: Cow<'static, str>,
}

const fn words(title: &'static str, sentence: &'static str) -> ErrorPageWords {
    ErrorPageWords { title, sentence: Cow::Borrowed(sentence) }
}

/// There is nothing, or it is private to others.
pub const NOT_FOUND: ErrorPageWords =
    words("Not found", "There is nothing at this address: it may be mistyped, or private to other players.");

/// A form was sent from another site.
pub const FROM_ANOTHER_SITE: ErrorPageWords = words(
    "Sent from another site",
    "This was sent from a page of another site, so it was not carried out. Open the page here and try again.",
);

/// A form is larger than any that is accepted.
pub const TOO_LARGE: ErrorPageWords =
    words("Too large", "That is more than any form here accepts. Go back and shorten what you wrote.");

/// A visitor asks for too many animated pictures at once.
pub const TOO_MANY_FILMS: ErrorPageWords = words(
    "Too many at once",
    "The animated pictures you asked for are still being made. Wait until they are there, then try again.",
);

/// The server is busy, or its database is away.
pub const NOT_NOW: ErrorPageWords =
    words("Temporarily unavailable", "The server cannot answer right now. Please try again in a moment.");

/// A request was given up.
pub const TOO_SLOW: ErrorPageWords = words(
    "That took too long",
    "The server gave up on it. If you sent something, check whether it was done before you send it again.",
);

/// It is the server's own fault.
pub const INTERNAL: ErrorPageWords =
    words("Something broke", "This is our fault, and it has been logged. Nothing was changed; please try again.");

/// It is another player's to decide.
pub const fn forbidden(forbidden: Forbidden) -> ErrorPageWords {
    let sentence = match forbidden {
        Forbidden::ChallengeOfAnother => "This challenge was made by another player: only they can withdraw it.",
        Forbidden::GameOfOthers => "This game is played by others. You can watch it, but not take part.",
        Forbidden::NotASpectator => "Only spectators of a public game can comment on it.",
    };
    words("Not yours", sentence)
}

/// A request cannot be read.
pub fn unreadable(why: &Unreadable) -> ErrorPageWords {
    let sentence = match why {
        Unreadable::CutShort => Cow::Borrowed("The request ended before it was complete."),
        Unreadable::NotUtf8 => Cow::Borrowed("The form is not in UTF-8."),
        Unreadable::Form(rejection) => Cow::Owned(format!("The form cannot be read: {rejection}.")),
    };
    ErrorPageWords { title: "Not readable", sentence }
}
