//! Measures how far a replica is behind.
//!
//! It has connections of its own. Those of the pools may all be taken, and that is when the replica is needed most.

use std::convert::Infallible;
use std::io::ErrorKind;
use std::time::{Duration, Instant};

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, Row};
use tokio::time::{sleep, timeout};

use super::super::lsn::Lsn;
use super::super::refused;
use super::super::standby::{Patience, Replayed, parse_lsn};
use super::Replica;
use super::lag::Lag;

/// The pause between two measurements.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// A standby that is behind is asked this often within one measurement whether it has caught up: on a busy primary the last
/// bytes are always on their way.
const CATCH_UP_ATTEMPTS: u32 = 10;
/// The delay before it is asked again.
const CATCH_UP_DELAY: Duration = Duration::from_millis(20);

/// Measures how far a replica is behind, and leaves it out or takes it in.
pub(super) struct Watcher {
    replica: Replica,
    primary: PgConnectOptions,
    to_primary: Option<PgConnection>,
    to_standby: Option<PgConnection>,
}

impl Watcher {
    pub(super) fn new(replica: Replica, primary: PgConnectOptions) -> Self {
        Self { replica, primary, to_primary: None, to_standby: None }
    }

    pub(super) async fn watch(mut self) -> Infallible {
        loop {
            self.check().await;
            sleep(CHECK_INTERVAL).await;
        }
    }

    async fn check(&mut self) {
        let asked_at = Instant::now();
        let Patience { max_lag, check_timeout, .. } = self.replica.standby.patience;
        // If it does not answer, what it said before becomes too old in time.
        let reached = timeout(check_timeout, self.ask_primary()).await.ok().and_then(Result::ok);
        if let Some(reached) = reached {
            self.replica.standby.primary.note(asked_at, reached);
        }
        let replayed = match timeout(check_timeout, self.ask_standby(reached)).await {
            Ok(replayed) => replayed,
            Err(_) => Err(sqlx::Error::Io(ErrorKind::TimedOut.into())),
        };
        let standby = &self.replica.standby;
        let (lag, problem) = match replayed {
            Ok(replayed) if standby.is_fresh(replayed) => (Lag::of(replayed, reached, &standby.primary), None),
            Ok(replayed) => {
                let problem = match reached {
                    Some(_) => format!("it is more than {} seconds behind", max_lag.as_secs()),
                    None => "the primary does not answer, so nobody knows how far it is behind".to_owned(),
                };
                (Lag::of(replayed, reached, &standby.primary), Some(problem))
            }
            Err(error) => (Lag::UNKNOWN, Some(error.to_string())),
        };
        lag.report();
        if problem.is_some() {
            // A new connection may lead to another standby.
            self.to_standby = None;
        }
        self.replica.set_in_use(problem.as_deref());
    }

    /// The place up to which the WAL of the primary is on its disk: everything that has been committed is before it.
    async fn ask_primary(&mut self) -> sqlx::Result<Lsn> {
        // It is put back if it answers: a new connection may lead to another primary.
        let mut connection = match self.to_primary.take() {
            Some(connection) => connection,
            None => PgConnection::connect_with(&self.primary).await?,
        };
        let asked = "select case when current_setting('transaction_read_only') = 'off' then \
                     pg_current_wal_flush_lsn()::text end";
        let row = sqlx::raw_sql(asked).fetch_one(&mut connection).await?;
        let flushed: Option<&str> = row.try_get(0)?;
        let flushed = flushed.ok_or_else(|| refused(ErrorKind::ReadOnlyFilesystem, "it takes no writes"))?;
        let flushed = parse_lsn(flushed)?;
        self.to_primary = Some(connection);
        Ok(flushed)
    }

    /// The place up to which the replica has replayed the WAL. It is given a moment to come as far as the primary has.
    async fn ask_standby(&mut self, reached: Option<Lsn>) -> sqlx::Result<Lsn> {
        let connection = match &mut self.to_standby {
            Some(connection) => connection,
            None => {
                let (connection, _) = self.replica.standby.connect(self.replica.pool.connect_options()).await?;
                self.to_standby.insert(connection)
            }
        };
        let mut replayed = Replayed::ask(connection).await?.lsn;
        for _ in 1..CATCH_UP_ATTEMPTS {
            if reached.is_none_or(|reached| replayed >= reached) {
                break;
            }
            sleep(CATCH_UP_DELAY).await;
            replayed = Replayed::ask(connection).await?.lsn;
        }
        Ok(replayed)
    }
}
