//! The hub: passes what servers announce to each other on to this server's subscribers.
//!
//! An announcement is a row, written in the transaction that it is about: it is there once that has committed, and is not if
//! it has not. After the commit every server is notified that there is something to read, by a connection that does nothing
//! else: a transaction that notifies would keep all others of the kind waiting until its commit is on the disk. A
//! notification that never comes, because a server was killed after the commit, is made up for within seconds: a server that
//! has subscribers reads every so often anyway.
//!
//! Each server has one listening connection, however many subscribers there are. A connection that was lost may have missed
//! announcements. Then every subscription ends, and subscribers subscribe again and read the present state: so there is one
//! way to start, and nothing to catch up on.

mod notifier;
mod reader;

use std::collections::HashMap;
use std::mem;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Context;
use futures_util::future;
use sqlx::PgConnection;
use sqlx::postgres::{PgListener, PgPoolOptions};
use tokio::sync::{Notify, Semaphore, SemaphorePermit, oneshot, watch};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use reader::Reader;

use super::Pool;
use super::lsn::Lsn;

/// The one channel of PostgreSQL: a subscription costs the database nothing.
const CHANNEL: &str = "announcements";
/// After this long without a notification a server reads what it has subscribers for: the notification may be lost.
const READ_INTERVAL: Duration = Duration::from_secs(3);
/// The timeout of reading: a dead connection is silent.
const READ_TIMEOUT: Duration = Duration::from_secs(5);
/// What is set for reading: the plan is made while the table is nearly empty, and kept when it is not.
const READING: [(&str, &str); 2] = [("enable_seqscan", "off"), ("enable_bitmapscan", "off")];
/// The delay before listening again.
const RECONNECT_DELAY: Duration = Duration::from_secs(1);

/// How many subscribers may query the database at the same time: fewer than the pool has connections.
const MAX_CONCURRENT_QUERIES: usize = 4;

/// A notification that something has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// What it is about, in one word: `player/17`.
    pub topic: String,
    /// What subscribers have to know.
    pub state: String,
}

/// Announcements as columns.
pub struct AnnouncementColumns {
    /// What they are about.
    pub topics: Vec<String>,
    /// What subscribers have to know, of each.
    pub states: Vec<String>,
}

impl AnnouncementColumns {
    /// The columns of what a transaction announces.
    pub fn of(announcements: &[Announcement]) -> Self {
        let (topics, states) =
            announcements.iter().map(|Announcement { topic, state }| (topic.clone(), state.clone())).unzip();
        Self { topics, states }
    }
}

/// Announces something to every server, once the transaction has committed and [`Hub::notify`] was called.
///
/// # Errors
/// The database fails.
pub async fn announce(connection: &mut PgConnection, announcements: &[Announcement]) -> anyhow::Result<()> {
    let AnnouncementColumns { topics, states } = AnnouncementColumns::of(announcements);
    sqlx::query!("insert into announcements (topics, states) values ($1, $2)", &topics, &states)
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
    /// Notified when something may have been committed that was announced.
    committed: Arc<Notify>,
    /// Notified when somebody waits until all has been read.
    read_wanted: Arc<Notify>,
    /// A place in the WAL before which everything was committed that has been handed on.
    reached: Arc<AtomicU64>,
}

/// Notifies every server when it is dropped: also if what holds it is broken off, perhaps after its commit.
pub struct NotifyOnDrop(Hub);

impl Drop for NotifyOnDrop {
    fn drop(&mut self) {
        self.0.notify();
    }
}

impl Default for Hub {
    fn default() -> Self {
        let query_permits = Arc::new(Semaphore::new(MAX_CONCURRENT_QUERIES));
        Self {
            topics: Arc::default(),
            query_permits,
            begun: Arc::default(),
            committed: Arc::default(),
            read_wanted: Arc::default(),
            reached: Arc::default(),
        }
    }
}

