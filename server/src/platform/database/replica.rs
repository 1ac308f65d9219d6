//! A standby that answers what strangers look at, if `DATABASE_REPLICA_URL` names one.
//!
//! A standby is always a little behind. How far is measured without comparing the clocks of two machines. Every second the
//! primary is asked which place in its WAL it has reached. A standby that has replayed the WAL up to that place has everything
//! that was committed before the question. The replica is left out while it lacks something that was committed longer ago than
//! [`Patience::max_lag`], while it does not answer, and once the primary has not answered for that long.
//!
//! There may be several standbys behind the address. So every connection is judged by the standby that it leads to, which is
//! asked how far it has come at most once a second, and whenever a request needs more than it was known to have.

mod lag;
mod watcher;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use sqlx::postgres::PgConnectOptions;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::lsn::Lsn;
pub use super::standby::Patience;
use super::standby::{Standby, identity};
use super::{Pool, parse_url_of};
use watcher::Watcher;

/// A standby that answers what strangers look at. Clones share it.
#[derive(Clone)]
pub struct Replica {
    pool: Pool,
    standby: Standby,
    in_use: Arc<watch::Sender<bool>>,
}

impl Replica {
    /// The replica at a URL, of the primary that a pool leads to. It is left out until [`Replica::run`] has measured its lag.
    ///
    /// # Errors
    /// It can never work: the URL has another form, the address leads to something else than a standby of this primary (for
    /// three seconds, if it is a primary), or the user may not connect. A replica that does not answer is no error, but logged.
    pub async fn open(url: &str, primary: &Pool, max_connections: u16, patience: Patience) -> anyhow::Result<Self> {
        let options = parse_url_of("DATABASE_REPLICA_URL", url)?;
        let identity = identity(&mut *primary.acquire().await?).await.context("the database cannot be identified")?;
        let standby = Standby { identity: identity.into(), primary: Arc::default(), patience };
        standby.check_address(&options).await?;
        let pool = Pool::to_standby(options, standby.clone(), max_connections.into());
        Ok(Self { pool, standby, in_use: Arc::new(watch::Sender::new(false)) })
    }

    /// A pool to read from that shows everything that was committed [`Patience::max_lag`] ago, and all of the WAL up to `after`.
    /// `None`: the primary must answer.
    pub async fn pool_for(&self, after: Option<Lsn>) -> Option<Pool> {
        if !self.is_in_use() {
            return None;
        }
        let pool = self.pool.after(after);
        match pool.acquire().await {
            Ok(_) => Some(pool),
            Err(error) => {
                tracing::debug!(%error, "the replica is not asked");
                None
            }
        }
    }

    /// Everything that was committed longer ago than this is in every answer.
    pub fn max_lag(&self) -> Duration {
        self.standby.patience.max_lag
    }

    /// Whether it answered when it was last asked, and was not too far behind.
    pub fn is_in_use(&self) -> bool {
        *self.in_use.borrow()
    }

    /// Waits until it is left out. Whoever still waits for its answer may wait forever.
    pub async fn until_left_out(&self) {
        // An error would mean that the sender is gone, but this holds it.
        self.in_use.subscribe().wait_for(|in_use| !in_use).await.ok();
    }

    /// Stops using the connections of now: one has failed in a way that says that the others are as bad.
    pub fn renew_connections(&self) {
        self.pool.renew_connections();
    }

    /// Until the server stops: measures the lag behind the primary that these options lead to, and leaves the replica out or
    /// takes it in again.
    pub async fn run(self, primary: PgConnectOptions, stop: CancellationToken) {
        let watcher = Watcher::new(self.clone(), primary);
        let idle = self.pool.clone().close_idle(stop.clone());
        tokio::join!(stop.run_until_cancelled(watcher.watch()), idle);
        self.in_use.send_replace(false);
        self.pool.close();
    }

    /// Takes it in, or leaves it out because of a problem.
    fn set_in_use(&self, problem: Option<&str>) {
        metrics::gauge!("database_replica_in_use").set(u8::from(problem.is_none()));
        if self.in_use.send_replace(problem.is_none()) == problem.is_none() {
            return;
        }
        match problem {
            None => tracing::info!("the replica is in use"),
            Some(problem) => tracing::warn!("the replica is left out: {problem}"),
        }
    }
}
