//! Fair play in the database: which game is the next, and what is written of it.

use std::collections::BTreeMap;

use domain::rules::ply::Ply;
use domain::rules::seat::{Seat, Seating};
use domain::rules::variant::Variant;
use jiff::Timestamp;
use sqlx::PgConnection;
use sqlx::types::Json;

use super::choices::Choices;
use super::standing::{JudgedGame, Progress};
use crate::accounts::PlayerId;
use crate::evaluation::EvaluatedLine;
use crate::games::GameId;
use crate::jobs::{self, JobKind};
use crate::library;
use crate::platform::database::Pool;
use crate::wording::players_line;

/// How many games are queued at a time: they wait in order of their end, and some may end while they do.
const PORTION: i64 = 4;

/// Queues the last rated games of these variants that were not looked at, unless something waits already, or the library does not yet
/// have all the games that were there before it; returns how many.
///
/// # Errors
/// The database fails.
pub async fn queue_games(pool: &Pool, variants: &[Variant], now: Timestamp) -> anyhow::Result<usize> {
    let mut transaction = pool.begin().await?;
    if !jobs::is_idle(&mut transaction, variants, now).await? {
        return Ok(0);
    }
    // What is written of a game stays. Without the games of before, turns that everybody knows would be judged as found by a player.
    if !library::has_earlier_games(&mut transaction).await? {
        return Ok(0);
    }
    let variants: Vec<_> = judged(variants.iter().copied()).map(|variant| variant.key().to_owned()).collect();
    // Served by rating_changes_to_look_at, for each variant. Only games that have ended have changed a rating, and only those among
    // people are meant.
    let games = sqlx::query!(
        r#"select g.game_id as "game_id!", g.variant as "variant!"
        from unnest($1::text[]) v (variant) cross join lateral (
            select c.game_id, c.variant, c.ended_at from rating_changes c
            where c.variant = v.variant and c.seat = 0 and c.pool = 'people' and c.fair_play is null
                and not exists (select from jobs j where j.kind = $2 and j.subject = c.game_id)
            order by c.ended_at desc limit $3) g
        order by g.ended_at desc limit $3"#,
        &variants,
        JobKind::FairPlay.key(),
        PORTION,
    )
    .fetch_all(&mut *transaction)
    .await?;
    for game in &games {
        jobs::queue(&mut transaction, JobKind::FairPlay, &game.game_id, game.variant.parse()?, now).await?;
    }
    transaction.commit().await?;
    Ok(games.len())
}

/// Those variants in which turns can be judged: what one of three sides has lost cannot be told from a score.
pub(super) fn judged(variants: impl Iterator<Item = Variant>) -> impl Iterator<Item = Variant> {
    variants.filter(|variant| variant.seating().sides().count() == 2)
}

/// What was found so far in the positions of a game.
pub(super) async fn found(
    connection: &mut PgConnection,
    id: &GameId,
) -> anyhow::Result<BTreeMap<Ply, Vec<EvaluatedLine>>> {
    let rows = sqlx::query!(
        r#"select ply, lines as "lines: Json<Vec<EvaluatedLine>>" from fair_play_plies where game_id = $1"#,
        id.as_str(),
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (Ply(row.ply.unsigned_abs()), row.lines.0)).collect())
}

