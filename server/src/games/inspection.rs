//! Looks at all games of a database at once, for whoever has restored it.

use super::game_id::GameId;
use super::store::load;
use crate::platform::database::Pool;
use crate::platform::database::is_away;

/// How much a database holds.
pub struct Contents {
    /// Players with an account.
    pub players: i64,
    /// Games that go on or are over.
    pub games: i64,
}

/// Counts what a database holds: nothing, if it has no tables yet.
///
/// # Errors
/// The database fails.
pub async fn contents(pool: &Pool) -> anyhow::Result<Contents> {
    let has_tables = sqlx::query_scalar!(r#"select to_regclass('games') is not null as "has_tables!""#);
    if !has_tables.fetch_one(pool).await? {
        return Ok(Contents { players: 0, games: 0 });
    }
    let counted = sqlx::query_as!(
        Contents,
        r#"select (select count(*) from players) as "players!", (select count(*) from games) as "games!""#
    );
    Ok(counted.fetch_one(pool).await?)
}

/// How many finished games are looked at.
const FINISHED_GAMES: i64 = 1000;

/// The games whose log cannot be read, or whose row contradicts their log, among the running ones and those that ended
/// last.
///
/// # Errors
/// The database fails.
pub async fn damaged(pool: &Pool) -> anyhow::Result<Vec<String>> {
    let rows = sqlx::query!(
        "select id, events, ply, fen, player_to_move from games where ended_at is null
        union all
        (select id, events, ply, fen, player_to_move from games where ended_at is not null order by ended_at desc limit $1)",
        FINISHED_GAMES
    );
    let mut damaged = Vec::new();
    for row in rows.fetch_all(pool).await? {
        let Some(id) = row.id else { continue };
        let agrees = match load(pool, &GameId::stored(id.clone())).await {
            Ok(Some(stored)) => {
                let game = (stored.events as i32, stored.game.ply().0 as i32, stored.game.position().fen());
                let to_move = stored.game.seat_to_move().map(|seat| stored.players[seat].id.0);
                (Some(game.0), Some(game.1), Some(game.2), to_move)
                    == (row.events, row.ply, row.fen, row.player_to_move)
            }
            Ok(None) => false,
            Err(error) if is_away(&error) => return Err(error),
            Err(_) => false,
        };
        if !agrees {
            damaged.push(id);
        }
    }
    Ok(damaged)
}
