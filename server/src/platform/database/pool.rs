//! Connections to the database, kept open to be used again. The one that was used last is used next: PostgreSQL has a
//! process for each, and few busy ones find more of what they need in the processor's caches than many that take turns. And
//! a connection that is returned is ready at once: it is not asked first whether it is still there.

use std::fmt::{self, Debug, Formatter};
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use deadpool::managed::{self, Metrics, Object, PoolError, QueueMode, RecycleError, RecycleResult};
use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream, StreamExt, TryStreamExt};
use sqlx::postgres::{
    PgConnectOptions, PgConnection, PgQueryResult, PgRow, PgStatement, PgTransactionManager, PgTypeInfo,
};
use sqlx::{Connection, Describe, Either, Execute, Executor, Postgres, SqlStr};
use sqlx_core::transaction::TransactionManager;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::lsn::Lsn;
use super::standby::{Replayed, Standby};
use super::{connect_to_primary, is_starting, require_writes};

/// How long a free connection, or a new one, is waited for.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(10);
/// A connection that has been idle for longer than this is checked before it is used again: its other end may be gone, or have
/// become a standby.
const TRUST: Duration = Duration::from_millis(500);
/// The age at which a connection is closed: its PostgreSQL process never forgets what it has read of the catalogue.
const LIFETIME: Duration = Duration::from_secs(30 * 60);
/// How long a connection is kept that nobody needs.
const IDLE_TIMEOUT: Duration = Duration::from_secs(5 * 60);
/// The delay before a database that is just starting is asked again.
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// The connections of a server. Clones share them.
#[derive(Clone)]
pub struct Pool {
    connections: managed::Pool<Connector>,
    target: Arc<Target>,
    closed: CancellationToken,
    /// The place in the WAL up to which a standby must have replayed it for its connections to be lent.
    after: Option<Lsn>,
}

/// What the connections of a pool have in common.
struct Target {
    options: PgConnectOptions,
    /// `None`: they lead to the primary.
    standby: Option<Standby>,
    /// Connections that were made before are not used again.
    renewed_at: Mutex<Option<Instant>>,
}

impl Pool {
    /// A pool that opens connections when they are needed, so many at most.
    pub fn new(options: PgConnectOptions, max_connections: usize) -> Self {
        Self::to(Target { options, standby: None, renewed_at: Mutex::default() }, max_connections)
    }

    /// The same to standbys. A connection is lent only if its standby is not too far behind.
    pub(super) fn to_standby(options: PgConnectOptions, standby: Standby, max_connections: usize) -> Self {
        Self::to(Target { options, standby: Some(standby), renewed_at: Mutex::default() }, max_connections)
    }

    fn to(target: Target, max_connections: usize) -> Self {
        let target = Arc::new(target);
        let connections = managed::Pool::builder(Connector(Arc::clone(&target)))
            .max_size(max_connections)
            .queue_mode(QueueMode::Lifo)
            .runtime(deadpool::Runtime::Tokio1)
            .wait_timeout(Some(ACQUIRE_TIMEOUT))
            .create_timeout(Some(ACQUIRE_TIMEOUT))
            .recycle_timeout(Some(ACQUIRE_TIMEOUT))
            .build()
            .expect("a runtime is named, which the timeouts need");
        Self { connections, target, closed: CancellationToken::new(), after: None }
    }

    /// The same connections, lent only if their standby has replayed the WAL up to a place.
    pub(super) fn after(&self, after: Option<Lsn>) -> Self {
        Self { after, ..self.clone() }
    }

    /// How many use a connection or wait for one.
    pub fn in_use(&self) -> u32 {
        let status = self.connections.status();
        (status.size.saturating_sub(status.available) + status.waiting).try_into().unwrap_or(u32::MAX)
    }

    /// A connection of one's own, until it is dropped.
    ///
    /// # Errors
    /// There is none in time, or the database cannot be reached.
    pub async fn acquire(&self) -> sqlx::Result<PooledConnection> {
        let Some(standby) = &self.target.standby else { return self.lend().await };
        let lend = async {
            let mut connection = self.lend().await?;
            if let (Some(after), Some(lent)) = (self.after, &mut connection.0) {
                let Connected { connection, replayed } = &mut **lent;
                standby.ensure_replayed(connection, replayed, after).await?;
            }
            Ok(connection)
        };
        timeout(standby.acquire_timeout(), lend).await.map_err(|_| sqlx::Error::PoolTimedOut)?
    }

    async fn lend(&self) -> sqlx::Result<PooledConnection> {
        match self.connections.get().await {
            Ok(connection) => Ok(PooledConnection(Some(connection))),
            Err(PoolError::Backend(error)) => Err(error),
            Err(PoolError::Closed) => Err(sqlx::Error::PoolClosed),
            Err(_) => Err(sqlx::Error::PoolTimedOut),
        }
    }

