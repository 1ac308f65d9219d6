//! What was announced since a server last read.

use std::collections::HashSet;
use std::time::Duration;

use sqlx::postgres::PgListener;
use tokio::time::Instant;

use super::Announcement;

/// With nobody to tell, the connection is used this often nevertheless, so that a dead one is noticed.
const CHECK_INTERVAL: Duration = Duration::from_secs(30);

/// How far a server has read.
///
/// Transactions do not commit in the order in which they began. So what it has not read yet may be of any that was running
/// when it last read: it reads again from the first of those, and leaves out what it has read.
pub struct Reader {
    /// The first transaction that was running when it last read.
    from: String,
    /// What it has read of that transaction and those after it.
    known: HashSet<i64>,
    at: Instant,
}

impl Reader {
    /// Begins with what is announced from now on.
    ///
    /// # Errors
    /// The connection fails.
    pub async fn begin(connection: &mut PgListener) -> anyhow::Result<Self> {
        let from = sqlx::query_scalar!(r#"select pg_snapshot_xmin(pg_current_snapshot())::text as "from!""#)
            .fetch_one(connection)
            .await?;
        Ok(Self { from, known: HashSet::new(), at: Instant::now() })
    }

    /// What was announced of some topics and was not read before, in the order in which it was written. An announcement of
    /// before a topic was asked for may be among it. Without topics nothing is read, but for a look now and then whether the
    /// connection is alive.
    ///
    /// # Errors
    /// The connection fails.
    pub async fn read(&mut self, connection: &mut PgListener, topics: &[String]) -> anyhow::Result<Vec<Announcement>> {
        if topics.is_empty() && self.at.elapsed() < CHECK_INTERVAL {
            return Ok(Vec::new());
        }
        // Served by announcements_by_transaction.
        let rows = sqlx::query!(
            r#"select pg_snapshot_xmin(pg_current_snapshot())::text as "from!", a.id as "id?", a.topic as "topic?",
                a.state as "state?"
            from (values (1)) always left join announcements a on a.transaction >= $1::text::xid8 and a.topic = any($2)
            order by a.id"#,
            self.from,
            topics,
        )
        .fetch_all(connection)
        .await?;
        self.at = Instant::now();
        let mut known = HashSet::new();
        let mut announcements = Vec::new();
        for row in rows {
            self.from = row.from;
            let (Some(id), Some(topic), Some(state)) = (row.id, row.topic, row.state) else { continue };
            if !self.known.contains(&id) {
                announcements.push(Announcement { topic, state });
            }
            known.insert(id);
        }
        self.known = known;
        Ok(announcements)
    }
}
