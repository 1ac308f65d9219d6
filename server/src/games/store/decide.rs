//! A game decided: read, decided in memory, and written if it is still as it was read.

use std::sync::Arc;
use std::time::Duration;

use domain::correspondence::event::Event;
use domain::correspondence::refusal::Refusal;
use jiff::{SignedDuration, Timestamp};

use super::consequences::Change;
use super::kibitz::lock_game;
use super::write::Progress;
use super::{Games, StoredGame, live, pending_leave, record_leave};
use crate::games::game_id::GameId;
use crate::games::outages;
use crate::platform::database::Transaction;

/// What came of asking a game for something.
pub struct Decided {
    /// The game's present state.
    pub stored: Arc<StoredGame>,
    /// Whether it was done, or why not.
    pub answer: Result<(), Refusal>,
}

/// How long after a deadline only requests that arrived before it are decided: such a turn may still be waiting for the
/// database. Requests that arrive within these two seconds wait for their end.
pub const GRACE: SignedDuration = SignedDuration::from_secs(2);

impl Games {
    /// Changes a game: first its players' pending leave and outages of the site are recorded, then overdue events happen, then
    /// the request is decided; all events are written together with the game's row and their consequences, or none. If the game was
    /// changed meanwhile, all of it is done again on the game as it is then, so `ask` may be called several times; its
    /// last answer counts. `now` is when the request arrived; within the [`GRACE`] period after a deadline it waits.
    /// `None` if there is no such game.
    ///
    /// # Errors
    /// The database fails, or the log is damaged; nothing has changed.
    pub async fn decide(
        &self,
        id: &GameId,
        now: Timestamp,
        mut ask: impl FnMut(&StoredGame) -> Result<Vec<Event>, Refusal>,
    ) -> anyhow::Result<Option<Decided>> {
        let mut has_waited = false;
        loop {
            let Some(mut decision) = Decision::begin(self, id, now).await? else { return Ok(None) };
            if let Some(wait) = decision.grace_left(now).filter(|_| !has_waited) {
                // The transaction is rolled back.
                drop(decision);
                tokio::time::sleep(wait).await;
                has_waited = true;
                continue;
            }
            let ticked = decision.stored.game.tick(now);
            decision.apply(ticked)?;
            let answer = match ask(&decision.stored) {
                Ok(decided) => {
                    decision.apply(decided)?;
                    Ok(())
                }
                Err(refusal) => Err(refusal),
            };
            if let Some(stored) = decision.write(self, answer.is_ok()).await? {
                return Ok(Some(Decided { stored, answer }));
            }
        }
    }
}

/// A game that is being decided.
struct Decision {
    /// As it was read.
    before: Arc<StoredGame>,
    /// As it is now: a copy, as soon as something has happened.
    stored: Arc<StoredGame>,
    /// What has happened since it was read, and is still to be written.
    events: Vec<Event>,
    /// In which pending leave was taken; `None` if there was none.
    transaction: Option<Transaction>,
}

impl Decision {
    /// Reads a game, and records in it what is pending: leave, and outages of the site, by which no clock may lose time.
    async fn begin(games: &Games, id: &GameId, now: Timestamp) -> anyhow::Result<Option<Self>> {
        let found = games.remembered.load_present(&mut *games.pool.acquire().await?, id, now).await?;
        let Some((stored, pending)) = found else { return Ok(None) };
        if pending.heartbeat_missed {
            outages::record_heartbeat(&mut *games.pool.acquire().await?, now).await?;
        }
        let mut decision = Self { before: Arc::clone(&stored), stored, events: Vec::new(), transaction: None };
        if pending.leave {
            let mut transaction = games.pool.begin().await?;
            let pending = pending_leave::take_for_game(&mut transaction, id).await?;
            decision.events = record_leave(Arc::make_mut(&mut decision.stored), &pending, now)?;
            decision.transaction = Some(transaction);
        }
        if pending.outage || pending.heartbeat_missed {
            let turn_since = decision.stored.game.turn_since();
            let outages = match &mut decision.transaction {
                Some(transaction) => outages::ended_after(transaction, turn_since).await?,
                None => outages::ended_after(&mut *games.pool.acquire().await?, turn_since).await?,
            };
            for outage in outages {
                let noted = decision.stored.game.note_outage(outage, now);
                decision.apply(noted)?;
            }
        }
        Ok(Some(decision))
    }

    /// How long it is until the deadline that is past can be held against the player to move.
    fn grace_left(&self, now: Timestamp) -> Option<Duration> {
        let deadline = self.stored.game.deadline().filter(|&deadline| deadline <= now)?;
        Duration::try_from((deadline + GRACE).duration_since(now)).ok().filter(|left| !left.is_zero())
    }

    fn apply(&mut self, events: Vec<Event>) -> anyhow::Result<()> {
        if !events.is_empty() {
            Arc::make_mut(&mut self.stored).apply(&events)?;
            self.events.extend(events);
        }
        Ok(())
    }

    /// Writes what has happened and what follows from it, announces it, and remembers the game. `None` if the game has
    /// changed since it was read: then nothing was written.
    ///
    /// What was `granted` without an event had been done before, perhaps by a transaction that no standby has yet. A commit
    /// waits until a standby has all that it builds on, so that the answer holds whatever happens to this database.
    async fn write(self, games: &Games, granted: bool) -> anyhow::Result<Option<Arc<StoredGame>>> {
        if self.events.is_empty() {
            if let Some(transaction) = self.transaction {
                transaction.commit().await?;
            } else if granted {
                lock_game(&mut *games.pool.acquire().await?, &self.stored.id).await?;
            }
            return Ok(Some(self.stored));
        }
        let has_ended = self.before.game.conclusion().is_none() && self.stored.game.conclusion().is_some();
        let change = Change { stored: &self.stored, events: &self.events, has_ended };
        let progress = Progress {
            since: self.before.version(),
            stored: &self.stored,
            events: &self.events,
            emails: &games.consequences.emails(&change),
            announcements: &live::announcements(&self.stored, &self.before.visible)?,
        };
        let has_more = games.consequences.has_more(&change);
        let mut transaction = match self.transaction {
            None if has_more => Some(games.pool.begin().await?),
            transaction => transaction,
        };
        let is_written = match &mut transaction {
            Some(transaction) => progress.write(transaction).await?,
            // One statement is a transaction of its own.
            None => progress.write(&mut *games.pool.acquire().await?).await?,
        };
        if !is_written {
            return Ok(None);
        }
        if let Some(mut transaction) = transaction {
            if has_more {
                games.consequences.changed(&mut transaction, change).await?;
            }
            transaction.commit().await?;
        }
        let mut stored = self.stored;
        Arc::make_mut(&mut stored).reuse_cache(&self.before);
        games.remembered.keep(&stored);
        Ok(Some(stored))
    }
}
