//! The database: which one, and its tables made ready.

pub mod backup;
pub mod listen;
mod pool;
pub mod private;

use std::io::ErrorKind;
use std::time::Duration;

use anyhow::{Context, ensure};
use sqlx::Connection;
use sqlx::postgres::{PgConnectOptions, PgConnection};
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

/// Connects once, to get the reason of a failure: the pool only reports a timeout.
async fn wait_for(options: &PgConnectOptions) -> anyhow::Result<()> {
    let deadline = Instant::now() + STARTUP_TIMEOUT;
    let mut waiting = false;
    loop {
        let attempt = timeout_at(deadline, PgConnection::connect_with(options)).await;
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

/// Nobody listens yet, or PostgreSQL says that it cannot connect now (`57P03`).
fn is_starting(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(error) => matches!(error.kind(), ErrorKind::ConnectionRefused | ErrorKind::NotFound),
        sqlx::Error::Database(error) => error.code().as_deref() == Some("57P03"),
        _ => false,
    }
}

/// Whether something failed because the database was unreachable or went away: it may be back soon. A commit under way
/// may or may not have happened.
pub fn is_away(error: &anyhow::Error) -> bool {
    /// PostgreSQL ends, has crashed, or is not ready yet.
    const STARTING_OR_STOPPING: [&str; 3] = ["57P01", "57P02", "57P03"];
    let of_database = error.chain().find_map(|cause| cause.downcast_ref::<sqlx::Error>());
    of_database.is_some_and(|error| match error {
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| STARTING_OR_STOPPING.contains(&&*code)),
        _ => false,
    })
}

/// Where a database is, without the password.
fn place(options: &PgConnectOptions) -> String {
    let database = options.get_database().unwrap_or(options.get_username());
    match options.get_socket() {
        Some(socket) => format!("{}, database {database}", socket.display()),
        None => format!("{}:{}, database {database}", options.get_host(), options.get_port()),
    }
}
