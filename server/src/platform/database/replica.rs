//! A standby that answers what strangers look at, if `DATABASE_REPLICA_URL` names one.
//!
//! A standby is behind. How far is told without comparing clocks: the primary is asked every second how far its WAL has come,
//! and a standby that has replayed the WAL so far holds all that was committed before it was asked. One that does not hold
//! what was committed [`Patience::max_lag`] ago is left out, and so is one that nobody can ask, or while the primary says nothing.
//!
//! Behind the address there may be several standbys. So each connection is asked how far its own one is, once in a while and
//! whenever somebody must see more than it was known to have.

mod progress;
mod watcher;

use std::io::ErrorKind;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, Row};
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::lsn::Lsn;
use super::{Pool, is_starting, parse_url_of, place, refused};
use progress::PrimaryProgress;
use watcher::Watcher;

/// For so long it is not asked again how far a connection's standby is.
const TRUST: Duration = Duration::from_secs(1);
/// How long a server that starts waits for the replica to answer.
const STARTUP_TIMEOUT: Duration = Duration::from_secs(3);

/// When a replica is left out.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Whatever was committed longer ago than this is in every answer.
    pub max_lag: Duration,
    /// How long one measurement may take.
    pub check_timeout: Duration,
    /// How long a connection is waited for: the primary can answer instead.
    pub acquire_timeout: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        let [max_lag, check_timeout, acquire_timeout] = [5, 2, 1].map(Duration::from_secs);
        Self { max_lag, check_timeout, acquire_timeout }
    }
}

/// A standby that answers what strangers look at. Clones share it.
#[derive(Clone)]
pub struct Replica {
    pool: Pool,
    standby: Standby,
    in_use: Arc<watch::Sender<bool>>,
}

impl Replica {
    /// The replica at a URL, of the primary that a pool leads to. It is left out until [`Replica::run`] has found it well.
    ///
    /// # Errors
    /// It can never work: the URL is none, or leads to something else than a standby of this primary, or does not let us in. That
    /// nothing answers is only logged.
    pub async fn open(url: &str, primary: &Pool, max_connections: u16, patience: Patience) -> anyhow::Result<Self> {
        const REMEDY: &str = "set DATABASE_REPLICA_URL to a standby of the database in DATABASE_URL, or unset it";
        let options = parse_url_of("DATABASE_REPLICA_URL", url)?;
        let place = place(&options);
        let identity = identity(&mut *primary.acquire().await?).await.context("the database cannot be identified")?;
        let standby = Standby { identity: identity.into(), primary: Arc::default(), patience };
        match timeout(STARTUP_TIMEOUT, standby.inspect(&options)).await {
            Ok(Ok(None)) => {}
            Ok(Ok(Some(mistake))) => bail!("{REMEDY}: {place} {mistake}"),
            Ok(Err(error)) if may_be_back(&error) => tracing::warn!(%error, "{AWAY}: {place}"),
            Ok(Err(error)) => return Err(error).with_context(|| format!("{REMEDY}: {place} does not let us in")),
            Err(_) => tracing::warn!("{AWAY}: {place} does not answer"),
        }
        let pool = Pool::to_standby(options, standby.clone(), max_connections.into());
        Ok(Self { pool, standby, in_use: Arc::new(watch::Sender::new(false)) })
    }

