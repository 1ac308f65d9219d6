//! The puzzles of the days. Each is chosen once and kept, so it stays what it was when puzzles are added or retired.

use jiff::civil::Date;
use jiff_sqlx::ToSqlx;

use super::WARM_UP;
use crate::platform::database::Pool;

/// The puzzle of a day: if none was chosen for it, that of the last day before. `None`: there never was one.
///
/// # Errors
/// The database fails.
pub async fn daily(pool: &Pool, day: Date) -> anyhow::Result<Option<i32>> {
    Ok(latest(pool, day, 1).await?.first().map(|&(_, id)| id))
}

/// The puzzles of the last days up to one, the latest first.
///
/// # Errors
/// The database fails.
pub async fn latest(pool: &Pool, day: Date, most: i64) -> anyhow::Result<Vec<(Date, i32)>> {
    let rows = sqlx::query!(
        r#"select day as "day: jiff_sqlx::Date", puzzle_id from daily_puzzles where day <= $1 order by day desc limit $2"#,
        day.to_sqlx() as _,
        most,
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(|row| (row.day.to_jiff(), row.puzzle_id)).collect())
}

/// Chooses the puzzle of a day, unless there is one: one that was not yet of the day, else the one whose day is the longest ago.
/// Their order is mixed, but always the same. Returns whether it was chosen.
///
/// # Errors
/// The database fails.
pub async fn choose(pool: &Pool, day: Date) -> anyhow::Result<bool> {
    let done = sqlx::query!(
        "insert into daily_puzzles (day, puzzle_id)
        select $1, id from puzzles
        where retired_at is null and id <> $2 and not exists (select from daily_puzzles where day = $1)
        order by (select max(day) from daily_puzzles where puzzle_id = id) nulls first, md5(id::text) limit 1
        on conflict do nothing",
        day.to_sqlx() as _,
        WARM_UP,
    )
    .execute(pool)
    .await?;
    Ok(done.rows_affected() > 0)
}
