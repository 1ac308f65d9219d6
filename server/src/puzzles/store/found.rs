//! Puzzles found in games played here, and the games that were looked through for them.

use domain::rules::ply::Ply;
use domain::rules::puzzle::Puzzle;
use domain::rules::variant::Variant;
use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::{DEVIATION, VARIANTS, first_rating, goal_key};
use crate::games::GameId;
use crate::jobs::{self, JobKind};
use crate::platform::database::Pool;
use crate::ratings::Rating;

/// Games that ended later are left alone: their players talk about them, and like positions may be on boards.
const FRESH: SignedDuration = SignedDuration::from_hours(7 * 24);
/// Those that ended earlier are not dug up.
const OLD: SignedDuration = SignedDuration::from_hours(60 * 24);

/// How many games are queued at a time.
const PORTION: i64 = 4;

/// Where a puzzle was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The game.
    pub game: GameId,
    /// After so many turns.
    pub ply: Ply,
}

/// How far a game was looked through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The first ply that was not looked at.
    pub next: Ply,
    /// Where puzzles were found.
    pub found: Vec<Ply>,
}

/// Queues the next games that are long enough over, in the order of their end, unless something waits already; returns how many.
///
/// # Errors
/// The database fails.
pub async fn queue_games(pool: &Pool, variants: &[Variant], now: Timestamp) -> anyhow::Result<usize> {
    let mut transaction = pool.begin().await?;
    if !jobs::is_idle(&mut transaction, variants, now).await? {
        return Ok(0);
    }
    let of_puzzles: Vec<_> = VARIANTS.iter().map(|variant| variant.key().to_owned()).collect();
    // Served by games_by_end, from where puzzle_games_by_end ends. Whoever else queues a game now has it.
    let games = sqlx::query!(
        r#"with queued as (
            insert into puzzle_games (game_id, ended_at)
            select id, ended_at from games g
            where ended_at >= greatest($2, (select max(ended_at) from puzzle_games)) and ended_at <= $3
                and variant = any($1) and ply > 0
                and not exists (select from puzzle_games p where p.game_id = g.id)
            order by ended_at limit $4
            on conflict do nothing returning game_id)
        select id, variant from queued join games on id = game_id order by ended_at"#,
        &of_puzzles,
        (now - OLD).to_sqlx() as _,
        (now - FRESH).to_sqlx() as _,
        PORTION,
    )
    .fetch_all(&mut *transaction)
    .await?;
    for game in &games {
        jobs::queue(&mut transaction, JobKind::Puzzles, &game.id, game.variant.parse()?, now).await?;
    }
    transaction.commit().await?;
    Ok(games.len())
}

/// How far a game was looked through.
///
/// # Errors
/// The database fails.
pub async fn progress(connection: &mut PgConnection, id: &GameId) -> anyhow::Result<Progress> {
    let next = sqlx::query_scalar!("select next_ply from puzzle_games where game_id = $1", id.as_str())
        .fetch_optional(&mut *connection)
        .await?;
    // Served by puzzles_by_game.
    let found = sqlx::query_scalar!(r#"select ply as "ply!" from puzzles where game_id = $1"#, id.as_str())
        .fetch_all(connection)
        .await?;
    let ply = |ply: i32| Ply(ply.unsigned_abs());
    Ok(Progress { next: next.map_or(Ply::START, ply), found: found.into_iter().map(ply).collect() })
}

/// Notes how far a game was looked through.
///
/// # Errors
/// The database fails.
pub async fn note_progress(connection: &mut PgConnection, id: &GameId, next: Ply, is_done: bool) -> anyhow::Result<()> {
    sqlx::query!(
        "update puzzle_games set next_ply = $2, state = $3 where game_id = $1",
        id.as_str(),
        i32::try_from(next.0)?,
        is_done.then_some("done"),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Gives a game up; what was found in it stays.
///
/// # Errors
/// The database fails.
pub async fn give_up(connection: &mut PgConnection, id: &GameId) -> anyhow::Result<()> {
    sqlx::query!("update puzzle_games set state = 'failed' where game_id = $1", id.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// Adds a puzzle that was found, unless there is one of that position: its number.
///
/// # Errors
/// The database fails.
pub async fn add(connection: &mut PgConnection, puzzle: Puzzle, origin: &Origin) -> anyhow::Result<Option<i32>> {
    let board = board_of(&puzzle);
    let variant = puzzle.start().variant().key();
    // There are some hundred that are shipped, and few are found.
    let number = sqlx::query_scalar!(
        r#"select nextval('found_puzzles')::integer as "number!" where not exists (
            select from puzzles where variant = $1 and starts_with(content::json->>'fen', $2 || ' '))"#,
        variant,
        board,
    )
    .fetch_optional(&mut *connection)
    .await?;
    let Some(number) = number else { return Ok(None) };
    let source = format!("game {}, ply {}", origin.game.as_str(), origin.ply);
    let puzzle = puzzle.numbered(number.unsigned_abs()).from_source(source);
    let themes: Vec<_> = puzzle.themes().iter().map(|theme| theme.key().to_owned()).collect();
    let added = sqlx::query!(
        "insert into puzzles (id, content, variant, goal, themes, rating, deviation, volatility, game_id, ply, board)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing",
        number,
        serde_json::to_string(&puzzle)?,
        variant,
        goal_key(puzzle.goal()),
        &themes,
        first_rating(&puzzle),
        DEVIATION,
        Rating::NEW.volatility,
        origin.game.as_str(),
        i32::try_from(origin.ply.0)?,
        board,
    )
    .execute(connection)
    .await?;
    Ok((added.rows_affected() > 0).then_some(number))
}

/// The men with the duck and whose turn it is: the first two fields of the FEN.
fn board_of(puzzle: &Puzzle) -> String {
    puzzle.start().fen().split(' ').take(2).collect::<Vec<_>>().join(" ")
}