    /// Connections on which everything is seen that was committed [`Patience::max_lag`] ago, and all of the WAL up to a place; `None` if
    /// the primary has to be asked.
    pub async fn reads(&self, after: Option<Lsn>) -> Option<Pool> {
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

    /// Whatever was committed longer ago than this is in every answer.
    pub fn max_lag(&self) -> Duration {
        self.standby.patience.max_lag
    }

    /// Whether it answers, as far as is known.
    pub fn is_in_use(&self) -> bool {
        *self.in_use.borrow()
    }

    /// Waits until it is left out: what was asked of it may never be answered.
    pub async fn left_out(&self) {
        // The sender lives as long as this.
        self.in_use.subscribe().wait_for(|in_use| !in_use).await.ok();
    }

    /// One of its connections has failed in a way that says that the others are as bad.
    pub fn renew_connections(&self) {
        self.pool.renew_connections();
    }

    /// Measures how far it is behind the primary that these options lead to, and leaves it out or takes it in again, until the
    /// server stops.
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

const AWAY: &str = "the replica is left out until it answers";

/// What is known of every standby behind the address.
#[derive(Clone)]
pub(super) struct Standby {
    /// Of the database that it is a copy of.
    identity: Arc<str>,
    primary: Arc<PrimaryProgress>,
    patience: Patience,
}

/// How far the standby of a connection is known to have come.
pub(super) struct Replayed {
    lsn: Lsn,
    asked_at: Instant,
}

impl Replayed {
    async fn ask(connection: &mut PgConnection) -> sqlx::Result<Self> {
        let asked = "select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end";
        let row = sqlx::raw_sql(asked).fetch_one(connection).await?;
        let lsn: Option<&str> = row.try_get(0)?;
        let lsn = lsn.ok_or_else(|| refused(ErrorKind::Unsupported, "it is no standby any more"))?;
        Ok(Self { lsn: parse_lsn(lsn)?, asked_at: Instant::now() })
    }
}

impl Standby {
    /// Connects to a standby of the very database.
    pub(super) async fn connect(&self, options: &PgConnectOptions) -> sqlx::Result<(PgConnection, Replayed)> {
        let mut connection = PgConnection::connect_with(options).await?;
        if identity(&mut connection).await? != *self.identity {
            return Err(refused(ErrorKind::Unsupported, "it is a copy of another database"));
        }
        let replayed = Replayed::ask(&mut connection).await?;
        Ok((connection, replayed))
    }

    /// What is wrong with what an operator has named.
    async fn inspect(&self, options: &PgConnectOptions) -> sqlx::Result<Option<&'static str>> {
        let mut connection = PgConnection::connect_with(options).await?;
        if identity(&mut connection).await? != *self.identity {
            return Ok(Some("is another database"));
        }
        let asked = sqlx::raw_sql("select pg_is_in_recovery()::text").fetch_one(&mut connection).await?;
        let is_standby = asked.try_get::<&str, _>(0)? == "true";
        connection.close().await.ok();
        Ok((!is_standby).then_some("is no standby: it takes writes itself"))
    }

    /// How long a connection is waited for.
    pub(super) fn acquire_timeout(&self) -> Duration {
        self.patience.acquire_timeout
    }

    fn is_fresh(&self, held_until: Option<Instant>) -> bool {
        held_until.is_some_and(|until| until.elapsed() <= self.patience.max_lag)
    }

    /// Refuses a connection whose standby is too far behind, as far as is known.
    pub(super) fn ensure_fresh(&self, replayed: &Replayed) -> sqlx::Result<()> {
        if self.is_fresh(self.primary.held_until(replayed.lsn)) {
            Ok(())
        } else {
            Err(refused(ErrorKind::Other, "it is too far behind"))
        }
    }

    /// The same before a connection is used again.
    pub(super) async fn recheck(
        &self,
        connection: &mut PgConnection,
        known: &mut Option<Replayed>,
    ) -> sqlx::Result<()> {
        let replayed = match known.take() {
            Some(replayed) if replayed.asked_at.elapsed() <= TRUST => replayed,
            _ => Replayed::ask(connection).await?,
        };
        self.ensure_fresh(known.insert(replayed))
    }

    /// Refuses a connection whose standby has not replayed the WAL up to a place.
    pub(super) async fn ensure_replayed(
        &self,
        connection: &mut PgConnection,
        known: &mut Option<Replayed>,
        after: Lsn,
    ) -> sqlx::Result<()> {
        let has = |known: &Option<Replayed>| known.as_ref().is_some_and(|replayed| replayed.lsn >= after);
        if !has(known) {
            *known = Some(Replayed::ask(connection).await?);
        }
        if has(known) { Ok(()) } else { Err(refused(ErrorKind::Other, "it has not come so far")) }
    }
}

/// What tells a database from all others, and is the same at its standbys.
async fn identity(connection: &mut PgConnection) -> sqlx::Result<String> {
    let asked = "select system_identifier::text || '/' || (select oid::text from pg_database where datname = \
                 current_database()) from pg_control_system()";
    sqlx::raw_sql(asked).fetch_one(connection).await?.try_get(0)
}

fn parse_lsn(text: &str) -> sqlx::Result<Lsn> {
    text.parse().map_err(|error: anyhow::Error| sqlx::Error::Decode(error.into()))
}

/// Whether a standby that cannot be reached may be there later, without anybody changing a setting.
fn may_be_back(error: &sqlx::Error) -> bool {
    /// It takes no more connections at the moment.
    const TOO_MANY_CONNECTIONS: &str = "53300";
    let is_full = || error.as_database_error().is_some_and(|it| it.code().as_deref() == Some(TOO_MANY_CONNECTIONS));
    matches!(error, sqlx::Error::Io(_)) || is_starting(error) || is_full()
}
