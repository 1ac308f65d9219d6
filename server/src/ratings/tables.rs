//! The tables that each pool has of its own: present ratings, and the queue of games that are to be counted. A server of the
//! release before knows those of [`RatingPool::People`] only, and so leaves the others alone.

use std::collections::HashMap;

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::pool::RatingPool;
use super::rating::Rating;
use super::view::VariantRating;
use crate::accounts::PlayerId;
use crate::games::GameId;
use crate::platform::database::Pool;

/// A game that waits to be counted.
pub struct Due {
    /// Whose ratings it moves.
    pub pool: RatingPool,
    /// Its id.
    pub game_id: String,
    /// When it ended.
    pub ended_at: Timestamp,
    /// The key of its variant.
    pub variant: String,
    /// In the order of their first turns.
    pub players: Vec<i64>,
    /// As the game's row has it.
    pub result: String,
}

struct DueRow {
    game_id: String,
    ended_at: jiff_sqlx::Timestamp,
    variant: String,
    players: Vec<i64>,
    result: String,
}

struct FreeRow {
    game_id: String,
}

struct RatingRow {
    player_id: i64,
    variant: String,
    rating: f64,
    deviation: f64,
    volatility: f64,
    games: i32,
    rated_at: jiff_sqlx::Timestamp,
}

impl RatingRow {
    /// The rating at a later instant.
    fn at(&self, now: Timestamp) -> Rating {
        let Self { rating: value, deviation, volatility, .. } = *self;
        Rating { value, deviation, volatility }.after_idling(self.rated_at.to_jiff(), now)
    }
}

/// Carries a statement out in a table of a pool. The statement is in pieces: between them stands the name of the table, which is the
/// first of the pair among people, else the second.
macro_rules! execute {
    ($pool:expr, $connection:expr, [$people:literal, $computers:literal], [$first:literal $(, $next:literal)+], $($bound:expr),+ $(,)?) => {
        match $pool {
            RatingPool::People => sqlx::query!($first $(+ $people + $next)+, $($bound),+).execute($connection).await?,
            RatingPool::Computers => sqlx::query!($first $(+ $computers + $next)+, $($bound),+).execute($connection).await?,
        }
    };
}

/// Asks a table of a pool for rows, in the same way.
macro_rules! rows {
    ($row:ty, $pool:expr, $executor:expr, [$people:literal, $computers:literal], [$first:literal $(, $next:literal)+], $($bound:expr),+ $(,)?) => {
        match $pool {
            RatingPool::People => {
                sqlx::query_as!($row, $first $(+ $people + $next)+, $($bound),+).fetch_all($executor).await?
            }
            RatingPool::Computers => {
                sqlx::query_as!($row, $first $(+ $computers + $next)+, $($bound),+).fetch_all($executor).await?
            }
        }
    };
}

/// Puts a game in the queue, if it is not there and was not counted.
pub async fn insert_due(
    connection: &mut PgConnection,
    pool: RatingPool,
    game: &GameId,
    (ended_at, variant, players): (Timestamp, &str, &[i64]),
) -> anyhow::Result<()> {
    execute!(
        pool,
        connection,
        ["ratings_due", "ratings_with_computers_due"],
        [
            "insert into ",
            " (game_id, ended_at, variant, players)
            select $1, $2, $3, $4 where not exists (select from rating_changes where game_id = $1)
            on conflict (game_id) do nothing"
        ],
        game.as_str(),
        ended_at.to_sqlx() as _,
        variant,
        players,
    );
    Ok(())
}

/// Takes the game that ended first of those that wait in a pool, `leaving_out` some, until the transaction ends. Of one player's games
/// an earlier one that waits goes first, on whatever server: so a game is left to wait while an earlier one of either player does.
pub async fn lock_next(
    connection: &mut PgConnection,
    pool: RatingPool,
    leaving_out: &[String],
) -> anyhow::Result<Option<Due>> {
    for game_id in free(&mut *connection, pool, leaving_out).await? {
        let rows = rows!(
            DueRow,
            pool,
            &mut *connection,
            ["ratings_due", "ratings_with_computers_due"],
            [
                "select game_id, ended_at, variant, players, (select result from games where id = game_id) as \"result!\" from ",
                " due where game_id = $1 for update of due skip locked"
            ],
            game_id,
        );
        if let Some(row) = rows.into_iter().next() {
            return Ok(Some(Due {
                pool,
                game_id: row.game_id,
                ended_at: row.ended_at.to_jiff(),
                variant: row.variant,
                players: row.players,
                result: row.result,
            }));
        }
    }
    Ok(None)
}

