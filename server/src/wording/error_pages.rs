//! What the pages of errors say.

use crate::platform::error::{Forbidden, TooMany, Unreadable};

/// The heading of an error's page, and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorPageWords {
    /// `Not found`
    pub title: &'static str,
    /// What has happened, and what can be done.
    pub sentence: &'static str,
}

const fn words(title: &'static str, sentence: &'static str) -> ErrorPageWords {
    ErrorPageWords { title, sentence }
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

/// A method that an address does not take.
pub const NOT_POSSIBLE_HERE: ErrorPageWords = words(
    "Not possible here",
    "This address cannot do what was asked of it. Go back to the page you came from and try again from there.",
);

/// The path or the query of an address cannot be read.
pub const UNREADABLE_ADDRESS: ErrorPageWords = words(
    "Not readable",
    "Part of the address cannot be read. Check it for odd characters, or start from the home page.",
);

/// The server is busy, or its database is away.
pub const NOT_NOW: ErrorPageWords =
    words("Temporarily unavailable", "The server cannot answer right now. Please try again in a moment.");

/// A request was given up.
pub const TOO_SLOW: ErrorPageWords = words(
    "That took too long",
    "The request took too long and was stopped. If you sent something, check whether it was done before you send it again.",
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
pub const fn unreadable(why: Unreadable) -> ErrorPageWords {
    let sentence = match why {
        Unreadable::CutShort => "The request ended before it was complete.",
        Unreadable::NotUtf8 => "The form is not in UTF-8.",
        Unreadable::Form => {
            "The form did not arrive as this site sends it. Go back, reload the page and send it again."
        }
    };
    words("Not readable", sentence)
}

/// A visitor has reached a limit, and will have room again soon.
pub const fn too_many(what: TooMany) -> ErrorPageWords {
    let sentence = match what {
        TooMany::StreamsOfPlayer => "You have too many live pages open. Close some, then go back and try again.",
        TooMany::StreamsOfNetwork => {
            "Too many live pages are open in your network. Wait a moment, then go back and try again."
        }
        TooMany::Requests => {
            "Too many requests came from your network at once, so this one was not carried out. Wait a moment, then go \
             back and try again."
        }
        TooMany::Films | TooMany::Stills => {
            "The pictures that you asked for are still being made. Wait until they are there, then try again."
        }
        TooMany::Downloads => {
            "Several downloads of games are still going on in your network. Wait until one has ended, then try again."
        }
        TooMany::Uploads => {
            "Several files are still being sent from your network. Wait until one has arrived, then try again."
        }
    };
    words("Too many at once", sentence)
}
