//! Games that the server keeps failing to process, because their logs are damaged or can no longer be read. Every sweep
//! comes to them again, but each is logged only once, and a metric counts them.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use super::game_id::GameId;

/// The games at which a kind of work has failed since this server started, and not succeeded since.
pub struct FailingGames {
    /// The kind of work, as the metric names it.
    work: &'static str,
    /// What the log says of a game.
    message: &'static str,
    ids: Mutex<HashSet<GameId>>,
}

impl FailingGames {
    /// No game fails yet.
    pub fn new(work: &'static str, message: &'static str) -> Self {
        Self { work, message, ids: Mutex::default() }
    }

    /// Processing a game has failed: logged if it had not failed before.
    pub fn note_failure(&self, id: &GameId, error: &anyhow::Error) {
        if self.change(|ids| ids.insert(id.clone())) {
            tracing::error!(%id, error = format!("{error:#}"), "{}", self.message);
        }
    }

    /// The work has succeeded at a game.
    pub fn note_success(&self, id: &GameId) {
        self.change(|ids| ids.remove(id));
    }

    /// Changes which they are, and says whether there was anything to change.
    fn change(&self, change: impl FnOnce(&mut HashSet<GameId>) -> bool) -> bool {
        let mut ids = self.ids.lock().unwrap_or_else(PoisonError::into_inner);
        let has_changed = change(&mut ids);
        if has_changed {
            metrics::gauge!("games_failing", "work" => self.work).set(u32::try_from(ids.len()).unwrap_or(u32::MAX));
        }
        has_changed
    }
}
