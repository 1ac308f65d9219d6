//! The database: which one, and its tables made ready.
//!
//! Behind its address there may be several PostgreSQLs, one of which takes writes. A connection to another one is not used:
//! it is checked when it is made, and closed when a write was refused. Only what strangers look at may be read from a
//! standby, which has an address of its own: `replica.rs`.

pub mod backup;
pub mod listen;
pub mod lsn;
pub mod number_list;
mod pool;
pub mod private;
mod progress;
pub mod replica;
mod standby;

use std::io::{self, ErrorKind};
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
    parse_url_of("DATABASE_URL", url)
}

/// The same for a setting of another name.
fn parse_url_of(setting: &str, url: &str) -> anyhow::Result<PgConnectOptions> {
    let form = || format!("{setting} is not of the form postgres://user:password@host:5432/database");
    ensure!(url.starts_with("postgres://") || url.starts_with("postgresql://"), form());
    url.parse().with_context(form)
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

/// Takes a lock that servers have of each other until the transaction ends, unless another holds it: `false`. Who holds it and then
/// hangs loses it after half a minute.
///
/// # Errors
/// The database fails.
pub async fn try_lock(transaction: &mut PgConnection, name: &str) -> sqlx::Result<bool> {
    sqlx::query!("set local idle_in_transaction_session_timeout = '30s'").execute(&mut *transaction).await?;
    let is_ours =
        sqlx::query_scalar!(r#"select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as "is_ours!""#, name);
    is_ours.fetch_one(transaction).await
}

/// Connects to a database as it is.
///
/// # Errors
/// When it cannot be reached within ten seconds.
pub async fn connect(options: PgConnectOptions, max_connections: u16) -> anyhow::Result<Pool> {
    wait_for(&options).await.with_context(|| format!("the database at {} cannot be reached", place(&options)))?;
    Ok(Pool::new(options, max_connections.into()))
}

/// PostgreSQL is in recovery, so it is a standby, or was told to be read-only.
const READ_ONLY: &str = "25006";

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
        Err(refused(ErrorKind::ReadOnlyFilesystem, "it takes no writes"))
    }
}

/// A connection is not used, though it was made.
fn refused(kind: ErrorKind, reason: &'static str) -> sqlx::Error {
    sqlx::Error::Io(io::Error::new(kind, reason))
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

/// Whether something failed in such a way that other connections are as bad: PostgreSQL has ended, so they are all dead, or
/// they lead to a standby.
pub fn condemns_connections(error: &anyhow::Error) -> bool {
    is_away(error) && !matches!(of_database(error), Some(sqlx::Error::PoolTimedOut))
}

/// PostgreSQL has broken a statement off, which has taken as long as it may.
const QUERY_CANCELED: &str = "57014";

/// Whether a statement has taken longer than it may.
pub fn was_canceled(error: &anyhow::Error) -> bool {
    let code = of_database(error).and_then(|error| error.as_database_error()?.code());
    code.is_some_and(|code| code == QUERY_CANCELED)
}

fn of_database(error: &anyhow::Error) -> Option<&sqlx::Error> {
    error.chain().find_map(|cause| cause.downcast_ref::<sqlx::Error>())
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
    async fn a_connection_that_refused_a_write_is_not_used_again(pool: PgPool) {
        let servers = pool_like(&pool);
        let mut connection = servers.acquire().await.unwrap();
        sqlx::raw_sql("set default_transaction_read_only = on").execute(&mut *connection).await.unwrap();
        let error = sqlx::raw_sql("create table written ()").execute(&mut *connection).await.unwrap_err().into();
        drop(connection);
        assert!(condemns_connections(&error));
        servers.renew_connections();
        sqlx::raw_sql("create table written ()").execute(&servers).await.unwrap();
    }

    #[sqlx::test(migrations = false)]
    async fn when_one_connection_is_dead_the_others_are_not_tried(pool: PgPool) {
        let servers = pool_like(&pool);
        let used_at_once =
            [servers.acquire().await.unwrap(), servers.acquire().await.unwrap(), servers.acquire().await.unwrap()];
        drop(used_at_once);
        let others = "select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()";
        sqlx::raw_sql(others).execute(&pool).await.unwrap();
        let asked = || sqlx::query("select 1").execute(&servers);
        assert!(condemns_connections(&asked().await.unwrap_err().into()));
        servers.renew_connections();
        asked().await.unwrap();
    }
}
