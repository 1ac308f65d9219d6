//! What PostgreSQL notifies this server of, handed on to whoever waits for it here.
//!
//! Announcements travel in the transaction they are about, so they are heard when it has been committed, by every server, and not
//! at all when it was not. There is one listening connection a server, however many wait.
//!
//! A connection that was lost may have missed announcements. Then every subscription ends, and whoever held one looks for
//! themselves what has happened and subscribes anew: so there is one way to begin, and nothing to catch up with.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context, bail};
use sqlx::postgres::PgListener;
use sqlx::{PgConnection, PgPool};
use tokio::sync::{Semaphore, SemaphorePermit, watch};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

/// The one channel of PostgreSQL: a subscription costs the database nothing.
const CHANNEL: &str = "mallard";
/// After so long without an announcement the connection is tried: one whose other end is gone is silent too.
const CHECK_AFTER: Duration = Duration::from_secs(30);
/// How long that may take.
const CHECK_TIMEOUT: Duration = Duration::from_secs(5);
/// Between two tries to listen again.
const RECONNECT_DELAY: Duration = Duration::from_secs(1);

/// How many of those who heard something look in the database at the same time: fewer than the pool has connections.
const MAX_CONCURRENT_QUERIES: usize = 4;

/// That something has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// What it is about, in one word: `player/17`.
    pub topic: String,
    /// What those who wait have to know; at most some thousand bytes.
    pub state: String,
}

/// Tells every server, when the transaction is committed.
///
/// # Errors
/// The database fails.
pub async fn announce(connection: &mut PgConnection, announcements: &[Announcement]) -> anyhow::Result<()> {
    let payload: Vec<_> =
        announcements.iter().map(|Announcement { topic, state }| format!("{topic} {state}")).collect();
    sqlx::query!("select pg_notify($1, said) from unnest($2::text[]) said", CHANNEL, &payload)
        .execute(connection)
        .await
        .context("news could not be announced")?;
    Ok(())
}

/// Those who wait for announcements at this server. Clones are the same.
#[derive(Clone)]
pub struct Hub {
    topics: Arc<Mutex<Topics>>,
    query_permits: Arc<Semaphore>,
}

impl Default for Hub {
    fn default() -> Self {
        Self { topics: Arc::default(), query_permits: Arc::new(Semaphore::new(MAX_CONCURRENT_QUERIES)) }
    }
}

#[derive(Default)]
struct Topics {
    /// Whether the server listens: else a subscription would wait in vain.
    listening: bool,
    senders: HashMap<String, watch::Sender<Arc<str>>>,
}

/// A wait for announcements of one topic.
pub struct Subscription {
    /// `None` only while it is dropped.
    receiver: Option<watch::Receiver<Arc<str>>>,
    topic: String,
    hub: Hub,
}

impl Hub {
    /// Waits for announcements of a topic from now on. `None` while the server does not listen: announcements would be missed.
    pub fn subscribe(&self, topic: String) -> Option<Subscription> {
        let mut topics = self.topics();
        if !topics.listening {
            return None;
        }
        let sender = topics.senders.entry(topic.clone()).or_insert_with(|| watch::Sender::new("".into()));
        Some(Subscription { receiver: Some(sender.subscribe()), topic, hub: self.clone() })
    }

    /// Waits for one's turn to look in the database for what has changed. Thousands may hear the same announcement, or come
    /// again after a loss, at once; those who ask for pages meanwhile have to find connections free.
    pub async fn query_permit(&self) -> Option<SemaphorePermit<'_>> {
        // `None` only of a semaphore that was closed, which nobody does.
        self.query_permits.acquire().await.ok()
    }

    /// Listens until the server stops, again after every loss.
    pub async fn run(self, pool: PgPool, stop: CancellationToken) {
        loop {
            let ended = stop.run_until_cancelled(self.listen(&pool)).await;
            self.end_all();
            let Some(Err(error)) = ended else { return };
            tracing::warn!(error = format!("{error:#}"), "news were lost; open pages will look for themselves");
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

    /// Held for a moment at a time, and never while waiting.
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
