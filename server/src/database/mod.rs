//! The database: which one, and its tables made ready.

use std::time::Duration;

use anyhow::Context;
use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};

/// Every migration of the database, in order.
pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("../migrations");

/// Connects and brings the tables up to date. Several servers may do so at once: the migrations take a lock.
///
/// # Errors
/// When the database cannot be reached within ten seconds, or a migration fails.
pub async fn open(options: PgConnectOptions) -> anyhow::Result<PgPool> {
    let pool = PgPoolOptions::new()
        .max_connections(20)
        .acquire_timeout(Duration::from_secs(10))
        .connect_with(options)
        .await
        .context("the database cannot be reached")?;
    MIGRATOR.run(&pool).await.context("the tables could not be brought up to date")?;
    Ok(pool)
}
