//! Times in which the site was down. Every server records every few seconds that it is up; a gap of more than a minute
//! is an outage. Each running game records an outage before anything else is decided in it; the sweepers see to the
//! games in which nothing happens.

use domain::correspondence::outage::Outage;
use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::game_id::GameId;
use crate::platform::database::Pool;

/// The site is down if no server has written for so long that it is up.
const MIN_OUTAGE: SignedDuration = SignedDuration::from_mins(1);

/// For how long a server keeps others from telling the games of an outage too.
const LEASE: SignedDuration = SignedDuration::from_mins(1);

/// How many games are read at a time.
const GAMES_AT_A_TIME: i64 = 100;

/// If nobody has written since then that the site is up, an outage ends now.
pub fn heartbeat_cutoff(now: Timestamp) -> Timestamp {
    now - MIN_OUTAGE
}

/// Writes that the site is up. If that was not written for more than a minute, an outage ends now. Of several servers that come
/// back together one notes it.
///
/// # Errors
/// The database fails.
pub async fn record_heartbeat(connection: &mut PgConnection, now: Timestamp) -> anyhow::Result<()> {
    let outage = sqlx::query!(
        r#"with last as (select beat_at from heartbeat for update), beaten as (
            insert into heartbeat (beat_at) values ($1)
            on conflict (is_the_row) do update set beat_at = excluded.beat_at where heartbeat.beat_at < excluded.beat_at
        )
        insert into outages (begins_at, ends_at) select beat_at, $1 from last where beat_at < $2
        on conflict do nothing returning begins_at as "begins_at: jiff_sqlx::Timestamp""#,
        now.to_sqlx() as _,
        heartbeat_cutoff(now).to_sqlx() as _,
    )
    .fetch_optional(connection)
    .await?;
    if let Some(outage) = outage {
        let from = outage.begins_at.to_jiff();
        tracing::warn!(%from, until = %now, "the site was down: running clocks get that time back");
    }
    Ok(())
}

/// The outages that ended after an instant, in order.
///
/// # Errors
/// The database fails.
pub async fn ended_after(connection: &mut PgConnection, at: Timestamp) -> anyhow::Result<Vec<Outage>> {
    let rows = sqlx::query!(
        r#"select begins_at as "begins_at: jiff_sqlx::Timestamp", ends_at as "ends_at: jiff_sqlx::Timestamp"
        from outages where ends_at > $1 order by begins_at"#,
        at.to_sqlx() as _,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| Outage { from: row.begins_at.to_jiff(), until: row.ends_at.to_jiff() }).collect())
}

/// An outage that some games have not recorded yet, leased to this server for a minute. `None` if there is none, or
/// another server has the lease.
///
/// # Errors
/// The database fails.
pub async fn lease(pool: &Pool, now: Timestamp) -> anyhow::Result<Option<Outage>> {
    let row = sqlx::query!(
        r#"update outages set leased_until = $2 where begins_at = (
            select begins_at from outages where noted_at is null and (leased_until is null or leased_until <= $1)
            order by begins_at limit 1 for update skip locked
        ) returning begins_at as "begins_at: jiff_sqlx::Timestamp", ends_at as "ends_at: jiff_sqlx::Timestamp""#,
        now.to_sqlx() as _,
        (now + LEASE).to_sqlx() as _,
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| Outage { from: row.begins_at.to_jiff(), until: row.ends_at.to_jiff() }))
}

/// Keeps the lease of an outage for another minute.
///
/// # Errors
/// The database fails.
pub async fn renew(pool: &Pool, outage: Outage, now: Timestamp) -> anyhow::Result<()> {
    sqlx::query!(
        "update outages set leased_until = $2 where begins_at = $1",
        outage.from.to_sqlx() as _,
        (now + LEASE).to_sqlx() as _,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Every running game has noted an outage.
///
/// # Errors
/// The database fails.
pub async fn finish(pool: &Pool, outage: Outage, now: Timestamp) -> anyhow::Result<()> {
    sqlx::query!(
        "update outages set noted_at = $2 where begins_at = $1",
        outage.from.to_sqlx() as _,
        now.to_sqlx() as _,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// How far the games have recorded an outage: they do in the order of their deadlines, because those that are due first matter most.
#[derive(Clone, Debug)]
pub struct Cursor {
    deadline: Timestamp,
    id: String,
}

impl Cursor {
    /// No game has been.
    pub const NONE: Self = Self { deadline: Timestamp::UNIX_EPOCH, id: String::new() };
}

/// The next games in which it is still the same turn as when the outage ended, and how far that is. None are left if it is
/// empty.
///
/// # Errors
/// The database fails.
pub async fn games_to_update(pool: &Pool, outage: Outage, cursor: Cursor) -> anyhow::Result<(Vec<GameId>, Cursor)> {
    // Served by games_by_deadline.
    let rows = sqlx::query!(
        r#"select id, deadline as "deadline!: jiff_sqlx::Timestamp" from games
        where (deadline, id) > ($1, $2) and coalesce(turn_since, begun_at) < $3 order by deadline, id limit $4"#,
        cursor.deadline.to_sqlx() as _,
        cursor.id,
        outage.until.to_sqlx() as _,
        GAMES_AT_A_TIME,
    )
    .fetch_all(pool)
    .await?;
    let cursor = rows.last().map_or(cursor, |last| Cursor { deadline: last.deadline.to_jiff(), id: last.id.clone() });
    Ok((rows.into_iter().map(|row| GameId::stored(row.id)).collect(), cursor))
}
