//! What a standby must be to answer: a copy of this very database that is not too far behind.

use std::io::ErrorKind;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, Row};
use tokio::time::{sleep, timeout};

use super::lsn::Lsn;
use super::progress::PrimaryProgress;
use super::{is_starting, place, refused};

/// How long an answer of a connection's standby is relied on before it is asked again.
const TRUST: Duration = Duration::from_secs(1);
/// How long a server that starts waits for the replica to answer.
const STARTUP_TIMEOUT: Duration = Duration::from_secs(3);
/// For how long a server that starts tries an address again that leads to a primary: the standby was just promoted, or the
/// balancer has not noticed yet.
const PROMOTION_TIMEOUT: Duration = Duration::from_secs(3);
/// The delay before it is tried again.
const RETRY_DELAY: Duration = Duration::from_millis(200);

/// What an operator can do about a replica that can never work.
const REMEDY: &str = "set DATABASE_REPLICA_URL to a standby of the database in DATABASE_URL, or unset it";
/// What happens to one that is only away.
const AWAY: &str = "the replica is left out until it answers";

/// How much is put up with before the primary answers instead of the replica.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Everything that was committed longer ago than this is in every answer.
    pub max_lag: Duration,
    /// How long the primary, and then the replica, may take to answer when the lag is measured.
    pub check_timeout: Duration,
    /// How long a request waits for a connection to the replica.
    pub acquire_timeout: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        let [max_lag, check_timeout, acquire_timeout] = [5, 2, 1].map(Duration::from_secs);
        Self { max_lag, check_timeout, acquire_timeout }
    }
}

/// What every standby behind the address is judged by.
#[derive(Clone)]
pub(super) struct Standby {
    /// Of the database that it must be a copy of.
    pub(super) identity: Arc<str>,
    pub(super) primary: Arc<PrimaryProgress>,
    pub(super) patience: Patience,
}

/// Where an address leads to.
enum Found {
    /// A standby of the database.
    Standby,
    /// The database itself, or a copy that takes writes.
    Primary,
    OtherDatabase,
}

/// How far a standby had replayed the WAL when it was asked.
pub(super) struct Replayed {
    pub(super) lsn: Lsn,
    asked_at: Instant,
}

impl Replayed {
    pub(super) async fn ask(connection: &mut PgConnection) -> sqlx::Result<Self> {
        let asked = "select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end";
        let row = sqlx::raw_sql(asked).fetch_one(connection).await?;
        let lsn: Option<&str> = row.try_get(0)?;
        let lsn = lsn.ok_or_else(|| refused(ErrorKind::Unsupported, "it is no standby any more"))?;
        Ok(Self { lsn: parse_lsn(lsn)?, asked_at: Instant::now() })
    }
}

impl Standby {
    /// Refuses an address that an operator has named by mistake.
    pub(super) async fn check_address(&self, options: &PgConnectOptions) -> anyhow::Result<()> {
        let place = place(options);
        let begun = Instant::now();
        loop {
            match timeout(STARTUP_TIMEOUT, self.find(options)).await {
                Ok(Ok(Found::Standby)) => return Ok(()),
                Ok(Ok(Found::Primary)) if begun.elapsed() < PROMOTION_TIMEOUT => sleep(RETRY_DELAY).await,
                Ok(Ok(Found::Primary)) => bail!("{REMEDY}: {place} is no standby: it takes writes itself"),
                Ok(Ok(Found::OtherDatabase)) => bail!("{REMEDY}: {place} is another database"),
                Ok(Err(error)) if may_be_back(&error) => {
                    tracing::warn!(%error, "{AWAY}: {place}");
                    return Ok(());
                }
                Ok(Err(error)) => return Err(error).with_context(|| format!("{REMEDY}: {place} does not let us in")),
                Err(_) => {
                    tracing::warn!("{AWAY}: {place} does not answer");
                    return Ok(());
                }
            }
        }
    }

    async fn find(&self, options: &PgConnectOptions) -> sqlx::Result<Found> {
        let mut connection = PgConnection::connect_with(options).await?;
        if identity(&mut connection).await? != *self.identity {
            return Ok(Found::OtherDatabase);
        }
        let asked = sqlx::raw_sql("select pg_is_in_recovery()::text").fetch_one(&mut connection).await?;
        let is_standby = asked.try_get::<&str, _>(0)? == "true";
        connection.close().await.ok();
        Ok(if is_standby { Found::Standby } else { Found::Primary })
    }

    /// Connects to a standby of this very database.
    pub(super) async fn connect(&self, options: &PgConnectOptions) -> sqlx::Result<(PgConnection, Replayed)> {
        let mut connection = PgConnection::connect_with(options).await?;
        if identity(&mut connection).await? != *self.identity {
            return Err(refused(ErrorKind::Unsupported, "it is a copy of another database"));
        }
        let replayed = Replayed::ask(&mut connection).await?;
        Ok((connection, replayed))
    }

    /// How long a request waits for a connection.
    pub(super) fn acquire_timeout(&self) -> Duration {
        self.patience.acquire_timeout
    }

    /// Whether a standby that has replayed the WAL up to a place has everything that must be in an answer.
    pub(super) fn is_fresh(&self, replayed: Lsn) -> bool {
        let complete_until = self.primary.complete_until(replayed);
        complete_until.is_some_and(|instant| instant.elapsed() <= self.patience.max_lag)
    }

    /// Refuses a connection if its standby was too far behind when it was last asked.
    pub(super) fn ensure_fresh(&self, replayed: &Replayed) -> sqlx::Result<()> {
        if self.is_fresh(replayed.lsn) { Ok(()) } else { Err(refused(ErrorKind::Other, "it is too far behind")) }
    }

    /// Refuses a connection if its standby is too far behind. The standby is asked if `known` is old.
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

    /// Refuses a connection if its standby has not replayed the WAL up to `after`. The standby is asked if `known` does not say so.
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

/// What tells a database from all others, and is the same on its standbys.
pub(super) async fn identity(connection: &mut PgConnection) -> sqlx::Result<String> {
    let asked = "select system_identifier::text || '/' || (select oid::text from pg_database where datname = \
                 current_database()) from pg_control_system()";
    sqlx::raw_sql(asked).fetch_one(connection).await?.try_get(0)
}

pub(super) fn parse_lsn(text: &str) -> sqlx::Result<Lsn> {
    text.parse().map_err(|error: anyhow::Error| sqlx::Error::Decode(error.into()))
}

/// Whether a standby that cannot be reached may be there later, without anybody changing a setting.
fn may_be_back(error: &sqlx::Error) -> bool {
    /// It takes no more connections at the moment.
    const TOO_MANY_CONNECTIONS: &str = "53300";
    let is_full = || error.as_database_error().is_some_and(|it| it.code().as_deref() == Some(TOO_MANY_CONNECTIONS));
    matches!(error, sqlx::Error::Io(_)) || is_starting(error) || is_full()
}
