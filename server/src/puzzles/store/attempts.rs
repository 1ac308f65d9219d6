//! Attempts of players, of which the first counts, and the ratings that it moves.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::super::rating::{BEGINNER, after_try};
use super::WARM_UP;
use crate::accounts::PlayerId;
use crate::platform::database::Pool;
use crate::ratings::{Change, Rating};

/// A player's first attempt at a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attempt {
    /// How many turns of the solution they have found.
    pub found: usize,
    /// Whether they have solved it; `None` while they are at it.
    pub solved: Option<bool>,
    /// What it did to their rating, in points.
    pub points: Option<i32>,
}

impl Attempt {
    /// Whether it is over, so that nothing counts any more.
    pub const fn is_over(&self) -> bool {
        self.solved.is_some()
    }
}

/// How a player stands among puzzles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// Their rating.
    pub rating: Rating,
    /// How many they have tried.
    pub tried: i32,
    /// How many of them they have solved at once.
    pub solved: i32,
    /// Solved one after the other until now.
    pub streak: i32,
    /// At most.
    pub best_streak: i32,
}

/// What a player did in an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// So many turns are found, and there are more.
    NotYet {
        /// How many.
        found: usize,
    },
    /// All are.
    Solved,
    /// Another turn was tried, or help asked for.
    Failed,
}

/// A player's first attempt at a puzzle, if they have begun one.
///
/// # Errors
/// The database fails.
pub async fn attempt_of(pool: &Pool, player: PlayerId, id: i32) -> anyhow::Result<Option<Attempt>> {
    let row = sqlx::query!(
        "select found, solved, points from puzzle_attempts where player_id = $1 and puzzle_id = $2",
        player.0,
        id,
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| Attempt { found: row.found.unsigned_abs().into(), solved: row.solved, points: row.points }))
}

/// How a player stands, if they have tried any.
///
/// # Errors
/// The database fails.
pub async fn standing(pool: &Pool, player: PlayerId) -> anyhow::Result<Option<Standing>> {
    let row = sqlx::query!(
        "select rating, deviation, volatility, tried, solved, streak, best_streak from puzzle_players
        where player_id = $1",
        player.0,
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| Standing {
        rating: Rating { value: row.rating, deviation: row.deviation, volatility: row.volatility },
        tried: row.tried,
        solved: row.solved,
        streak: row.streak,
        best_streak: row.best_streak,
    }))
}

/// Notes what a player did in their first attempt; afterwards nothing is noted any more. At its end the two ratings move, each by
/// what the other was; at the warm-up puzzle they do not.
///
/// # Errors
/// The database fails.
pub async fn record(pool: &Pool, player: PlayerId, id: i32, what: Ended, now: Timestamp) -> anyhow::Result<()> {
    let mut transaction = pool.begin().await?;
    sqlx::query!(
        "insert into puzzle_attempts (player_id, puzzle_id, began_at) values ($1, $2, $3) on conflict do nothing",
        player.0,
        id,
        now.to_sqlx() as _,
    )
    .execute(&mut *transaction)
    .await?;
    // Whoever sends two at once: the second waits, and finds the first ended.
    let solved = sqlx::query_scalar!(
        "select solved from puzzle_attempts where player_id = $1 and puzzle_id = $2 for update",
        player.0,
        id,
    )
    .fetch_one(&mut *transaction)
    .await?;
    if solved.is_some() {
        return Ok(());
    }
    match what {
        Ended::NotYet { found } => {
            sqlx::query!(
                "update puzzle_attempts set found = greatest(found, $3) where player_id = $1 and puzzle_id = $2",
                player.0,
                id,
                i16::try_from(found)?,
            )
            .execute(&mut *transaction)
            .await?;
        }
        Ended::Solved | Ended::Failed => end(&mut transaction, player, id, what == Ended::Solved, now).await?,
    }
    transaction.commit().await?;
    Ok(())
}

/// Ends an attempt that is locked.
async fn end(
    connection: &mut PgConnection,
    player: PlayerId,
    id: i32,
    solved: bool,
    now: Timestamp,
) -> anyhow::Result<()> {
    let points = if id == WARM_UP { None } else { Some(rate(connection, player, id, solved, now).await?) };
    sqlx::query!("update puzzles set tried = tried + 1, solved = solved + $2 where id = $1", id, i32::from(solved))
        .execute(&mut *connection)
        .await?;
    sqlx::query!(
        "update puzzle_attempts set solved = $3, ended_at = $4, points = $5 where player_id = $1 and puzzle_id = $2",
        player.0,
        id,
        solved,
        now.to_sqlx() as _,
        points,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Moves both ratings: returns the points that the player has won.
async fn rate(
    connection: &mut PgConnection,
    player: PlayerId,
    id: i32,
    solved: bool,
    now: Timestamp,
) -> anyhow::Result<i32> {
    let before = lock_player(connection, player, now).await?;
    let puzzle = sqlx::query!("select rating, deviation, volatility from puzzles where id = $1 for update", id)
        .fetch_one(&mut *connection)
        .await?;
    let puzzle = Rating { value: puzzle.rating, deviation: puzzle.deviation, volatility: puzzle.volatility };
    let (after, puzzle) = after_try(before, puzzle, solved);
    sqlx::query!(
        "update puzzles set rating = $2, deviation = $3, volatility = $4 where id = $1",
        id,
        puzzle.value,
        puzzle.deviation,
        puzzle.volatility,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "update puzzle_players set rating = $2, deviation = $3, volatility = $4, rated_at = $5, tried = tried + 1,
            solved = solved + $6, streak = (streak + 1) * $6, best_streak = greatest(best_streak, (streak + 1) * $6)
        where player_id = $1",
        player.0,
        after.value,
        after.deviation,
        after.volatility,
        now.to_sqlx() as _,
        i32::from(solved),
    )
    .execute(connection)
    .await?;
    Ok(i32::try_from(Change { before, after }.points())?)
}

/// The rating of a player as it is now, which nobody else changes until the transaction ends.
async fn lock_player(connection: &mut PgConnection, player: PlayerId, now: Timestamp) -> anyhow::Result<Rating> {
    let new = BEGINNER;
    sqlx::query!(
        "insert into puzzle_players (player_id, rating, deviation, volatility, rated_at) values ($1, $2, $3, $4, $5)
        on conflict do nothing",
        player.0,
        new.value,
        new.deviation,
        new.volatility,
        now.to_sqlx() as _,
    )
    .execute(&mut *connection)
    .await?;
    let row = sqlx::query!(
        r#"select rating, deviation, volatility, rated_at as "rated_at: jiff_sqlx::Timestamp"
        from puzzle_players where player_id = $1 for update"#,
        player.0,
    )
    .fetch_one(connection)
    .await?;
    let rating = Rating { value: row.rating, deviation: row.deviation, volatility: row.volatility };
    Ok(rating.after_idling(row.rated_at.to_jiff(), now))
}
