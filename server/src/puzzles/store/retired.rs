//! Puzzles that an operator has taken out of the offer, and why: what players report.

use std::fmt;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff_sqlx::ToSqlx;

use crate::accounts::PlayerId;
use crate::platform::database::Pool;

/// That a puzzle is not offered any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retired {
    /// Since when.
    pub at: Timestamp,
    /// Why, in an operator's words; players read it.
    pub because: Option<String>,
}

/// Retires a puzzle, or says anew why it is. It is not the puzzle of today or of a later day any more. `false`: there is no such
/// puzzle.
///
/// # Errors
/// The database fails.
pub async fn retire(pool: &Pool, id: i32, retired: &Retired, today: Date) -> anyhow::Result<bool> {
    let mut transaction = pool.begin().await?;
    let done = sqlx::query!(
        "update puzzles set retired_at = coalesce(retired_at, $2), retired_because = $3 where id = $1",
        id,
        retired.at.to_sqlx() as _,
        retired.because,
    )
    .execute(&mut *transaction)
    .await?;
    sqlx::query!("delete from daily_puzzles where puzzle_id = $1 and day >= $2", id, today.to_sqlx() as _)
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(done.rows_affected() > 0)
}

/// Offers a puzzle again. `false`: there is no such puzzle.
///
/// # Errors
/// The database fails.
pub async fn reinstate(pool: &Pool, id: i32) -> anyhow::Result<bool> {
    let done = sqlx::query!("update puzzles set retired_at = null, retired_because = null where id = $1", id)
        .execute(pool)
        .await?;
    Ok(done.rows_affected() > 0)
}

/// Keeps what a player says is wrong with a puzzle, in place of what they said before. `false`: there is no such puzzle.
///
/// # Errors
/// The database fails.
pub async fn report(pool: &Pool, id: i32, player: PlayerId, reason: &str, now: Timestamp) -> anyhow::Result<bool> {
    let done = sqlx::query!(
        "insert into puzzle_reports (puzzle_id, player_id, reason, reported_at)
        select id, $2, $3, $4 from puzzles where id = $1
        on conflict (puzzle_id, player_id) do update set reason = excluded.reason, reported_at = excluded.reported_at",
        id,
        player.0,
        reason,
        now.to_sqlx() as _,
    )
    .execute(pool)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// What a player says is wrong with a puzzle. Displayed as a line, whatever they wrote.
pub struct Report {
    /// The puzzle.
    pub id: i32,
    /// Who says so.
    pub player: String,
    /// What they say.
    pub reason: String,
    /// When.
    pub at: Timestamp,
    /// Whether the puzzle is retired.
    pub is_retired: bool,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, player, reason, at, is_retired } = self;
        let retired = if *is_retired { " (retired)" } else { "" };
        write!(f, "puzzle {id}{retired}, {player} on {}: {}", at.strftime("%Y-%m-%d"), on_a_line(reason))
    }
}

/// A text on one line, without anything that a terminal would obey.
fn on_a_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.escape_debug().to_string().replace("\\\"", "\"").replace("\\'", "'")
}

/// What players say is wrong, by puzzle.
///
/// # Errors
/// The database fails.
pub async fn reports(pool: &Pool) -> anyhow::Result<Vec<Report>> {
    let rows = sqlx::query!(
        r#"select puzzle_id, players.name, reason, reported_at as "reported_at: jiff_sqlx::Timestamp",
            retired_at is not null as "is_retired!"
        from puzzle_reports join players on players.id = player_id join puzzles on puzzles.id = puzzle_id
        order by puzzle_id, reported_at"#,
    )
    .fetch_all(pool)
    .await?;
    let reports = rows.into_iter().map(|row| Report {
        id: row.puzzle_id,
        player: row.name,
        reason: row.reason,
        at: row.reported_at.to_jiff(),
        is_retired: row.is_retired,
    });
    Ok(reports.collect())
}

/// Whether a player has reported a puzzle.
///
/// # Errors
/// The database fails.
pub async fn has_reported(pool: &Pool, id: i32, player: PlayerId) -> anyhow::Result<bool> {
    let found = sqlx::query_scalar!(
        r#"select exists (select from puzzle_reports where puzzle_id = $1 and player_id = $2) as "exists!""#,
        id,
        player.0,
    );
    Ok(found.fetch_one(pool).await?)
}
