//! [`RatingPool`]: among whom a rating was won.

use sqlx::PgConnection;

use crate::accounts::{self, PlayerId};

/// Among whom a rating was won. What somebody wins from computers says little about how they play among people, so each pool has
/// ratings of its own, and a game moves those of one pool only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RatingPool {
    /// Games in which only people sit.
    People,
    /// Games in which at least one seat is a computer's, for everybody in them.
    Computers,
}

impl RatingPool {
    /// Both.
    pub const ALL: [Self; 2] = [Self::People, Self::Computers];

    /// Its name in the database.
    pub const fn key(self) -> &'static str {
        match self {
            Self::People => "people",
            Self::Computers => "computers",
        }
    }

    /// The pool of a name in the database.
    pub fn by_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pool| pool.key() == key)
    }

    /// The pool of a game, by whether a computer has a seat in it: all that decides it.
    pub const fn of_game(has_computer: bool) -> Self {
        if has_computer { Self::Computers } else { Self::People }
    }

    /// The pool of a game of some players.
    ///
    /// # Errors
    /// The database fails.
    pub async fn of_players(connection: &mut PgConnection, players: &[PlayerId]) -> anyhow::Result<Self> {
        Ok(Self::of_game(accounts::any_computer(connection, players).await?))
    }
}
