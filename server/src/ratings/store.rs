//! Counting games for ratings, and what has come of it.

use std::collections::HashMap;

use anyhow::Context;
use domain::correspondence::game::Game;
use domain::rules::outcome::Outcome;
use domain::rules::seat::{BySeat, Seat, Seating, Side};
use domain::rules::variant::Variant;
use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::pool::RatingPool;
use super::rating::{Change, Rating, Score};
use super::tables::{self, Due};
use crate::accounts::{self, Player, PlayerId};
use crate::games::{self, GameId};
use crate::platform::database::Pool;
use crate::platform::database::listen;
use crate::platform::queue::WorkResult;
use crate::topics;

/// Puts a game that has ended in the queue, within the transaction of its end, if it counts: it is rated, all players
/// have moved, and it has a result. A game that is in the queue or was counted already is left alone.
///
/// # Errors
/// The database fails.
pub async fn queue(
    connection: &mut PgConnection,
    id: &GameId,
    game: &Game,
    players: &BySeat<Player>,
) -> anyhow::Result<()> {
    let Some(ended_at) = counted_from(game) else { return Ok(()) };
    let seating = game.seating();
    let first_seats = (0..seating.players()).filter_map(|player| seating.seats_of_player(player).next());
    let players: Vec<_> = first_seats.map(|seat| players[seat].id).collect();
    let pool = RatingPool::of_players(connection, &players).await?;
    let players: Vec<i64> = players.iter().map(|player| player.0).collect();
    tables::insert_due(connection, pool, id, (ended_at, game.setup().variant.key(), &players)).await
}

/// When a game ended, if it counts for the ratings.
pub fn counted_from(game: &Game) -> Option<Timestamp> {
    let end = game.conclusion().filter(|_| game.setup().rated)?;
    game.clocks_started()?;
    (end.result.outcome != Outcome::Void).then_some(end.at)
}

/// Counts the game that ended first of those that wait, `leaving_out` some: among people if any waits there.
pub async fn count_next(database: &Pool, leaving_out: &[String]) -> anyhow::Result<WorkResult> {
    for pool in RatingPool::ALL {
        let mut transaction = database.begin().await?;
        let Some(due) = tables::lock_next(&mut transaction, pool, leaving_out).await? else { continue };
        if let Err(error) = count(&mut transaction, &due).await {
            return Ok(WorkResult::Failed(due.game_id, error));
        }
        transaction.commit().await?;
        return Ok(WorkResult::Done);
    }
    Ok(WorkResult::Idle)
}

async fn count(connection: &mut PgConnection, due: &Due) -> anyhow::Result<()> {
    let id = GameId::stored(due.game_id.clone());
    games::lock_game(connection, &id).await?;
    let seating = due.variant.parse::<Variant>()?.seating();
    let outcome = Outcome::read(&due.result, seating).context("a rated game has no result")?;
    let stood = tables::lock_ratings(connection, due).await?;
    let before: Vec<_> = due.players.iter().filter_map(|player| stood.get(player).copied()).collect();
    anyhow::ensure!(before.len() == seating.players(), "a rating is not there");
    for (number, &player) in due.players.iter().enumerate() {
        let change = Change { before: before[number], after: after_game(number, &before, seating, outcome) };
        let seat = seating.seats_of_player(number).next().context("a player has no seat")?;
        write(connection, due, seat.index() as i16, player, change).await?;
    }
    tables::delete_due(connection, due).await?;
    announce(connection, &id, due).await
}

/// The rating of a player, by number, after a game that ended so. Each other side is one opponent. With three sides the
/// two who have lost have both lost to the winner, and nothing to each other.
fn after_game(number: usize, before: &[Rating], seating: Seating, outcome: Outcome) -> Rating {
    let side_of = |number| seating.seats_of_player(number).next().map(|seat| seating.side(seat));
    let ratings = |side| -> Vec<Rating> {
        (0..before.len()).filter(|&number| side_of(number) == Some(side)).map(|number| before[number]).collect()
    };
    let Some(own) = side_of(number) else { return before[number] };
    let score = |other: Side| match outcome {
        Outcome::Win(side) if side == own => Some(Score::Win),
        Outcome::Win(side) if side == other => Some(Score::Loss),
        Outcome::Draw => Some(Score::Draw),
        Outcome::Win(_) | Outcome::Void => None,
    };
    let opponent = |side| before[number].opponent_to(&ratings(own), &ratings(side));
    let others = seating.sides().filter(|&side| side != own);
    let scores: Vec<_> = others.filter_map(|side| Some((opponent(side), score(side)?))).collect();
    before[number].after_game(&scores)
}