#[derive(Default)]
struct Topics {
    /// Whether the server is listening; otherwise a subscription would wait in vain.
    listening: bool,
    senders: HashMap<String, watch::Sender<Arc<str>>>,
    /// Those who wait until all has been read that is announced by now.
    behind: Vec<oneshot::Sender<()>>,
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
    pub async fn until_listening(&self) {
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

    /// Waits until all that was announced before has been handed on. `None`: announcements may have been lost.
    pub async fn catch_up(&self) -> Option<()> {
        let (read, is_read) = oneshot::channel();
        {
            let mut topics = self.topics();
            if !topics.listening {
                return None;
            }
            topics.behind.push(read);
        }
        self.read_wanted.notify_one();
        is_read.await.ok()
    }

    /// A place in the WAL before which everything was committed that has been handed on. A replica that has replayed the WAL up
    /// to there shows all of it.
    pub fn reached(&self) -> Lsn {
        Lsn(self.reached.load(Ordering::Relaxed))
    }

    /// Waits for a permit to query the database for what has changed. Thousands of subscribers may receive the same
    /// announcement, or reconnect, at once; page requests must still find free connections.
    pub async fn query_permit(&self) -> Option<SemaphorePermit<'_>> {
        // `None` only of a semaphore that was closed, which nobody does.
        self.query_permits.acquire().await.ok()
    }

    /// Makes every server read, in a few milliseconds, what was announced in transactions that have committed. To be called
    /// after each that may have announced something.
    pub fn notify(&self) {
        self.committed.notify_one();
    }

    /// The same when the answer is dropped.
    pub fn notify_on_drop(&self) -> NotifyOnDrop {
        NotifyOnDrop(self.clone())
    }

    /// Listens and notifies until the server stops, and reconnects after every loss.
    pub async fn run(self, pool: Pool, stop: CancellationToken) {
        let notifying = stop.run_until_cancelled(notifier::run(&self.committed, &pool));
        future::join(self.listen_and_reconnect(&pool, &stop), notifying).await;
    }

    async fn listen_and_reconnect(&self, pool: &Pool, stop: &CancellationToken) {
        loop {
            let ended = stop.run_until_cancelled(pool.until_closed(self.listen(pool))).await;
            self.end_all();
            let Some(Some(Err(error))) = ended else { return };
            tracing::warn!(error = format!("{error:#}"), "announcements may have been lost; open pages will reconnect");
            if stop.run_until_cancelled(sleep(RECONNECT_DELAY)).await.is_none() {
                return;
            }
        }
    }

    async fn listen(&self, pool: &Pool) -> anyhow::Result<()> {
        // A connection of its own, because of what is set for it.
        let options = pool.connect_options().clone().options(READING);
        let own = PgPoolOptions::new().max_connections(1).connect_with(options).await?;
        let mut listener = PgListener::connect_with(&own).await?;
        listener.eager_reconnect(false);
        listener.listen(CHANNEL).await?;
        let mut reader = Reader::begin(&mut listener).await?;
        self.topics().listening = true;
        self.begun.notify_waiters();
        loop {
            tokio::select! {
                notified = listener.try_recv() => {
                    notified?.context("the connection was lost")?;
                    while listener.next_buffered().is_some() {}
                }
                () = self.read_wanted.notified() => {}
                () = sleep(READ_INTERVAL) => {}
            }
            let (topics, behind) = self.topics().take_next();
            if topics.is_empty() && behind.is_empty() && !reader.is_due() {
                continue;
            }
            let read = timeout(READ_TIMEOUT, reader.read(&mut listener, &topics)).await;
            let announcements = read.context("the connection is dead")??;
            self.reached.store(reader.reached().0, Ordering::Relaxed);
            for announcement in announcements {
                self.dispatch(&announcement);
            }
            for waiting in behind {
                let _ = waiting.send(());
            }
        }
    }

    fn dispatch(&self, announcement: &Announcement) {
        if let Some(sender) = self.topics().senders.get(&announcement.topic) {
            sender.send_replace(announcement.state.as_str().into());
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

impl Topics {
    /// What is read next, and those who wait for it.
    fn take_next(&mut self) -> (Vec<String>, Vec<oneshot::Sender<()>>) {
        (self.senders.keys().cloned().collect(), mem::take(&mut self.behind))
    }
}

impl Subscription {
    /// Passes over what was announced so far.
    pub fn skip(&mut self) {
        if let Some(receiver) = &mut self.receiver {
            receiver.mark_unchanged();
        }
    }

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
mod tests;
