//! Notifications that there is something to read, sent by a connection that does nothing else.

use std::time::Duration;

use sqlx::{Connection, PgConnection};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, timeout};

use super::{CHANNEL, RECONNECT_DELAY};
use crate::platform::database::Pool;

/// Commits within this time share a notification.
const GATHER_TIME: Duration = Duration::from_millis(8);
/// How long announcements are kept at least. A server that listens has read them long before.
const KEEP_TIME: Duration = Duration::from_secs(60);
/// The timeout of each statement.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Notifies every server after each commit that `committed` tells of, and deletes announcements that all have read.
pub async fn run(committed: &Notify, pool: &Pool) {
    loop {
        let Some(Err(error)) = pool.until_closed(notify(committed, pool)).await else { return };
        tracing::warn!(error = format!("{error:#}"), "servers are not notified; open pages hear of changes late");
        sleep(RECONNECT_DELAY).await;
    }
}

async fn notify(committed: &Notify, pool: &Pool) -> anyhow::Result<std::convert::Infallible> {
    let mut connection = timeout(TIMEOUT, PgConnection::connect_with(pool.connect_options())).await??;
    // What is lost by this at a crash is only what says that there is something to read.
    sqlx::raw_sql("set synchronous_commit = off").execute(&mut connection).await?;
    let mut kept = Kept { from: "0".to_owned(), since: Instant::now() };
    loop {
        if timeout(KEEP_TIME, committed.notified()).await.is_ok() {
            sleep(GATHER_TIME).await;
            let notified = sqlx::query!("select pg_notify($1, '')", CHANNEL).execute(&mut connection);
            timeout(TIMEOUT, notified).await??;
        }
        if kept.since.elapsed() >= KEEP_TIME {
            kept = timeout(TIMEOUT, kept.delete_before(&mut connection)).await??;
        }
    }
}

/// From which announcement on they are kept.
struct Kept {
    /// The first transaction that was running at an instant.
    from: String,
    /// The instant.
    since: Instant,
}

impl Kept {
    /// Deletes what was committed before, and keeps what was not by now.
    async fn delete_before(self, connection: &mut PgConnection) -> anyhow::Result<Self> {
        let since = Instant::now();
        let from = sqlx::query_scalar!(
            r#"with gone as (delete from announcements where transaction < $1::text::xid8)
            select pg_snapshot_xmin(pg_current_snapshot())::text as "from!""#,
            self.from,
        )
        .fetch_one(connection)
        .await?;
        Ok(Self { from, since })
    }
}

#[cfg(test)]
mod tests {
    use sqlx::PgPool;

    use super::*;
    use crate::platform::database::listen::{Announcement, announce};

    async fn kept(connection: &mut PgConnection) -> i64 {
        let count = sqlx::query_scalar!(r#"select count(*) as "count!" from announcements"#).fetch_one(connection);
        count.await.unwrap()
    }

    /// Time passes until none is kept: for as long as transactions of then are running, in other databases as well.
    async fn delete_all(mut before: Kept, connection: &mut PgConnection) -> Kept {
        while kept(connection).await > 0 {
            before = before.delete_before(connection).await.unwrap();
        }
        before
    }

    #[sqlx::test(migrator = "crate::platform::database::MIGRATOR")]
    async fn announcements_are_kept_until_the_time_after_they_were_committed_in(pool: PgPool) {
        let mut connection = pool.acquire().await.unwrap();
        let announcement = Announcement { topic: "game/17".to_owned(), state: "1".to_owned() };
        announce(&mut connection, std::slice::from_ref(&announcement)).await.unwrap();
        let mut slow = pool.begin().await.unwrap();
        announce(&mut slow, &[announcement]).await.unwrap();

        let first = Kept { from: "0".to_owned(), since: Instant::now() };
        let second = first.delete_before(&mut connection).await.unwrap();
        assert_eq!(kept(&mut connection).await, 1, "there was none before");
        let third = delete_all(second, &mut connection).await;
        slow.commit().await.unwrap();
        let fourth = third.delete_before(&mut connection).await.unwrap();
        assert_eq!(kept(&mut connection).await, 1, "it was committed a moment ago");
        delete_all(fourth, &mut connection).await;
    }
}
