//! Puzzles in the database.

mod attempts;
mod lists;

use std::fmt;

use anyhow::Context;
use domain::rules::puzzle::{Goal, Puzzle};
use jiff::Timestamp;
use jiff_sqlx::ToSqlx;

pub use attempts::{Attempt, Ended, Standing, attempt_of, record, standing};
pub use lists::{PuzzleLine, daily, list, nearest, next_after};

use crate::accounts::PlayerId;
use crate::platform::database::Pool;
use crate::ratings::Rating;

/// How unsure the rating of a puzzle is that nobody has tried, in points.
const DEVIATION: f64 = 200.0;

/// A puzzle, and what has come of it.
pub struct StoredPuzzle {
    /// What it is.
    pub puzzle: Puzzle,
    /// Its rating.
    pub rating: Rating,
    /// How many players have tried it.
    pub tried: i32,
    /// How many of them found the solution at once.
    pub solved: i32,
}

/// Puts puzzles there, with the line of a file that each is. What is there already keeps its rating.
///
/// # Errors
/// The database fails.
pub async fn put(pool: &Pool, puzzles: &[(Puzzle, &str)]) -> anyhow::Result<()> {
    let ids: Vec<i32> = puzzles.iter().map(|(puzzle, _)| puzzle.number() as i32).collect();
    let contents: Vec<String> = puzzles.iter().map(|&(_, line)| line.to_owned()).collect();
    let variants: Vec<String> = puzzles.iter().map(|(puzzle, _)| puzzle.start().variant().key().to_owned()).collect();
    let goals: Vec<String> = puzzles.iter().map(|(puzzle, _)| goal_key(puzzle.goal())).collect();
    // An array of arrays has as many elements in each: so these are words of a text.
    let themes: Vec<String> = puzzles
        .iter()
        .map(|(puzzle, _)| puzzle.themes().iter().map(|theme| theme.key()).collect::<Vec<_>>().join(" "))
        .collect();
    let ratings: Vec<f64> = puzzles.iter().map(|(puzzle, _)| f64::from(puzzle.rating())).collect();
    sqlx::query!(
        "insert into puzzles (id, content, variant, goal, themes, rating, deviation, volatility)
        select id, content, variant, goal, string_to_array(themes, ' '), rating, $7, $8
        from unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::text[], $6::double precision[])
            as shipped (id, content, variant, goal, themes, rating)
        order by id
        on conflict (id) do update set
            content = excluded.content, variant = excluded.variant, goal = excluded.goal, themes = excluded.themes
        where puzzles.content <> excluded.content",
        &ids,
        &contents,
        &variants,
        &goals,
        &themes,
        &ratings,
        DEVIATION,
        Rating::NEW.volatility,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// A goal in the database: `win-2`.
fn goal_key(goal: Goal) -> String {
    match goal {
        Goal::Win { turns } => format!("win-{turns}"),
        Goal::Save { turns } => format!("save-{turns}"),
    }
}

fn read_goal(key: &str) -> Option<Goal> {
    let (kind, turns) = key.split_once('-')?;
    let turns = turns.parse().ok()?;
    match kind {
        "win" => Some(Goal::Win { turns }),
        "save" => Some(Goal::Save { turns }),
        _ => None,
    }
}

/// The puzzle of this number.
///
/// # Errors
/// The database fails.
pub async fn load(pool: &Pool, id: i32) -> anyhow::Result<Option<StoredPuzzle>> {
    let row =
        sqlx::query!("select content, rating, deviation, volatility, tried, solved from puzzles where id = $1", id,)
            .fetch_optional(pool)
            .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(StoredPuzzle {
        puzzle: serde_json::from_str(&row.content).context("a puzzle in the database")?,
        rating: Rating { value: row.rating, deviation: row.deviation, volatility: row.volatility },
        tried: row.tried,
        solved: row.solved,
    }))
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
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, player, reason, at } = self;
        write!(f, "puzzle {id}, {player} on {}: {}", at.strftime("%Y-%m-%d"), reason.escape_debug())
    }
}

/// What players say is wrong, by puzzle.
///
/// # Errors
/// The database fails.
pub async fn reports(pool: &Pool) -> anyhow::Result<Vec<Report>> {
    let rows = sqlx::query!(
        r#"select puzzle_id, name, reason, reported_at as "reported_at: jiff_sqlx::Timestamp"
        from puzzle_reports join players on players.id = player_id order by puzzle_id, reported_at"#,
    )
    .fetch_all(pool)
    .await?;
    let reports = rows.into_iter().map(|row| Report {
        id: row.puzzle_id,
        player: row.name,
        reason: row.reason,
        at: row.reported_at.to_jiff(),
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
