//! Who sits at a game, or what they are called, changes: a guest has signed up, or goes on with an account that they had.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::live;
use crate::accounts::{self, PlayerId};
use crate::games::game_id::GameId;
use crate::platform::chance;
use crate::platform::database::Pool;
use crate::platform::database::listen;

/// Lets servers read the games of a player anew, and open pages renew themselves: within the transaction in which the player gets
/// another name. It decides nothing in these games; whoever decides in one of them meanwhile does so again.
///
/// # Errors
/// The database fails.
pub async fn note_new_name(connection: &mut PgConnection, player: PlayerId) -> anyhow::Result<()> {
    for id in of_player(&mut *connection, player).await? {
        sqlx::query!(
            "update games set revision = $2, seated_anew = seated_anew + 1 where id = $1",
            id.as_str(),
            chance::number(),
        )
        .execute(&mut *connection)
        .await?;
        live::announce_extras(connection, &id).await?;
    }
    Ok(())
}

/// Gives all seats of a player to another, who goes on with the games: each game in a transaction of its own. If it is broken
/// off, the first player has the others still, and it can be done again. A game in which both sit stays as it is.
///
/// # Errors
/// The database fails.
pub async fn hand_over(pool: &Pool, from: PlayerId, to: PlayerId, now: Timestamp) -> anyhow::Result<()> {
    let games = of_player(&mut *pool.acquire().await?, from).await?;
    for id in games {
        hand_over_one(pool, &id, from, to, now).await?;
    }
    Ok(())
}

async fn hand_over_one(pool: &Pool, id: &GameId, from: PlayerId, to: PlayerId, now: Timestamp) -> anyhow::Result<()> {
    let mut transaction = pool.begin().await?;
    // Leave is taken before this, and the game hears of it below, or after it, and finds the seat.
    sqlx::query!("select id from players where id = $1 for key share", to.0).fetch_one(&mut *transaction).await?;
    let is_handed_over = sqlx::query_scalar!(
        "update games set revision = $4, seated_anew = seated_anew + 1,
            player_to_move = case when player_to_move = $2 then $3 else player_to_move end,
            seated_players = array_replace(seated_players, $2, $3)
        where id = $1 and not exists (select from game_seats where game_id = $1 and player_id = $3) returning id",
        id.as_str(),
        from.0,
        to.0,
        chance::number(),
    )
    .fetch_optional(&mut *transaction)
    .await?;
    if is_handed_over.is_none() {
        return Ok(());
    }
    sqlx::query!(
        "update game_seats set player_id = $3 where game_id = $1 and player_id = $2",
        id.as_str(),
        from.0,
        to.0,
    )
    .execute(&mut *transaction)
    .await?;
    hand_over_rematches(&mut transaction, id, from, to).await?;
    sqlx::query!(
        "insert into game_leave_words (game_id, player_id, begins_at, ends_at)
        select g.id, l.player_id, l.begins_at, l.ends_at from games g, leaves l
        where g.id = $1 and g.ended_at is null and l.player_id = $2 and l.ends_at > $3 and l.ends_at > l.begins_at
        on conflict do nothing",
        id.as_str(),
        to.0,
        now.to_sqlx() as _,
    )
    .execute(&mut *transaction)
    .await?;
    live::announce_extras(&mut transaction, id).await?;
    listen::announce(&mut transaction, &[accounts::announcement_of(to)]).await?;
    transaction.commit().await?;
    Ok(())
}

/// Gives over what a player has offered, or was offered, as another game of the same players.
async fn hand_over_rematches(
    connection: &mut PgConnection,
    id: &GameId,
    from: PlayerId,
    to: PlayerId,
) -> anyhow::Result<()> {
    // Served by challenges_one_rematch.
    sqlx::query!(
        "with rematches as (
            update challenges set challenger = case when challenger = $2 then $3 else challenger end,
                opponent = case when opponent = $2 then $3 else opponent end
            where rematch_of = $1 and state = 'open' returning id)
        update challenge_places set player_id = $3 from rematches
        where challenge_places.challenge_id = rematches.id and player_id = $2",
        id.as_str(),
        from.0,
        to.0,
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn of_player(connection: &mut PgConnection, player: PlayerId) -> anyhow::Result<Vec<GameId>> {
    // Served by game_seats_by_player.
    let ids =
        sqlx::query_scalar!("select distinct game_id from game_seats where player_id = $1 order by game_id", player.0)
            .fetch_all(connection)
            .await?;
    Ok(ids.into_iter().map(GameId::stored).collect())
}
