//! What has happened in a game, written: its row and its events.

use domain::correspondence::event::Event;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::StoredGame;
use super::countdowns::WrittenCountdown;
use crate::games::game_id::GameId;

/// Writes the row of a game that has come so far, and the events that brought it there.
///
/// # Errors
/// The database fails.
pub async fn append(connection: &mut PgConnection, stored: &StoredGame, events: &[Event]) -> anyhow::Result<()> {
    let last = write_row(connection, stored, events.len()).await?;
    write_events(connection, &stored.id, events, last).await
}

/// Writes the row of a game that has come further by some events: the number of the last.
async fn write_row(connection: &mut PgConnection, stored: &StoredGame, events: usize) -> anyhow::Result<i32> {
    let game = &stored.game;
    let end = game.conclusion();
    let plans = game.seating().seats().filter(|&seat| !game.conditionals(seat).is_empty());
    let planned: Vec<i16> = plans.map(|seat| seat.index() as i16).collect();
    let countdown = WrittenCountdown::of(game);
    let last_event = sqlx::query_scalar!(
        "update games set events = events + $2, ply = $3, fen = $4, player_to_move = $5, deadline = $6,
            ended_at = $7, result = $8, ending = $9, draw_offered_by = $10, planned = $11, visible = $12,
            countdown_after = events + $2, turn_since = $13, clocks_started = $14, paused_from = $15, paused_until = $16
        where id = $1 returning events",
        stored.id.as_str(),
        events as i32,
        game.ply().0 as i32,
        game.position().fen(),
        stored.player_to_move().map(|player| player.0),
        game.deadline().map(ToSqlx::to_sqlx) as _,
        end.map(|end| end.at.to_sqlx()) as _,
        end.map(|end| end.result.outcome.text(game.seating())),
        end.map(|end| end.result.ending.key()),
        game.draw_offered_by().map(|seat| seat.index() as i16),
        &planned as &[i16],
        &stored.visible.written(stored.events, game.seating().len()),
        countdown.turn_since as _,
        countdown.clocks_started,
        countdown.paused_from as _,
        countdown.paused_until as _,
    )
    .fetch_one(connection)
    .await?;
    Ok(last_event)
}

/// Inserts events of a game; the last one gets this number.
async fn write_events(connection: &mut PgConnection, id: &GameId, events: &[Event], last: i32) -> anyhow::Result<()> {
    let numbers: Vec<i32> = (last - events.len() as i32 + 1..=last).collect();
    let instants: Vec<jiff_sqlx::Timestamp> = events.iter().map(|event| event.at.to_sqlx()).collect();
    let bodies = events.iter().map(|event| serde_json::to_value(&event.what)).collect::<Result<Vec<_>, _>>()?;
    sqlx::query!(
        "insert into events (game_id, number, at, body)
        select $1, * from unnest($2::integer[], $3::timestamptz[], $4::jsonb[])",
        id.as_str(),
        &numbers,
        &instants as _,
        &bodies,
    )
    .execute(connection)
    .await?;
    Ok(())
}