    /// Begins a transaction, which is rolled back if it is dropped before it was committed.
    ///
    /// # Errors
    /// There is no connection in time, or the database fails.
    pub async fn begin(&self) -> sqlx::Result<Transaction> {
        let mut connection = self.acquire().await?;
        PgTransactionManager::begin(&mut connection, None).await?;
        Ok(Transaction { connection, is_open: true })
    }

    /// Closes all connections as soon as they are free. Nobody gets one any more.
    pub fn close(&self) {
        self.closed.cancel();
        self.connections.close();
    }

    /// Does something unless, or until, the pool is closed: then `None`.
    pub async fn until_closed<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        self.closed.run_until_cancelled(work).await
    }

    /// Closes connections that have been idle for a while, until the server stops.
    pub async fn close_idle(self, stop: CancellationToken) {
        while stop.run_until_cancelled(sleep(IDLE_TIMEOUT / 5)).await.is_some() {
            self.connections.retain(|_, connection| connection.last_used() < IDLE_TIMEOUT);
        }
    }

    /// Closes the connections of now when they are used next: one has failed in a way that says that the others are
    /// as bad. Else each of them would have to fail once.
    pub fn renew_connections(&self) {
        *self.target.renewed_at.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// How the database is reached.
    pub fn connect_options(&self) -> &PgConnectOptions {
        &self.target.options
    }

    /// How many connections there may be.
    pub fn max_connections(&self) -> usize {
        self.connections.status().max_size
    }

    /// How many connections there are.
    pub fn size(&self) -> usize {
        self.connections.status().size
    }

    /// How many of them are free.
    pub fn idle(&self) -> usize {
        self.connections.status().available
    }
}

impl Debug for Pool {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").field("status", &self.connections.status()).finish_non_exhaustive()
    }
}

/// Opens connections, and says whether one can be used again.
struct Connector(Arc<Target>);

impl Target {
    fn has_been_renewed_since(&self, age: Duration) -> bool {
        let renewed_at = *self.renewed_at.lock().unwrap_or_else(PoisonError::into_inner);
        renewed_at.is_some_and(|at| age >= at.elapsed())
    }
}

/// A connection and what is known of where it leads.
struct Connected {
    connection: PgConnection,
    /// Of a standby.
    replayed: Option<Replayed>,
}

impl managed::Manager for Connector {
    type Type = Connected;
    type Error = sqlx::Error;

    async fn create(&self) -> sqlx::Result<Connected> {
        if let Some(standby) = &self.0.standby {
            let (connection, replayed) = standby.connect(&self.0.options).await?;
            standby.ensure_fresh(&replayed)?;
            return Ok(Connected { connection, replayed: Some(replayed) });
        }
        loop {
            match connect_to_primary(&self.0.options).await {
                // It is back in a moment, or else the timeout ends this.
                Err(error) if is_starting(&error) => sleep(RETRY_DELAY).await,
                connection => return connection.map(|connection| Connected { connection, replayed: None }),
            }
        }
    }

    async fn recycle(&self, connected: &mut Connected, metrics: &Metrics) -> RecycleResult<sqlx::Error> {
        if metrics.age() > LIFETIME {
            return Err(RecycleError::message("it is old"));
        }
        if self.0.has_been_renewed_since(metrics.age()) {
            return Err(RecycleError::message("one like it has failed"));
        }
        match &self.0.standby {
            Some(standby) => standby.recheck(&mut connected.connection, &mut connected.replayed).await?,
            None if metrics.last_used() > TRUST => require_writes(&mut connected.connection).await?,
            None => {}
        }
        Ok(())
    }
}

/// A connection that goes back to its pool when it is dropped.
pub struct PooledConnection(
    /// `None` only while it is dropped.
    Option<Object<Connector>>,
);

impl Deref for PooledConnection {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.0.as_ref().expect("it is taken only by drop").connection
    }
}

impl DerefMut for PooledConnection {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.0.as_mut().expect("it is taken only by drop").connection
    }
}

impl Drop for PooledConnection {
    fn drop(&mut self) {
        let Some(mut lent) = self.0.take() else { return };
        if !lent.connection.should_flush() {
            return;
        }
        // A transaction was begun and not ended: others get the connection when it is rolled back.
        tokio::spawn(async move {
            if lent.connection.ping().await.is_err() {
                drop(Object::take(lent));
            }
        });
    }
}

/// A transaction. It is rolled back if it is dropped before it was committed.
pub struct Transaction {
    connection: PooledConnection,
    is_open: bool,
}

impl Transaction {
    /// Commits it.
    ///
    /// # Errors
    /// The database fails: it may have been committed, or not.
    pub async fn commit(mut self) -> sqlx::Result<()> {
        PgTransactionManager::commit(&mut self.connection).await?;
        self.is_open = false;
        Ok(())
    }

