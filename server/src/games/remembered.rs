//! Games as they were last read, so that a log is read and folded once a turn and not once a page. A game is what its
//! events make of it, so one that is remembered stands for the stored one exactly if it has as many events: whoever
//! takes it from here has read their number in the game's row a moment ago. So several servers need not tell each other.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use sqlx::PgConnection;

use super::GameId;
use super::store::{self, Looking, StoredGame};
use crate::app::App;
use crate::error::Error;

/// How much memory they may take together, in bytes.
const MOST: u64 = 64 * 1024 * 1024;
/// What a game takes, about: 22,000 bytes after 40 turns.
const USUAL: u64 = 24 * 1024;

/// The games that this server remembers; clones share them.
#[derive(Clone)]
pub struct RememberedGames(Arc<Cache<GameId, Arc<StoredGame>, BySize>>);

impl Default for RememberedGames {
    fn default() -> Self {
        Self(Arc::new(Cache::with_weighter((MOST / USUAL) as usize, MOST, BySize)))
    }
}

impl RememberedGames {
    /// A game that has so many events by its row: from memory, or else from the database; `None` if there is no such game.
    ///
    /// # Errors
    /// The database fails, or the log is damaged.
    pub async fn load(
        &self,
        connection: &mut PgConnection,
        id: &GameId,
        events: u32,
    ) -> anyhow::Result<Option<Arc<StoredGame>>> {
        if let Some(stored) = self.0.get(id).filter(|stored| stored.events == events) {
            return Ok(Some(stored));
        }
        let Some(stored) = store::load_within(connection, id).await? else { return Ok(None) };
        let stored = Arc::new(stored);
        self.0.insert(id.clone(), Arc::clone(&stored));
        Ok(Some(stored))
    }
}

/// A game as it is for everybody who knows its address.
///
/// # Errors
/// There is no such game, or the database fails.
pub async fn look(app: &App, id: &str) -> Result<Arc<StoredGame>, Error> {
    let id = GameId::read(id).ok_or(Error::NotFound)?;
    let mut connection = app.pool.acquire().await?;
    let glance = store::glance(&mut connection, &id, Looking::Nobody, app.now.get()).await?.ok_or(Error::NotFound)?;
    app.games.load(&mut connection, &id, glance.events).await?.ok_or(Error::NotFound)
}

/// Counts a game as the bytes that it takes.
#[derive(Clone)]
struct BySize;

impl Weighter<GameId, Arc<StoredGame>> for BySize {
    fn weight(&self, _: &GameId, stored: &Arc<StoredGame>) -> u64 {
        stored.memory() as u64
    }
}