/// Of the hundred games that ended first, those before which no game of their players waits, in order. The caller locks them one by
/// one: a single statement read the whole queue where other servers held all of these.
async fn free(connection: &mut PgConnection, pool: RatingPool, leaving_out: &[String]) -> anyhow::Result<Vec<String>> {
    // Served by ratings_due_in_order and ratings_with_computers_due_in_order. Whatever comes before one of the first hundred is
    // among them.
    let rows = rows!(
        FreeRow,
        pool,
        connection,
        ["ratings_due", "ratings_with_computers_due"],
        [
            "with first as (select game_id, ended_at, players from ",
            " order by ended_at, game_id limit 100)
            select f.game_id from first f where f.game_id <> all($1) and not exists (
                select from first e
                where e.players && f.players and (e.ended_at, e.game_id) < (f.ended_at, f.game_id))
            order by f.ended_at, f.game_id"
        ],
        leaving_out,
    );
    Ok(rows.into_iter().map(|row| row.game_id).collect())
}

/// Takes a game out of the queue, which has been counted.
pub async fn delete_due(connection: &mut PgConnection, due: &Due) -> anyhow::Result<()> {
    execute!(
        due.pool,
        connection,
        ["ratings_due", "ratings_with_computers_due"],
        ["delete from ", " where game_id = $1"],
        due.game_id,
    );
    Ok(())
}

/// The ratings of the players of a game as they stood before it, which nobody else changes until the transaction ends.
/// The rows are taken in the order of the players, so that two servers cannot wait for each other.
pub async fn lock_ratings(connection: &mut PgConnection, due: &Due) -> anyhow::Result<HashMap<i64, Rating>> {
    let new = Rating::NEW;
    execute!(
        due.pool,
        &mut *connection,
        ["ratings", "ratings_with_computers"],
        [
            "insert into ",
            " (player_id, variant, rating, deviation, volatility, games, rated_at)
            select player, $2, $3, $4, $5, 0, $6 from unnest($1::bigint[]) player order by player
            on conflict (player_id, variant) do nothing"
        ],
        &due.players,
        due.variant,
        new.value,
        new.deviation,
        new.volatility,
        due.ended_at.to_sqlx() as _,
    );
    let rows = rows!(
        RatingRow,
        due.pool,
        connection,
        ["ratings", "ratings_with_computers"],
        [
            "select player_id, variant, rating, deviation, volatility, games, rated_at from ",
            " where player_id = any($1) and variant = $2 order by player_id for update"
        ],
        &due.players,
        due.variant,
    );
    Ok(rows.into_iter().map(|row| (row.player_id, row.at(due.ended_at))).collect())
}

/// Writes a player's rating after a game. `rated_at` never goes back, should a game become known after one that ended later.
pub async fn update_rating(
    connection: &mut PgConnection,
    due: &Due,
    player: i64,
    rating: Rating,
) -> anyhow::Result<()> {
    execute!(
        due.pool,
        connection,
        ["ratings", "ratings_with_computers"],
        [
            "update ",
            " set rating = $3, deviation = $4, volatility = $5, games = games + 1, rated_at = greatest(rated_at, $6)
            where player_id = $1 and variant = $2"
        ],
        player,
        due.variant,
        rating.value,
        rating.deviation,
        rating.volatility,
        due.ended_at.to_sqlx() as _,
    );
    Ok(())
}

/// The present ratings of some players in a pool, with how many games have counted; those without one are left out.
pub async fn variant_ratings(
    database: &Pool,
    pool: RatingPool,
    players: &[PlayerId],
    now: Timestamp,
) -> anyhow::Result<Vec<(PlayerId, VariantRating)>> {
    let players: Vec<i64> = players.iter().map(|player| player.0).collect();
    let rows = rows!(
        RatingRow,
        pool,
        database,
        ["ratings", "ratings_with_computers"],
        [
            "select player_id, variant, rating, deviation, volatility, games, rated_at from ",
            " where player_id = any($1) order by games desc, variant"
        ],
        &players,
    );
    let variant_rating = |row: RatingRow| {
        let rating = VariantRating { variant: row.variant.parse()?, rating: row.at(now), games: row.games };
        Ok((PlayerId(row.player_id), rating))
    };
    rows.into_iter().map(variant_rating).collect()
}
