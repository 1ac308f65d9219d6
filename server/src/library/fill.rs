//! Games taken into the library, one after the other, from the queue that the database itself fills.

use std::collections::BTreeMap;

use anyhow::Context;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::backlog::{self, REVISION};
use super::filter::NO_RESULT;
use super::{material, men, words};
use crate::accounts::PlayerId;
use crate::explorer;
use crate::games::{self, GameId, StoredGame};
use crate::platform::database::Pool;
use crate::platform::queue::WorkResult;
use crate::ratings;
use crate::web::opening;

/// Takes in a game of those that wait, `leaving_out` some. Where none waits, some come from the [`backlog`]. Positions that more than
/// `popular` games came to get totals in the explorer. One server at a time does so: for another there is nothing to do meanwhile.
pub async fn take_in_next(pool: &Pool, leaving_out: &[String], popular: i64) -> anyhow::Result<WorkResult> {
    let mut transaction = pool.begin().await?;
    if !explorer::try_lock(&mut transaction).await? {
        return Ok(WorkResult::Idle);
    }
    let game_id = loop {
        // Served by library_due_in_order.
        let next = sqlx::query_scalar!(
            "select game_id from library_due where game_id <> all($1)
            order by at, game_id limit 1 for update skip locked",
            leaving_out,
        );
        match next.fetch_optional(&mut *transaction).await? {
            Some(game_id) => break game_id,
            None if backlog::queue_some(&mut transaction).await? => {}
            None => {
                transaction.commit().await?;
                return Ok(WorkResult::Idle);
            }
        }
    };
    if let Err(error) = take_in(&mut transaction, &game_id, popular).await {
        // At once, so that the next game finds nothing locked.
        transaction.rollback().await.with_context(|| format!("{game_id} cannot be taken in: {error:#}"))?;
        return Ok(WorkResult::Failed(game_id, error));
    }
    transaction.commit().await?;
    Ok(WorkResult::Done)
}

async fn take_in(connection: &mut PgConnection, game_id: &str, popular: i64) -> anyhow::Result<()> {
    let id = GameId::stored(game_id.to_owned());
    let stored = games::load_within(connection, &id).await?.context("the game is gone")?;
    let before = sqlx::query!(
        "delete from library_games where game_id = $1 returning is_first, is_running, result, rating",
        game_id
    );
    let before = before.fetch_all(&mut *connection).await?;
    let rated_before = before.iter().filter(|row| row.is_running).map(|row| row.rating).max().unwrap_or_default();
    write_rows(connection, &stored, rated_before).await?;
    let earlier = before.into_iter().find(|row| row.is_first && !row.is_running);
    let earlier = earlier.map(|row| explorer::Earlier { result: row.result, rating: row.rating });
    explorer::count(connection, &stored, earlier, popular).await?;
    material::write(connection, &stored).await?;
    men::write(connection, &stored).await?;
    words::write(connection, &stored).await?;
    sqlx::query!("delete from library_due where game_id = $1", game_id).execute(&mut *connection).await?;
    Ok(())
}

/// A row for each player. What they were rated when the game was first taken in stays while it runs.
async fn write_rows(connection: &mut PgConnection, stored: &StoredGame, rated_before: i32) -> anyhow::Result<()> {
    let (game, seating) = (&stored.game, stored.game.seating());
    let end = game.conclusion();
    let mut seats_of = BTreeMap::<i64, (i16, i16)>::new();
    for (seat, player) in stored.players.iter() {
        let (seats, side) = seats_of.entry(player.id.0).or_default();
        *seats |= 1 << seat.index();
        *side = seating.side(seat).index() as i16;
    }
    let (players, places): (Vec<i64>, Vec<(i16, i16)>) = seats_of.into_iter().unzip();
    let (seats, sides): (Vec<i16>, Vec<i16>) = places.into_iter().unzip();
    let is_over = end.is_some();
    let rating_at_beginning = match !is_over && game.setup().rated {
        true if rated_before > 0 => rated_before,
        true => {
            let ids: Vec<_> = players.iter().copied().map(PlayerId).collect();
            ratings::mean_of(connection, &ids, game.setup().variant).await?
        }
        false => 0,
    };
    sqlx::query!(
        "insert into library_games (game_id, player_id, seats, side, is_first, is_running, at, variant, result, ending, rated,
            turns, opening, rating, is_analysed, revision)
        select $1, player.id, player.seats, player.side, player.seats & 1 = 1, $5, $6, $7, $8, $9, $10, $11, $12,
            coalesce((select round(avg(rating_before)) from rating_changes where game_id = $1), $13::integer)::integer,
            exists (select from game_evaluations where game_id = $1 and ended_at is not null and failure is null), $14
        from unnest($2::bigint[], $3::smallint[], $4::smallint[]) player (id, seats, side)",
        stored.id.as_str(),
        &players,
        &seats,
        &sides,
        !is_over,
        end.map_or(game.setup().begun_at, |end| end.at).to_sqlx() as _,
        game.setup().variant.key(),
        end.map_or_else(|| NO_RESULT.to_owned(), |end| end.result.outcome.text(seating)),
        end.map(|end| end.result.ending.key()),
        game.setup().rated,
        if is_over { game.ply().turns() as i32 } else { 0 },
        if is_over { opening::of_game(game) } else { String::new() },
        rating_at_beginning,
        REVISION,
    )
    .execute(&mut *connection)
    .await?;
    Ok(())
}
