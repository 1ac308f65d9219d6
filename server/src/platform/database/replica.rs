//! A standby that answers what strangers look at, if `DATABASE_REPLICA_URL` names one.
//!
//! A standby is behind. How far is told without comparing clocks: the primary is asked every second how far its WAL has come,
//! and a standby that has replayed the WAL so far holds all that was committed before it was asked. One that does not hold
//! what was committed [`Patience::max_lag`] ago is left out, and so is one that nobody can ask, or while the primary says nothing.
//!
//! Behind the address there may be several standbys. So each connection is asked how far its own one is, once in a while and
//! whenever somebody must see more than it was known to have.

mod progress;

use std::io::ErrorKind;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, Row};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::lsn::Lsn;
use super::{Pool, is_starting, parse_url_of, place, refused};
use progress::PrimaryProgress;

/// How often it is measured how far the replica is behind.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// A standby that is behind is asked so often within one measurement whether it has caught up, and after so long a delay: on a
/// busy primary the last bytes are always on their way.
const CATCH_UP: (u32, Duration) = (10, Duration::from_millis(20));
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

    /// Measures how far it is behind, and leaves it out or takes it in again, until the server stops.
    pub async fn run(self, primary: Pool, stop: CancellationToken) {
        let mut watcher = Watcher { replica: self.clone(), primary, connection: None, held_until: None };
        let watch = async {
            loop {
                watcher.check().await;
                sleep(CHECK_INTERVAL).await;
            }
        };
        let idle = self.pool.clone().close_idle(stop.clone());
        tokio::join!(stop.run_until_cancelled(watch), idle);
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

/// Measures how far a replica is behind, on a connection of its own.
struct Watcher {
    replica: Replica,
    primary: Pool,
    connection: Option<PgConnection>,
    /// All that was committed before is known to be at the replica.
    held_until: Option<Instant>,
}

impl Watcher {
    async fn check(&mut self) {
        let asked_at = Instant::now();
        let Patience { max_lag, check_timeout, .. } = self.replica.standby.patience;
        // A primary that does not answer has committed nothing that anybody knows of, but that lasts only so long.
        let reached = timeout(check_timeout, flushed(&self.primary)).await.ok().and_then(Result::ok);
        if let Some(reached) = reached {
            self.replica.standby.primary.note(asked_at, reached);
        }
        let replayed = match timeout(check_timeout, self.replayed(reached)).await {
            Ok(replayed) => replayed,
            Err(_) => Err(sqlx::Error::Io(ErrorKind::TimedOut.into())),
        };
        let problem = match replayed {
            Ok(replayed) => {
                self.held_until = self.replica.standby.primary.held_until(replayed);
                if let Some(reached) = reached {
                    metrics::gauge!("database_replica_lag_bytes").set(reached.0.saturating_sub(replayed.0) as f64);
                }
                let is_fresh = self.replica.standby.is_fresh(self.held_until);
                (!is_fresh).then(|| format!("it is more than {} seconds behind", max_lag.as_secs()))
            }
            Err(error) => Some(error.to_string()),
        };
        if let Some(held_until) = self.held_until {
            metrics::gauge!("database_replica_lag_seconds").set(held_until.elapsed().as_secs_f64());
        }
        if problem.is_some() {
            // The next one may lead to another standby.
            self.connection = None;
        }
        self.replica.set_in_use(problem.as_deref());
    }

    /// How far the replica has come, which is given a moment to come as far as the primary.
    async fn replayed(&mut self, reached: Option<Lsn>) -> sqlx::Result<Lsn> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            None => {
                let (connection, _) = self.replica.standby.connect(self.replica.pool.connect_options()).await?;
                self.connection.insert(connection)
            }
        };
        let (times, delay) = CATCH_UP;
        let mut replayed = Replayed::ask(connection).await?.lsn;
        for _ in 1..times {
            if reached.is_none_or(|reached| replayed >= reached) {
                break;
            }
            sleep(delay).await;
            replayed = Replayed::ask(connection).await?.lsn;
        }
        Ok(replayed)
    }
}

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

/// How far the WAL of the primary is on its disk: whatever has been committed is before.
async fn flushed(primary: &Pool) -> sqlx::Result<Lsn> {
    let asked = sqlx::raw_sql("select pg_current_wal_flush_lsn()::text").fetch_one(primary).await?;
    parse_lsn(asked.try_get(0)?)
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