/// Keeps what was found in a position until the whole game is done.
pub(super) async fn keep(
    connection: &mut PgConnection,
    id: &GameId,
    ply: Ply,
    lines: &[EvaluatedLine],
) -> anyhow::Result<()> {
    sqlx::query!(
        "insert into fair_play_plies (game_id, ply, lines) values ($1, $2, $3)",
        id.as_str(),
        i32::try_from(ply.0)?,
        Json(lines) as _,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Writes what a game says of its players, by number; what it says nothing of is left out.
pub(super) async fn write(
    connection: &mut PgConnection,
    id: &GameId,
    seating: Seating,
    choices: &[Choices],
) -> anyhow::Result<()> {
    for (number, choices) in choices.iter().enumerate().filter(|(_, choices)| choices.turns > 0) {
        let Some(seat) = seating.seats_of_player(number).next() else { continue };
        let counts = [choices.turns, choices.ranks[0], choices.ranks[1], choices.ranks[2], choices.first_moves];
        let [turns, first, second, third, first_moves] = counts.map(u32::cast_signed);
        // Who they are and how strong they were is in the change of their rating.
        sqlx::query!(
            "insert into fair_play_games (game_id, seat, player_id, variant, ended_at, rating, turns, first, second, third,
                first_moves, lost)
            select game_id, seat, player_id, variant, ended_at, rating_before, $3, $4, $5, $6, $7, $8
            from rating_changes where game_id = $1 and seat = $2",
            id.as_str(),
            seat.index() as i16,
            turns,
            first,
            second,
            third,
            first_moves,
            choices.lost,
        )
        .execute(&mut *connection)
        .await?;
    }
    end(connection, id, "done").await
}

/// Gives a game up, so that it is not queued again.
///
/// # Errors
/// The database fails.
pub async fn give_up(connection: &mut PgConnection, id: &GameId) -> anyhow::Result<()> {
    end(connection, id, "failed").await
}

async fn end(connection: &mut PgConnection, id: &GameId, state: &str) -> anyhow::Result<()> {
    sqlx::query!("delete from fair_play_plies where game_id = $1", id.as_str()).execute(&mut *connection).await?;
    sqlx::query!("update rating_changes set fair_play = $2 where game_id = $1", id.as_str(), state)
        .execute(connection)
        .await?;
    Ok(())
}

/// How far workers have come with a player's rated games in which turns can be judged, by variant, the one with the most first.
pub(super) async fn progress(pool: &Pool, player: PlayerId) -> anyhow::Result<Vec<(Variant, Progress)>> {
    let variants: Vec<_> = judged(Variant::ALL.into_iter()).map(|variant| variant.key().to_owned()).collect();
    // Served by rating_changes_by_player.
    let rows = sqlx::query!(
        r#"select variant, count(*) filter (where fair_play = 'done') as "done!",
            count(*) filter (where fair_play = 'failed') as "failed!",
            count(*) filter (where fair_play is null) as "waiting!"
        from rating_changes where player_id = $1 and variant = any($2) and pool = 'people'
        group by variant order by count(*) desc, variant"#,
        player.0,
        &variants,
    )
    .fetch_all(pool)
    .await?;
    let progress = rows.into_iter().map(|row| {
        let progress = Progress { done: row.done, waiting: row.waiting, failed: row.failed };
        Ok((row.variant.parse()?, progress))
    });
    progress.collect()
}

/// The games that say something of a player, the last first.
pub(super) async fn games_of(pool: &Pool, player: PlayerId, variant: Variant) -> anyhow::Result<Vec<JudgedGame>> {
    // Served by fair_play_games_by_player.
    let rows = sqlx::query!(
        r#"select f.game_id, f.seat, f.ended_at, f.rating, f.turns, f.first, f.second, f.third, f.first_moves, f.lost,
            array(select p.name from game_seats s join players p on p.id = s.player_id
                where s.game_id = f.game_id order by s.seat) as "players!"
        from fair_play_games f where f.player_id = $1 and f.variant = $2 order by f.ended_at desc, f.game_id"#,
        player.0,
        variant.key(),
    )
    .fetch_all(pool)
    .await?;
    let games = rows.into_iter().map(|row| JudgedGame {
        id: GameId::stored(row.game_id),
        ended_at: row.ended_at.to_jiff(),
        against: players_line(variant.seating(), Seat::new(row.seat as usize), &row.players),
        rating: row.rating,
        choices: Choices {
            turns: row.turns.unsigned_abs(),
            ranks: [row.first, row.second, row.third].map(i32::unsigned_abs),
            first_moves: row.first_moves.unsigned_abs(),
            lost: row.lost,
        },
    });
    Ok(games.collect())
}

/// What each other player did in all their games at a rating that is at most so far from this one, and how many games that were.
pub(super) async fn of_others(
    pool: &Pool,
    player: PlayerId,
    variant: Variant,
    rating: f64,
    within: f64,
) -> anyhow::Result<Vec<(i64, Choices)>> {
    // Served by fair_play_games_by_rating.
    let rows = sqlx::query!(
        r#"select count(*) as "games!", sum(turns)::integer as "turns!", sum(first)::integer as "first!",
            sum(second)::integer as "second!", sum(third)::integer as "third!",
            sum(first_moves)::integer as "first_moves!", sum(lost) as "lost!"
        from fair_play_games where variant = $1 and rating between $2 and $3 and player_id <> $4 group by player_id"#,
        variant.key(),
        rating - within,
        rating + within,
        player.0,
    )
    .fetch_all(pool)
    .await?;
    let others = rows.into_iter().map(|row| {
        let choices = Choices {
            turns: row.turns.unsigned_abs(),
            ranks: [row.first, row.second, row.third].map(i32::unsigned_abs),
            first_moves: row.first_moves.unsigned_abs(),
            lost: row.lost,
        };
        (row.games, choices)
    });
    Ok(others.collect())
}
