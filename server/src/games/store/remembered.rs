//! Games as they were last read, so that a log is read and folded once a turn and not once a page. A game is determined
//! by its events, so a cached one is current if it has as many events as the stored one: or, for a viewer, as many
//! events that they may see. Callers have just read these counts from the game's row, so several servers need no
//! invalidation messages; and the response time does not reveal events that a viewer may not know of.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use jiff::Timestamp;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use sqlx::PgConnection;

use super::{Pending, RowVersion, StoredGame, load_within};
use crate::accounts::PlayerId;
use crate::games::game_id::GameId;
use crate::games::visible::{Extent, VisibleEvents};

/// How much memory they may take together, in bytes.
const MAX_BYTES: u64 = 64 * 1024 * 1024;
/// What a game takes, about: 22,000 bytes after 40 turns.
const USUAL: u64 = 24 * 1024;

/// The games that this server remembers; clones share them.
#[derive(Clone)]
pub struct RememberedGames {
    games: Arc<Cache<GameId, Arc<StoredGame>, BySize>>,
    reads: Arc<AtomicU64>,
}

impl Default for RememberedGames {
    fn default() -> Self {
        let games = Arc::new(Cache::with_weighter((MAX_BYTES / USUAL) as usize, MAX_BYTES, BySize));
        Self { games, reads: Arc::default() }
    }
}

impl RememberedGames {
    /// A game as it is for a viewer who has read how far it has come: from memory, or else from the database; `None` if there is no such game.
    ///
    /// # Errors
    /// The database fails, or the log is damaged.
    pub async fn load(
        &self,
        connection: &mut PgConnection,
        id: &GameId,
        extent: &Extent,
        viewer: Option<PlayerId>,
    ) -> anyhow::Result<Option<Arc<StoredGame>>> {
        let remembered = self.games.get(id);
        if let Some(stored) = remembered.as_ref().filter(|stored| is_present(stored, extent, viewer)) {
            return Ok(Some(Arc::clone(stored)));
        }
        self.read(connection, id, remembered).await
    }

    /// A game as its row has it, to be changed, and what is pending in it: from memory if the row is about the very
    /// log that this is the result of, or else from the database; `None` if there is no such game.
    ///
    /// # Errors
    /// The database fails, or the log is damaged.
    pub async fn load_present(
        &self,
        connection: &mut PgConnection,
        id: &GameId,
        now: Timestamp,
    ) -> anyhow::Result<Option<(Arc<StoredGame>, Pending)>> {
        let Some((version, pending)) = RowVersion::read(connection, id, now).await? else { return Ok(None) };
        let remembered = self.games.get(id);
        if let Some(stored) = remembered.as_ref().filter(|stored| stored.version() == version) {
            return Ok(Some((Arc::clone(stored), pending)));
        }
        let stored = self.read(connection, id, remembered).await?;
        Ok(stored.map(|stored| (stored, pending)))
    }

    /// Remembers a game as it was just written.
    pub fn keep(&self, stored: &Arc<StoredGame>) {
        self.games.insert(stored.id.clone(), Arc::clone(stored));
    }

    /// Forgets a game, so that its log is read next.
    pub fn forget(&self, id: &GameId) {
        self.games.remove(id);
    }

    async fn read(
        &self,
        connection: &mut PgConnection,
        id: &GameId,
        remembered: Option<Arc<StoredGame>>,
    ) -> anyhow::Result<Option<Arc<StoredGame>>> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        let Some(mut stored) = load_within(connection, id).await? else { return Ok(None) };
        // It may come from a replica that is behind what is remembered.
        let is_older = remembered
            .as_ref()
            .is_some_and(|remembered| remembered.events > stored.events || remembered.seated_anew > stored.seated_anew);
        if let Some(before) = remembered {
            stored.reuse_cache(&before);
        }
        let stored = Arc::new(stored);
        if !is_older {
            self.keep(&stored);
        }
        Ok(Some(stored))
    }

    /// How often a log has been read since the server started because no remembered game was up to date.
    pub fn reads(&self) -> u64 {
        self.reads.load(Ordering::Relaxed)
    }
}

/// Whether a game that is remembered has all that a viewer may see of one that has come so far, and its present players.
fn is_present(stored: &StoredGame, extent: &Extent, viewer: Option<PlayerId>) -> bool {
    let has_all = |visible: &VisibleEvents| {
        let seats = stored.seats_of(viewer);
        visible.seen_from(&seats) == stored.visible.seen_from(&seats)
    };
    stored.seated_anew == extent.seated_anew
        && (stored.events == extent.events || extent.visible.as_ref().is_some_and(has_all))
}

/// Counts a game as the bytes that it takes.
#[derive(Clone)]
struct BySize;

impl Weighter<GameId, Arc<StoredGame>> for BySize {
    fn weight(&self, _: &GameId, stored: &Arc<StoredGame>) -> u64 {
        stored.memory() as u64
    }
}
