//! What was announced since a server last read.

use std::time::Duration;

use sqlx::postgres::PgListener;
use tokio::time::Instant;

use super::Announcement;
use crate::platform::database::lsn::Lsn;

/// With nobody to tell, the connection is used this often nevertheless, so that a dead one is noticed.
const CHECK_INTERVAL: Duration = Duration::from_secs(30);
/// With more topics than this, all announcements are read: filtering them here costs less than sending the topics.
const MAX_TOPICS: usize = 256;

/// How far a server has read.
///
/// Transactions do not commit in the order in which they began. So what is new is told by PostgreSQL's own means: what was
/// not visible in the snapshot in which the server last read.
pub struct Reader {
    snapshot: String,
    reached: Lsn,
    read_at: Instant,
}

impl Reader {
    /// Begins with what is announced from now on.
    ///
    /// # Errors
    /// The connection fails.
    pub async fn begin(connection: &mut PgListener) -> anyhow::Result<Self> {
        let snapshot =
            sqlx::query_scalar!(r#"select pg_current_snapshot()::text as "snapshot!""#).fetch_one(connection).await?;
        Ok(Self { snapshot, reached: Lsn(0), read_at: Instant::now() })
    }

    /// A place in the WAL before which everything was committed that has been read.
    pub fn reached(&self) -> Lsn {
        self.reached
    }

    /// Whether it is time to read even if there is nobody to tell.
    pub fn is_due(&self) -> bool {
        self.read_at.elapsed() >= CHECK_INTERVAL
    }

    /// The announcements about some topics that were not read before, in the order in which they were written; there
    /// may be others among them.
    ///
    /// # Errors
    /// The connection fails.
    pub async fn read(&mut self, connection: &mut PgListener, topics: &[String]) -> anyhow::Result<Vec<Announcement>> {
        let topics = (topics.len() <= MAX_TOPICS).then_some(topics);
        // Served by announcements_by_transaction. There is a row without an announcement if none is new.
        let rows = sqlx::query!(
            r#"select pg_current_snapshot()::text as "snapshot!", pg_current_wal_flush_lsn()::text as "reached!",
                a.topics as "topics?", a.states as "states?"
            from (values (1)) always left join announcements a
                on a.transaction >= pg_snapshot_xmin($1::text::pg_snapshot)
                    and not pg_visible_in_snapshot(a.transaction, $1::text::pg_snapshot)
                    and ($2::text[] is null or a.topics && $2)
            order by a.id"#,
            self.snapshot,
            topics as Option<&[String]>,
        )
        .fetch_all(connection)
        .await?;
        self.read_at = Instant::now();
        let mut announcements = Vec::new();
        for row in rows {
            self.snapshot = row.snapshot;
            self.reached = row.reached.parse()?;
            let (topics, states) = (row.topics.unwrap_or_default(), row.states.unwrap_or_default());
            announcements.extend(topics.into_iter().zip(states).map(|(topic, state)| Announcement { topic, state }));
        }
        Ok(announcements)
    }
}
