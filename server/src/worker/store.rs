//! Workers in the database.

use std::num::NonZeroUsize;

use domain::rules::variant::Variant;
use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;

use crate::engines::EngineTable;
use crate::platform::database::Pool;

/// How long a worker is remembered that has not been heard of.
const FORGOTTEN_AFTER: SignedDuration = SignedDuration::from_hours(48);

/// Notes that a worker is there, how many engines it runs at the same time and what they know. Those that have not been heard of
/// for long are forgotten.
pub async fn register(
    pool: &Pool,
    worker: i64,
    slots: NonZeroUsize,
    engines: &EngineTable,
    now: Timestamp,
) -> anyhow::Result<()> {
    let variants: Vec<_> = engines.variants().map(Variant::key).map(str::to_owned).collect();
    sqlx::query!(
        "with forgotten as (delete from workers where seen_at < $5)
        insert into workers (id, started_at, seen_at, slots, variants) values ($1, $2, $2, $3, $4)
        on conflict (id) do update set seen_at = excluded.seen_at, variants = excluded.variants",
        worker,
        now.to_sqlx() as _,
        i32::try_from(slots.get())?,
        &variants,
        (now - FORGOTTEN_AFTER).to_sqlx() as _,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Counts a job that was done, or that has failed.
pub async fn count(pool: &Pool, worker: i64, is_done: bool) -> anyhow::Result<()> {
    sqlx::query!(
        "update workers set done = done + $2::int, failed = failed + 1 - $2::int where id = $1",
        worker,
        i32::from(is_done),
    )
    .execute(pool)
    .await?;
    Ok(())
}
