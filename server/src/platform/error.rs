//! What can go wrong with a request. `web` makes a page of it.
//!
//! A form that is refused is not an error but a page: its handler answers with the form again and status 422.

use std::time::Duration;

/// Why a request has no page of its own for an answer.
#[derive(Debug)]
pub enum Error {
    /// There is no such thing, or it is private to others: 404.
    NotFound,
    /// It exists, but another player decides about it: 403.
    Forbidden(Forbidden),
    /// A form was sent from a page of another site: 403.
    FromAnotherSite,
    /// Only a signed-in player can do this: 303 to the login page, which leads back to this path.
    SignIn {
        /// The path and query to come back to.
        next: String,
    },
    /// Only a player with an account can do this, and it is a guest who asks: 303 to the sign-up page, which leads on to this
    /// path.
    SignUp {
        /// The path and query to go on at.
        next: String,
    },
    /// The request could not be read: 400.
    Unreadable(Unreadable),
    /// The request is larger than any form of ours: 413.
    TooLarge,
    /// A visitor has reached a limit: 429.
    TooMany {
        /// Of what.
        what: TooMany,
        /// After this long there is room again.
        retry_after: Duration,
    },
    /// The server cannot do it at the moment, and will be able to soon: 503.
    NotNow,
    /// It took too long and was given up: 503. It may have been done all the same.
    TooSlow,
    /// It is the server's fault: 500. Logged here, never shown. If the database was unavailable it becomes
    /// [`Self::NotNow`]: nobody can tell then whether the request took effect, so the page does not say.
    Internal(anyhow::Error),
}

/// What is another player's to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forbidden {
    /// A challenge is withdrawn by its challenger alone.
    ChallengeOfAnother,
    /// A game is played by those who sit in it.
    GameOfOthers,
    /// Only spectators comment on a public game.
    NotASpectator,
}

/// Why a request could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It ended before it was complete.
    CutShort,
    /// Its text is not in UTF-8.
    NotUtf8,
    /// It is no form, or not of these fields.
    Form,
}

/// What there was too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooMany {
    /// Streams of one player.
    StreamsOfPlayer,
    /// Streams of one network.
    StreamsOfNetwork,
    /// Requests of one network, for a short time.
    Requests,
    /// Animated pictures that are being made for one network.
    Films,
    /// Other pictures that are.
    Stills,
    /// Downloads of many games.
    Downloads,
    /// Files that are being sent.
    Uploads,
}

domain::codes! {
    TooMany {
        StreamsOfPlayer => "streams-of-player",
        StreamsOfNetwork => "streams-of-network",
        Requests => "requests",
        Films => "films",
        Stills => "stills",
        Downloads => "downloads",
        Uploads => "uploads",
    }
}

impl<E: Into<anyhow::Error>> From<E> for Error {
    fn from(error: E) -> Self {
        Self::Internal(error.into())
    }
}
