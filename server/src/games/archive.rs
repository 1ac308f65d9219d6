//! The events of games that are long over, moved to where they take less room: one row for each game. Readers find them in
//! `events` as before.

use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;

use super::Games;
use crate::platform::database::Pool;

/// How long after its end a game is archived. By then people have said what they had to say about it.
const ARCHIVE_AFTER: SignedDuration = SignedDuration::from_hours(7 * 24);

/// How many games are archived in one transaction.
const BATCH: i64 = 100;
/// How many transactions one pass has at most: where millions of games wait, people play meanwhile.
const MAX_BATCHES: usize = 100;

/// Archives games that are long over, and returns how many there were. What is added to one later is archived by the next pass.
///
/// # Errors
/// The database fails; games that were archived stay so.
pub async fn archive(games: &Games, now: Timestamp) -> anyhow::Result<usize> {
    let mut archived = 0;
    for _ in 0..MAX_BATCHES {
        let count = archive_batch(games.pool(), now - ARCHIVE_AFTER).await?;
        archived += count;
        if count == 0 {
            break;
        }
    }
    Ok(archived)
}

/// It deletes what it sees and counts what it has deleted: an event that is written meanwhile stays where it is, and the game
/// is found again.
async fn archive_batch(pool: &Pool, ended_until: Timestamp) -> sqlx::Result<usize> {
    // Served by games_to_archive. A damaged game, of which the row counts events that are nowhere, is left out.
    let done = sqlx::query!(
        "with due as (
            select id from games where ended_at <= $1 and archived_events < events
                and exists (select from recent_events where game_id = games.id)
            order by ended_at limit $2 for no key update skip locked
        ), moved as (
            delete from recent_events using due where game_id = due.id returning game_id, number, at, body
        ), logs as (
            select game_id, count(*)::integer as events, array_agg(at order by number) as instants,
                array_agg(body order by number) as bodies
            from moved group by game_id
        ), kept as (
            insert into archived_events as a (game_id, instants, bodies) select game_id, instants, bodies from logs
            on conflict (game_id) do update
                set instants = a.instants || excluded.instants, bodies = a.bodies || excluded.bodies
        )
        update games set archived_events = archived_events + logs.events from logs where id = logs.game_id",
        ended_until.to_sqlx() as _,
        BATCH,
    )
    .execute(pool)
    .await?;
    Ok(done.rows_affected() as usize)
}
