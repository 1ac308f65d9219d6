//! The hub: passes PostgreSQL's notifications on to this server's subscribers.
//!
//! Announcements are part of the transaction they are about: every server receives them once it has committed, and
//! nobody does if it has not. Each server has one listening connection, however many subscribers there are.
//!
//! A connection that was lost may have missed announcements. Then every subscription ends, and subscribers subscribe
//! again and read the present state: so there is one way to start, and nothing to catch up on.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context, bail};
use sqlx::postgres::PgListener;
use sqlx::{PgConnection, PgPool};
use tokio::sync::{Notify, Semaphore, SemaphorePermit, watch};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

/// The one channel of PostgreSQL: a subscription costs the database nothing.
const CHANNEL: &str = "mallard";
/// After this long without an announcement the connection is checked: a dead one is silent too.
const CHECK_AFTER: Duration = Duration::from_secs(30);
/// The timeout of that check.
const CHECK_TIMEOUT: Duration = Duration::from_secs(5);
/// The delay before listening again.
const RECONNECT_DELAY: Duration = Duration::from_secs(1);

/// How many subscribers may query the database at the same time: fewer than the pool has connections.
const MAX_CONCURRENT_QUERIES: usize = 4;

/// A notification that something has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// What it is about, in one word: `player/17`.
    pub topic: String,
    /// What subscribers have to know; at most a few thousand bytes.
    pub state: String,
}

/// Notifies every server when the transaction commits.
///
/// # Errors
/// The database fails.
pub async fn announce(connection: &mut PgConnection, announcements: &[Announcement]) -> anyhow::Result<()> {
    let payload: Vec<_> =
        announcements.iter().map(|Announcement { topic, state }| format!("{topic} {state}")).collect();
    sqlx::query!("select pg_notify($1, said) from unnest($2::text[]) said", CHANNEL, &payload)
        .execute(connection)
        .await
        .context("an announcement could not be made")?;
    Ok(())
}

/// The subscribers of this server. Clones share them.
#[derive(Clone)]
pub struct Hub {
    topics: Arc<Mutex<Topics>>,
    query_permits: Arc<Semaphore>,
    /// Notified when the server begins to listen.
    begun: Arc<Notify>,
}

impl Default for Hub {
    fn default() -> Self {
        let query_permits = Arc::new(Semaphore::new(MAX_CONCURRENT_QUERIES));
        Self { topics: Arc::default(), query_permits, begun: Arc::default() }
    }
}

#[derive(Default)]
struct Topics {
    /// Whether the server is listening; otherwise a subscription would wait in vain.
    listening: bool,
    senders: HashMap<String, watch::Sender<Arc<str>>>,
}

/// A subscription to one topic.
pub struct Subscription {
    /// `None` only while it is dropped.
    receiver: Option<watch::Receiver<Arc<str>>>,
    topic: String,
    hub: Hub,
}

impl Hub {
    /// Subscribes to a topic. `None` while the server is not listening, because announcements would be missed.
    pub fn subscribe(&self, topic: String) -> Option<Subscription> {
        let mut topics = self.topics();
        if !topics.listening {
            return None;
        }
        let sender = topics.senders.entry(topic.clone()).or_insert_with(|| watch::Sender::new("".into()));
        Some(Subscription { receiver: Some(sender.subscribe()), topic, hub: self.clone() })
    }

    /// Waits until the server listens.
    pub async fn listens(&self) {
        loop {
            // Enabled before the check, so that a start in between is not missed.
            let mut begun = pin!(self.begun.notified());
            begun.as_mut().enable();
            if self.topics().listening {
                return;
            }
            begun.await;
        }
    }

    /// Waits for a permit to query the database for what has changed. Thousands of subscribers may receive the same
    /// announcement, or reconnect, at once; page requests must still find free connections.
    pub async fn query_permit(&self) -> Option<SemaphorePermit<'_>> {
        // `None` only of a semaphore that was closed, which nobody does.
        self.query_permits.acquire().await.ok()
    }

    /// Listens until the server stops, and reconnects after every loss.
    pub async fn run(self, pool: PgPool, stop: CancellationToken) {
        loop {
            let ended = stop.run_until_cancelled(self.listen(&pool)).await;
            self.end_all();
            let Some(Err(error)) = ended else { return };
            tracing::warn!(error = format!("{error:#}"), "announcements may have been lost; open pages will reconnect");
            if stop.run_until_cancelled(sleep(RECONNECT_DELAY)).await.is_none() {
                return;
            }
        }
    }

    async fn listen(&self, pool: &PgPool) -> anyhow::Result<()> {
        let mut listener = PgListener::connect_with(pool).await?;
        listener.eager_reconnect(false);
        listener.listen(CHANNEL).await?;
        self.topics().listening = true;
        self.begun.notify_waiters();
        loop {
            match timeout(CHECK_AFTER, listener.try_recv()).await {
                Ok(notification) => match notification? {
                    Some(notice) => self.dispatch(notice.payload()),
                    None => bail!("the connection was lost"),
                },
                Err(_quiet) => {
                    let check = sqlx::raw_sql("select 1").execute(&mut listener);
                    timeout(CHECK_TIMEOUT, check).await.context("the connection is dead")??;
                }
            }
        }
    }

    fn dispatch(&self, payload: &str) {
        let (topic, state) = payload.split_once(' ').unwrap_or((payload, ""));
        if let Some(sender) = self.topics().senders.get(topic) {
            sender.send_replace(state.into());
        }
    }

    fn end_all(&self) {
        *self.topics() = Topics::default();
    }

    /// Held only briefly, and never across an await.
    fn topics(&self) -> MutexGuard<'_, Topics> {
        self.topics.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Subscription {
    /// Waits for the next announcement and gives its state: of several at once the last. `None`: announcements may have been lost, or
    /// the server stops.
    pub async fn next(&mut self) -> Option<Arc<str>> {
        let receiver = self.receiver.as_mut()?;
        receiver.changed().await.ok()?;
        Some(receiver.borrow_and_update().clone())
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut topics = self.hub.topics();
        // Under the lock: of two that go at once, each would else leave it to the other to be the last.
        self.receiver = None;
        // Those of another hearing than this one's are counted by their own subscriptions.
        if topics.senders.get(&self.topic).is_some_and(|sender| sender.receiver_count() == 0) {
            topics.senders.remove(&self.topic);
        }
    }
}

#[cfg(test)]
#[path = "listen_tests.rs"]
mod tests;