/// Announces the change to open pages of the game and of its players, and to the players themselves.
async fn announce(connection: &mut PgConnection, id: &GameId, due: &Due) -> anyhow::Result<()> {
    games::announce_changed_extras(connection, id).await?;
    let players = due.players.iter().map(|&player| PlayerId(player));
    let announcements: Vec<_> =
        players.flat_map(|player| [accounts::announcement_of(player), topics::of_ratings(player)]).collect();
    listen::announce(connection, &announcements).await
}

/// One player's change.
async fn write(
    connection: &mut PgConnection,
    due: &Due,
    seat: i16,
    player: i64,
    Change { before, after }: Change,
) -> anyhow::Result<()> {
    sqlx::query!(
        "insert into rating_changes
            (game_id, seat, player_id, variant, ended_at, rating_before, deviation_before, rating_after, deviation_after,
                pool)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        due.game_id,
        seat,
        player,
        due.variant,
        due.ended_at.to_sqlx() as _,
        before.value,
        before.deviation,
        after.value,
        after.deviation,
        due.pool.key(),
    )
    .execute(&mut *connection)
    .await?;
    tables::update_rating(connection, due, player, after).await
}

/// The present ratings of some players among people; those without one are left out.
///
/// # Errors
/// The database fails.
pub async fn of_players(
    database: &Pool,
    players: &[PlayerId],
    now: Timestamp,
) -> anyhow::Result<HashMap<(PlayerId, Variant), Rating>> {
    let rated = tables::variant_ratings(database, RatingPool::People, players, now).await?;
    Ok(rated.into_iter().map(|(player, rated)| ((player, rated.variant), rated.rating)).collect())
}

/// The mean of what some players are rated in a variant, in the pool of a game among them, in whole points. Who has not been rated
/// yet counts as a new player.
///
/// # Errors
/// The database fails.
pub async fn mean_of(connection: &mut PgConnection, players: &[PlayerId], variant: Variant) -> anyhow::Result<i32> {
    let pool = RatingPool::of_players(connection, players).await?;
    let ids: Vec<i64> = players.iter().map(|player| player.0).collect();
    // Served by the primary keys.
    let mean = sqlx::query_scalar!(
        r#"select round(avg(coalesce(case $3 when 'people' then r.rating else c.rating end, $4)))::integer as "mean!"
        from unnest($1::bigint[]) p (id) left join ratings r on r.player_id = p.id and r.variant = $2
            left join ratings_with_computers c on c.player_id = p.id and c.variant = $2"#,
        &ids,
        variant.key(),
        pool.key(),
        Rating::NEW.value,
    );
    Ok(mean.fetch_one(connection).await?)
}

/// What a game did to the rating of the player of a seat, and to which, and whether that is still to be counted.
///
/// # Errors
/// The database fails.
pub async fn change_by(
    connection: &mut PgConnection,
    game: &GameId,
    seat: Seat,
) -> anyhow::Result<(Option<(RatingPool, Change)>, bool)> {
    let row = sqlx::query!(
        r#"select pool as "pool?", rating_before as "value_before?", deviation_before as "deviation_before?", rating_after as "value_after?",
            deviation_after as "deviation_after?",
            exists (select from ratings_due where game_id = $1)
                or exists (select from ratings_with_computers_due where game_id = $1) as "is_due!"
        from (select) one left join rating_changes on game_id = $1 and seat = $2"#,
        game.as_str(),
        seat.index() as i16,
    )
    .fetch_one(connection)
    .await?;
    let rating = |(value, deviation)| Rating { value, deviation, volatility: Rating::NEW.volatility };
    let before = row.value_before.zip(row.deviation_before).map(rating);
    let after = row.value_after.zip(row.deviation_after).map(rating);
    let change = before.zip(after).map(|(before, after)| Change { before, after });
    Ok((row.pool.as_deref().and_then(RatingPool::by_key).zip(change), row.is_due))
}

/// What some games did to the ratings of their players, by game, each by the first seat of each player.
///
/// # Errors
/// The database fails.
pub async fn changes_in(pool: &Pool, games: &[String]) -> anyhow::Result<HashMap<String, Vec<(Seat, Change)>>> {
    let rows = sqlx::query!(
        "select game_id, seat, rating_before, deviation_before, rating_after, deviation_after
        from rating_changes where game_id = any($1) order by game_id, seat",
        games,
    )
    .fetch_all(pool)
    .await?;
    let rating = |value, deviation| Rating { value, deviation, volatility: Rating::NEW.volatility };
    let mut changes = HashMap::<String, Vec<_>>::new();
    for row in rows {
        let seat = Seat::new(row.seat as usize).context("a seat is out of range")?;
        let before = rating(row.rating_before, row.deviation_before);
        let after = rating(row.rating_after, row.deviation_after);
        changes.entry(row.game_id).or_default().push((seat, Change { before, after }));
    }
    Ok(changes)
}
