//! The database: which one, and its tables made ready.
//!
//! Behind its address there may be several PostgreSQLs, one of which takes writes. A connection to another one is not used:
//! it is checked when it is made, and closed as soon as a write on it is refused.

pub mod backup;
pub mod listen;
mod pool;
pub mod private;

use std::borrow::Cow;
use std::io::{self, ErrorKind};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, ensure};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, Row};
use tokio::time::{Instant, sleep, timeout_at};

pub use pool::{Pool, PooledConnection, Transaction};

/// Every migration of the database, in order.
pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("../migrations");

/// How long a database that is still starting is waited for.
const STARTUP_TIMEOUT: Duration = Duration::from_secs(10);

/// Reads a `DATABASE_URL`.
///
/// # Errors
/// When it is none of PostgreSQL; the reason does not repeat it, for it may hold a password.
pub fn parse_url(url: &str) -> anyhow::Result<PgConnectOptions> {
    const FORM: &str = "DATABASE_URL is not of the form postgres://user:password@host:5432/database";
    ensure!(url.starts_with("postgres://") || url.starts_with("postgresql://"), FORM);
    url.parse().context(FORM)
}

/// Connects and brings the tables up to date. Several servers may do so at once: the migrations take a lock.
///
/// # Errors
/// When the database cannot be reached within ten seconds, or a migration fails.
pub async fn open(options: PgConnectOptions, max_connections: u16) -> anyhow::Result<Pool> {
    let pool = connect(options, max_connections).await?;
    MIGRATOR.run(&mut *pool.acquire().await?).await.context("the tables could not be brought up to date")?;
    Ok(pool)
}

/// Connects to a database as it is.
///
/// # Errors
/// When it cannot be reached within ten seconds.
pub async fn connect(options: PgConnectOptions, max_connections: u16) -> anyhow::Result<Pool> {
    wait_for(&options).await.with_context(|| format!("the database at {} cannot be reached", place(&options)))?;
    Ok(Pool::new(options, max_connections.into()))
}

/// When a write was last refused: connections that were made before are closed.
static WRITE_REFUSED_AT: Mutex<Option<Instant>> = Mutex::new(None);

/// PostgreSQL is in recovery, so it is a standby, or was told to be read-only.
const READ_ONLY: &str = "25006";

/// Whether a write was refused since a connection was made that is so old: then it may be one to a standby.
fn may_be_read_only(age: Duration) -> bool {
    let refused_at = *WRITE_REFUSED_AT.lock().unwrap_or_else(PoisonError::into_inner);
    refused_at.is_some_and(|at| age >= at.elapsed())
}

/// Closes the pooled connections of now when they are used next, if what failed was refused because it would write. The
/// connections of a standby die with its promotion, but those that a balancer has led astray do not.
pub fn give_up_read_only(error: &anyhow::Error) {
    if code_of(error).as_deref() == Some(READ_ONLY) {
        *WRITE_REFUSED_AT.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }
}

/// Whether a connection leads to a PostgreSQL that takes writes: not in recovery, and not told to be read-only. One round
/// trip.
///
/// # Errors
/// The connection fails.
pub async fn takes_writes(connection: &mut PgConnection) -> sqlx::Result<bool> {
    let row = sqlx::raw_sql("show transaction_read_only").fetch_one(connection).await?;
    Ok(row.try_get::<&str, _>(0)? == "off")
}

/// Refuses a connection to one that does not.
async fn require_writes(connection: &mut PgConnection) -> sqlx::Result<()> {
    if takes_writes(connection).await? {
        Ok(())
    } else {
        Err(sqlx::Error::Io(io::Error::new(ErrorKind::ReadOnlyFilesystem, "it takes no writes")))
    }
}

/// Connects once, to get the reason of a failure: the pool only reports a timeout.
async fn wait_for(options: &PgConnectOptions) -> anyhow::Result<()> {
    let deadline = Instant::now() + STARTUP_TIMEOUT;
    let mut waiting = false;
    loop {
        let attempt = timeout_at(deadline, connect_to_primary(options)).await;
        match attempt.context("it does not answer")? {
            Ok(connection) => return Ok(connection.close().await?),
            Err(error) if is_starting(&error) && Instant::now() < deadline => {
                if !waiting {
                    tracing::info!("waiting for the database at {}", place(options));
                }
                waiting = true;
                sleep(Duration::from_millis(200)).await;
            }
            Err(error) => return Err(error.into()),
        }
    }
}

