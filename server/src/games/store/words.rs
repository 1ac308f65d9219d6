//! What a player has written in games, taken out of them when the account is deleted. It is the one thing that changes events that
//! have happened: the log has as many as before, with the same dates, and the game that is folded from them is the same.

use domain::correspondence::event::EventKind;
use domain::rules::seat::Seat;
use sqlx::PgConnection;
use sqlx::types::Json;

use super::kibitz::lock_game;
use super::live;
use crate::accounts::PlayerId;
use crate::games::game_id::GameId;
use crate::platform::chance;
use crate::platform::database::Pool;

/// Takes out of a game what a player has written and planned in it. Done again, it changes nothing.
///
/// # Errors
/// The database fails.
pub async fn delete_words(pool: &Pool, id: &GameId, player: PlayerId) -> anyhow::Result<()> {
    let mut transaction = pool.begin().await?;
    // Nothing is decided or archived meanwhile.
    lock_game(&mut transaction, id).await?;
    let seats = sqlx::query_scalar!(
        "select seat from game_seats where game_id = $1 and player_id = $2",
        id.as_str(),
        player.0,
    )
    .fetch_all(&mut *transaction)
    .await?;
    let held: Vec<_> = seats.iter().filter_map(|&seat| Seat::new(usize::try_from(seat).ok()?)).collect();
    let log = sqlx::query!(
        r#"select number as "number!", body as "body!: Json<EventKind>" from events where game_id = $1"#,
        id.as_str(),
    )
    .fetch_all(&mut *transaction)
    .await?;
    let (mut numbers, mut bodies) = (Vec::new(), Vec::new());
    for event in log {
        if let Some(left) = event.body.0.without_words_of(&held) {
            numbers.push(event.number);
            bodies.push(serde_json::to_value(&left)?);
        }
    }
    if !numbers.is_empty() {
        write(&mut transaction, id, &numbers, &bodies).await?;
        sqlx::query!(
            "update games set revision = $2, seated_anew = seated_anew + 1,
                planned = array(select seat from unnest(planned) seat where seat <> all($3::smallint[]))
            where id = $1",
            id.as_str(),
            chance::number(),
            &seats,
        )
        .execute(&mut *transaction)
        .await?;
        live::announce_extras(&mut transaction, id).await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// Puts other events into the place of some, wherever these are.
async fn write(
    connection: &mut PgConnection,
    id: &GameId,
    numbers: &[i32],
    bodies: &[serde_json::Value],
) -> sqlx::Result<()> {
    sqlx::query!(
        "update recent_events e set body = left_of.body
        from unnest($2::integer[], $3::jsonb[]) as left_of (number, body)
        where e.game_id = $1 and e.number = left_of.number",
        id.as_str(),
        numbers,
        bodies,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "update archived_events a set bodies = array(
            select coalesce(left_of.body, log.body)
            from unnest(a.bodies) with ordinality as log (body, number)
            left join unnest($2::integer[], $3::jsonb[]) as left_of (number, body) on left_of.number = log.number
            order by log.number)
        where a.game_id = $1",
        id.as_str(),
        numbers,
        bodies,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Takes out of all games what a player has written as a spectator.
///
/// # Errors
/// The database fails.
pub async fn delete_kibitz(pool: &Pool, player: PlayerId) -> anyhow::Result<()> {
    // No index serves this: it is done once for a player, and nobody waits for it.
    sqlx::query!("update game_kibitzes set text = '' where player_id = $1 and text <> ''", player.0)
        .execute(pool)
        .await?;
    Ok(())
}

/// The games of a player, or those of them that go on.
///
/// # Errors
/// The database fails.
pub async fn games_of(pool: &Pool, player: PlayerId, running: bool) -> anyhow::Result<Vec<GameId>> {
    // Served by game_seats_by_player.
    let ids = sqlx::query_scalar!(
        "select distinct game_id from game_seats where player_id = $1 and (ended_at is null or not $2) order by game_id",
        player.0,
        running,
    )
    .fetch_all(pool)
    .await?;
    Ok(ids.into_iter().map(GameId::stored).collect())
}
