//! What can go wrong with a request. `web` makes a page of it.
//!
//! A form that is refused is not an error but a page: its handler answers with the form again and status 422.

/// Why a request has no page of its own for an answer.
#[derive(Debug)]
pub enum Error {
    /// There is no such thing, or it is private to others: 404.
    NotFound,
    /// The thing is there, but it is another player's to decide: 403. The sentence says whose.
    Forbidden(&'static str),
    /// Only a signed-in player can do this: 303 to the login page, which leads back to this path.
    SignIn {
        /// The path and query to come back to.
        next: String,
    },
    /// The request could not be read: 400. The sentence says why.
    Unreadable(String),
    /// The request is larger than any form of ours: 413.
    TooLarge,
    /// Too much was asked for at once: 429. The sentence says what to wait for.
    TooMany(&'static str),
    /// The server cannot do it at the moment, and will be able to soon: 503.
    NotNow,
    /// It took too long and was given up: 503. It may have been done all the same.
    TooSlow,
    /// It is the server's fault: 500. Logged here, never shown. Where the database was away it is as [`Self::NotNow`]:
    /// whether what was sent was still done, nobody can tell then, so nothing is said of it.
    Internal(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for Error {
    fn from(error: E) -> Self {
        Self::Internal(error.into())
    }
}
