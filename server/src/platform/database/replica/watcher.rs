//! Measures how far a replica is behind.
//!
//! On connections of its own: while all those of a pool are taken, the replica is needed most.

use std::convert::Infallible;
use std::io::ErrorKind;
use std::time::{Duration, Instant};

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, Row};
use tokio::time::{sleep, timeout};

use super::super::lsn::Lsn;
use super::super::refused;
use super::{Patience, Replayed, Replica, parse_lsn};

/// How often it is measured how far the replica is behind.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// A standby that is behind is asked so often within one measurement whether it has caught up, and after so long a delay: on a
/// busy primary the last bytes are always on their way.
const CATCH_UP: (u32, Duration) = (10, Duration::from_millis(20));

/// Measures how far a replica is behind, and leaves it out or takes it in.
pub(super) struct Watcher {
    replica: Replica,
    primary: PgConnectOptions,
    to_primary: Option<PgConnection>,
    to_standby: Option<PgConnection>,
    /// All that was committed before is known to be at the replica.
    held_until: Option<Instant>,
}

impl Watcher {
    pub(super) fn new(replica: Replica, primary: PgConnectOptions) -> Self {
        Self { replica, primary, to_primary: None, to_standby: None, held_until: None }
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
        // A primary that does not answer has committed nothing that anybody knows of, but that lasts only so long.
        let reached = timeout(check_timeout, self.flushed()).await.ok().and_then(Result::ok);
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
            self.to_standby = None;
        }
        self.replica.set_in_use(problem.as_deref());
    }

    /// How far the WAL of the primary is on its disk: whatever has been committed is before.
    async fn flushed(&mut self) -> sqlx::Result<Lsn> {
        // Kept only if it answers: the next one may lead to another primary.
        let mut connection = match self.to_primary.take() {
            Some(connection) => connection,
            None => PgConnection::connect_with(&self.primary).await?,
        };
        let asked = "select case when current_setting('transaction_read_only') = 'off'
            then pg_current_wal_flush_lsn()::text end";
        let row = sqlx::raw_sql(asked).fetch_one(&mut connection).await?;
        let flushed: Option<&str> = row.try_get(0)?;
        let flushed = flushed.ok_or_else(|| refused(ErrorKind::ReadOnlyFilesystem, "it takes no writes"))?;
        let flushed = parse_lsn(flushed)?;
        self.to_primary = Some(connection);
        Ok(flushed)
    }

    /// How far the replica has come, which is given a moment to come as far as the primary.
    async fn replayed(&mut self, reached: Option<Lsn>) -> sqlx::Result<Lsn> {
        let connection = match &mut self.to_standby {
            Some(connection) => connection,
            None => {
                let (connection, _) = self.replica.standby.connect(self.replica.pool.connect_options()).await?;
                self.to_standby.insert(connection)
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