/// Connects to a PostgreSQL that takes writes.
async fn connect_to_primary(options: &PgConnectOptions) -> sqlx::Result<PgConnection> {
    let mut connection = PgConnection::connect_with(options).await?;
    require_writes(&mut connection).await?;
    Ok(connection)
}

/// Nobody listens yet; a balancer has nobody to lead to, or only a standby; or PostgreSQL says that it cannot connect now
/// (`57P03`).
fn is_starting(error: &sqlx::Error) -> bool {
    use ErrorKind::{ConnectionRefused, ConnectionReset, NotFound, ReadOnlyFilesystem, UnexpectedEof};
    match error {
        sqlx::Error::Io(error) => {
            matches!(error.kind(), ConnectionRefused | ConnectionReset | NotFound | ReadOnlyFilesystem | UnexpectedEof)
        }
        sqlx::Error::Database(error) => error.code().as_deref() == Some("57P03"),
        _ => false,
    }
}

/// Whether something failed because the database was unreachable or went away, or takes no writes: it may be back soon. A
/// commit under way may or may not have happened.
pub fn is_away(error: &anyhow::Error) -> bool {
    /// PostgreSQL ends, has crashed, or is not ready yet; or it is a standby.
    const AWAY: [&str; 4] = ["57P01", "57P02", "57P03", READ_ONLY];
    of_database(error).is_some_and(|error| match error {
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| AWAY.contains(&&*code)),
        _ => false,
    })
}

fn of_database(error: &anyhow::Error) -> Option<&sqlx::Error> {
    error.chain().find_map(|cause| cause.downcast_ref::<sqlx::Error>())
}

/// PostgreSQL's code for what failed.
fn code_of(error: &anyhow::Error) -> Option<Cow<'_, str>> {
    of_database(error)?.as_database_error()?.code()
}

/// Where a database is, without the password.
fn place(options: &PgConnectOptions) -> String {
    let database = options.get_database().unwrap_or(options.get_username());
    match options.get_socket() {
        Some(socket) => format!("{}, database {database}", socket.display()),
        None => format!("{}:{}, database {database}", options.get_host(), options.get_port()),
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use sqlx::{AssertSqlSafe, PgPool};
    use tokio::time::timeout;

    use super::*;

    /// A pool as servers have it, on the database of a test.
    fn pool_like(pool: &PgPool) -> Pool {
        Pool::new(PgConnectOptions::clone(&pool.connect_options()), 4)
    }

    async fn set_read_only(pool: &PgPool, to: &str) {
        let name = pool.connect_options().get_database().unwrap().to_owned();
        let set = format!(r#"alter database "{name}" set default_transaction_read_only = {to}"#);
        let mut connection = pool.acquire().await.unwrap();
        sqlx::raw_sql("set transaction_read_only = off").execute(&mut *connection).await.ok();
        sqlx::raw_sql(AssertSqlSafe(set)).execute(&mut *connection).await.unwrap();
    }

    #[sqlx::test(migrations = false)]
    async fn connections_are_made_only_to_one_that_takes_writes(pool: PgPool) {
        set_read_only(&pool, "on").await;
        let servers = pool_like(&pool);
        let mut acquiring = pin!(servers.acquire());
        let refused = timeout(Duration::from_millis(300), &mut acquiring).await;
        assert!(refused.is_err(), "there is one");
        set_read_only(&pool, "off").await;
        assert!(takes_writes(&mut acquiring.await.unwrap()).await.unwrap(), "it waits until there is one");
    }

    #[sqlx::test(migrations = false)]
    async fn a_connection_that_refused_a_write_is_given_up(pool: PgPool) {
        let servers = pool_like(&pool);
        let mut connection = servers.acquire().await.unwrap();
        sqlx::raw_sql("set default_transaction_read_only = on").execute(&mut *connection).await.unwrap();
        let error = sqlx::raw_sql("create table written ()").execute(&mut *connection).await.unwrap_err().into();
        assert!(is_away(&error));
        drop(connection);
        give_up_read_only(&error);
        sqlx::raw_sql("create table written ()").execute(&servers).await.unwrap();
    }
}