    /// Rolls it back.
    ///
    /// # Errors
    /// The database fails.
    pub async fn rollback(mut self) -> sqlx::Result<()> {
        PgTransactionManager::rollback(&mut self.connection).await?;
        self.is_open = false;
        Ok(())
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        if self.is_open {
            PgTransactionManager::start_rollback(&mut self.connection);
        }
    }
}

impl Deref for Transaction {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.connection
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.connection
    }
}

/// Each statement on whichever connection is free.
impl<'p> Executor<'p> for &Pool {
    type Database = Postgres;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, sqlx::Result<Either<PgQueryResult, PgRow>>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let pool = self.clone();
        let rows = async move {
            let rows: Vec<_> = pool.acquire().await?.fetch_many(query).try_collect().await?;
            Ok::<_, sqlx::Error>(stream::iter(rows.into_iter().map(Ok)))
        };
        stream::once(rows).try_flatten().boxed()
    }

    fn fetch_all<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, sqlx::Result<Vec<PgRow>>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let pool = self.clone();
        Box::pin(async move { pool.acquire().await?.fetch_all(query).await })
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, sqlx::Result<Option<PgRow>>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let pool = self.clone();
        Box::pin(async move { pool.acquire().await?.fetch_optional(query).await })
    }

    fn prepare_with<'e>(self, sql: SqlStr, parameters: &'e [PgTypeInfo]) -> BoxFuture<'e, sqlx::Result<PgStatement>>
    where
        'p: 'e,
    {
        let pool = self.clone();
        Box::pin(async move { pool.acquire().await?.prepare_with(sql, parameters).await })
    }

    fn describe<'e>(self, sql: SqlStr) -> BoxFuture<'e, sqlx::Result<Describe<Postgres>>>
    where
        'p: 'e,
    {
        let pool = self.clone();
        Box::pin(async move { pool.acquire().await?.describe(sql).await })
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::timeout;

    use super::*;

    async fn backend(connection: &mut PgConnection) -> i32 {
        sqlx::query_scalar("select pg_backend_pid()").fetch_one(connection).await.unwrap()
    }

    fn pool_of(of_test: &sqlx::PgPool, max_connections: usize) -> Pool {
        Pool::new(PgConnectOptions::clone(&of_test.connect_options()), max_connections)
    }

    #[sqlx::test]
    async fn the_connection_that_was_used_last_is_used_next(of_test: sqlx::PgPool) {
        let pool = pool_of(&of_test, 3);
        let (mut first, mut second) = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
        let backends = [backend(&mut first).await, backend(&mut second).await];
        drop((first, second));
        for _ in 0..3 {
            assert_eq!(backend(&mut pool.acquire().await.unwrap()).await, backends[1]);
        }
        assert_eq!((pool.size(), pool.idle()), (2, 2));
    }

    #[sqlx::test]
    async fn a_transaction_that_is_dropped_is_rolled_back_before_others_get_its_connection(of_test: sqlx::PgPool) {
        let pool = pool_of(&of_test, 1);
        let mut dropped = pool.begin().await.unwrap();
        sqlx::query("create table ducks ()").execute(&mut *dropped).await.unwrap();
        drop(dropped);
        let ducks = "select count(*) from pg_tables where tablename = 'ducks'";
        assert_eq!(sqlx::query_scalar::<_, i64>(ducks).fetch_one(&pool).await.unwrap(), 0);

        let mut committed = pool.begin().await.unwrap();
        sqlx::query("create table ducks ()").execute(&mut *committed).await.unwrap();
        committed.commit().await.unwrap();
        assert_eq!(sqlx::query_scalar::<_, i64>(ducks).fetch_one(&pool).await.unwrap(), 1);
    }

    #[sqlx::test]
    async fn a_statement_that_nobody_waits_for_any_more_does_not_answer_the_next_one(of_test: sqlx::PgPool) {
        let pool = pool_of(&of_test, 1);
        let slow = sqlx::query_scalar::<_, i32>("select 1 from pg_sleep(0.3)").fetch_one(&pool);
        assert!(timeout(Duration::from_millis(50), slow).await.is_err());
        for expected in 2..5 {
            assert_eq!(
                sqlx::query_scalar::<_, i32>("select $1").bind(expected).fetch_one(&pool).await.unwrap(),
                expected
            );
        }
    }

    #[sqlx::test]
    async fn who_waits_gets_the_connection_when_it_is_free_and_nobody_gets_one_of_a_closed_pool(of_test: sqlx::PgPool) {
        let pool = pool_of(&of_test, 1);
        let held = pool.acquire().await.unwrap();
        let waiting = tokio::spawn({
            let pool = pool.clone();
            async move { pool.acquire().await.map(drop) }
        });
        tokio::task::yield_now().await;
        drop(held);
        waiting.await.unwrap().unwrap();
        pool.close();
        assert!(matches!(pool.acquire().await, Err(sqlx::Error::PoolClosed)));
        assert_eq!(pool.until_closed(std::future::pending::<()>()).await, None);
    }
}
