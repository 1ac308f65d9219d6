//! What follows from a game's events elsewhere: emails, ratings, rematches. The write side does not know
//! of these: it is handed something that does, and lets it act in the very transaction in which the events are written. So
//! whatever follows does so once or not at all.

use domain::correspondence::event::Event;
use futures_util::future::BoxFuture;
use sqlx::PgConnection;

use super::StoredGame;
use crate::outbox::NewEmail;

/// A game that has changed, within the transaction in which that is written.
pub struct Change<'a> {
    /// The game as it is now.
    pub stored: &'a StoredGame,
    /// What has happened, in order.
    pub events: &'a [Event],
    /// Whether it has ended by these events.
    pub has_ended: bool,
}

/// What follows from what happens in games.
pub trait Consequences: Send + Sync {
    /// A game has begun.
    ///
    /// # Errors
    /// The database fails: then the game has not begun.
    fn begun<'a>(
        &'a self,
        connection: &'a mut PgConnection,
        stored: &'a StoredGame,
    ) -> BoxFuture<'a, anyhow::Result<()>>;

    /// The emails that are owed when something has happened in a game. They are written with its events.
    fn emails(&self, change: &Change<'_>) -> Vec<NewEmail>;

    /// Whether [`changed`](Self::changed) has something to write.
    fn has_more(&self, change: &Change<'_>) -> bool;

    /// Something has happened in a game: writes what follows besides emails.
    ///
    /// # Errors
    /// The database fails: then it has not happened.
    fn changed<'a>(&'a self, connection: &'a mut PgConnection, change: Change<'a>)
    -> BoxFuture<'a, anyhow::Result<()>>;
}
