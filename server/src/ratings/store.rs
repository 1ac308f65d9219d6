//! Ratings in the database, and the queue of games that are to be counted.

use std::collections::HashMap;

use anyhow::Context;
use domain::correspondence::game::Game;
use domain::rules::outcome::Outcome;
use domain::rules::seat::{BySeat, Seat, Seating, Side};
use domain::rules::variant::Variant;
use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::rating::{Change, Rating, Score};
use super::view::{HistoryLine, VariantRating};
use crate::accounts::{self, Player, PlayerId};
use crate::games::{self, GameId};
use crate::platform::database::Pool;
use crate::platform::database::listen;
use crate::platform::queue::WorkResult;
use crate::topics;
use crate::wording;

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
    let players: Vec<i64> = first_seats.map(|seat| players[seat].id.0).collect();
    // No form makes a rated game with a computer; should one come about, it moves nobody's rating.
    let ids: Vec<_> = players.iter().map(|&player| PlayerId(player)).collect();
    if accounts::any_computer(connection, &ids).await? {
        return Ok(());
    }
    sqlx::query!(
        "insert into ratings_due (game_id, ended_at, variant, players)
        select $1, $2, $3, $4 where not exists (select from rating_changes where game_id = $1)
        on conflict (game_id) do nothing",
        id.as_str(),
        ended_at.to_sqlx() as _,
        game.setup().variant.key(),
        &players,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// When a game ended, if it counts for the ratings.
pub fn counted_from(game: &Game) -> Option<Timestamp> {
    let end = game.conclusion().filter(|_| game.setup().rated)?;
    game.clocks_started()?;
    (end.result.outcome != Outcome::Void).then_some(end.at)
}

/// A game of the queue.
struct Due {
    game_id: String,
    ended_at: Timestamp,
    variant: String,
    /// In the order of their first turns.
    players: Vec<i64>,
    /// As the game's row has it.
    result: String,
}

/// Counts the game that ended first of those that wait, `leaving_out` some. Of one player's games an earlier one that
/// waits goes first, on whatever server: so a game is left to wait while an earlier one of either player does.
pub async fn count_next(pool: &Pool, leaving_out: &[String]) -> anyhow::Result<WorkResult> {
    let mut transaction = pool.begin().await?;
    // Served by ratings_due_in_order. Whatever comes before one of the first hundred is among them.
    let row = sqlx::query!(
        r#"with first as (select game_id, ended_at, players from ratings_due order by ended_at, game_id limit 100)
        select game_id, ended_at, variant, players,
            (select result from games where id = game_id) as "result!" from ratings_due
        where game_id in (
            select f.game_id from first f where f.game_id <> all($1) and not exists (
                select from first e where e.players && f.players and (e.ended_at, e.game_id) < (f.ended_at, f.game_id)))
        order by ended_at, game_id limit 1 for update of ratings_due skip locked"#,
        leaving_out,
    )
    .fetch_optional(&mut *transaction)
    .await?;
    let Some(row) = row else { return Ok(WorkResult::Idle) };
    let (game_id, variant, players) = (row.game_id, row.variant, row.players);
    let due = Due { game_id, ended_at: row.ended_at.to_jiff(), variant, players, result: row.result };
    if let Err(error) = count(&mut transaction, &due).await {
        return Ok(WorkResult::Failed(due.game_id, error));
    }
    transaction.commit().await?;
    Ok(WorkResult::Done)
}

async fn count(connection: &mut PgConnection, due: &Due) -> anyhow::Result<()> {
    let seating = due.variant.parse::<Variant>()?.seating();
    let outcome = Outcome::read(&due.result, seating).context("a rated game has no result")?;
    let stood = lock(connection, due).await?;
    let before: Vec<_> = due.players.iter().filter_map(|player| stood.get(player).copied()).collect();
    anyhow::ensure!(before.len() == seating.players(), "a rating is not there");
    for (number, &player) in due.players.iter().enumerate() {
        let change = Change { before: before[number], after: after_game(number, &before, seating, outcome) };
        let seat = seating.seats_of_player(number).next().context("a player has no seat")?;
        write(connection, due, seat.index() as i16, player, change).await?;
    }
    sqlx::query!("delete from ratings_due where game_id = $1", due.game_id).execute(&mut *connection).await?;
    announce(connection, due).await
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
async fn announce(connection: &mut PgConnection, due: &Due) -> anyhow::Result<()> {
    games::announce_changed_extras(connection, &GameId::stored(due.game_id.clone())).await?;
    let players = due.players.iter().map(|&player| PlayerId(player));
    let announcements: Vec<_> =
        players.flat_map(|player| [accounts::announcement_of(player), topics::of_ratings(player)]).collect();
    listen::announce(connection, &announcements).await
}

/// The ratings of the players of a game as they stood before it, which nobody else changes until the transaction ends.
/// The rows are taken in the order of the players, so that two servers cannot wait for each other.
async fn lock(connection: &mut PgConnection, due: &Due) -> anyhow::Result<HashMap<i64, Rating>> {
    let new = Rating::NEW;
    sqlx::query!(
        "insert into ratings (player_id, variant, rating, deviation, volatility, games, rated_at)
        select player, $2, $3, $4, $5, 0, $6 from unnest($1::bigint[]) player order by player
        on conflict (player_id, variant) do nothing",
        &due.players,
        due.variant,
        new.value,
        new.deviation,
        new.volatility,
        due.ended_at.to_sqlx() as _,
    )
    .execute(&mut *connection)
    .await?;
    let rows = sqlx::query!(
        "select player_id, rating, deviation, volatility, rated_at from ratings
        where player_id = any($1) and variant = $2 order by player_id for update",
        &due.players,
        due.variant,
    )
    .fetch_all(connection)
    .await?;
    let rating = |value, deviation, volatility| Rating { value, deviation, volatility };
    Ok(rows
        .into_iter()
        .map(|row| {
            let stood = rating(row.rating, row.deviation, row.volatility);
            (row.player_id, stood.after_idling(row.rated_at.to_jiff(), due.ended_at))
        })
        .collect())
}

/// One player's change. `rated_at` never goes back, should a game become known after one that ended later.
async fn write(
    connection: &mut PgConnection,
    due: &Due,
    seat: i16,
    player: i64,
    Change { before, after }: Change,
) -> anyhow::Result<()> {
    sqlx::query!(
        "insert into rating_changes
            (game_id, seat, player_id, variant, ended_at, rating_before, deviation_before, rating_after, deviation_after)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        due.game_id,
        seat,
        player,
        due.variant,
        due.ended_at.to_sqlx() as _,
        before.value,
        before.deviation,
        after.value,
        after.deviation,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "update ratings set rating = $3, deviation = $4, volatility = $5, games = games + 1,
            rated_at = greatest(rated_at, $6)
        where player_id = $1 and variant = $2",
        player,
        due.variant,
        after.value,
        after.deviation,
        after.volatility,
        due.ended_at.to_sqlx() as _,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The present ratings of some players; those without one are left out.
///
/// # Errors
/// The database fails.
pub async fn of_players(
    pool: &Pool,
    players: &[PlayerId],
    now: Timestamp,
) -> anyhow::Result<HashMap<(PlayerId, Variant), Rating>> {
    let rated = variant_ratings(pool, players, now).await?;
    Ok(rated.into_iter().map(|(player, rated)| ((player, rated.variant), rated.rating)).collect())
}

/// The same with how many games have counted.
pub async fn variant_ratings(
    pool: &Pool,
    players: &[PlayerId],
    now: Timestamp,
) -> anyhow::Result<Vec<(PlayerId, VariantRating)>> {
    let players: Vec<i64> = players.iter().map(|player| player.0).collect();
    let rows = sqlx::query!(
        "select player_id, variant, rating, deviation, volatility, games, rated_at from ratings
        where player_id = any($1) order by games desc, variant",
        &players,
    )
    .fetch_all(pool)
    .await?;
    let variant_rating = |variant: &str, rating: Rating, games: i32, rated_at: Timestamp| {
        anyhow::Ok(VariantRating { variant: variant.parse()?, rating: rating.after_idling(rated_at, now), games })
    };
    rows.into_iter()
        .map(|row| {
            let rating = Rating { value: row.rating, deviation: row.deviation, volatility: row.volatility };
            let variant_rating = variant_rating(&row.variant, rating, row.games, row.rated_at.to_jiff())?;
            Ok((PlayerId(row.player_id), variant_rating))
        })
        .collect()
}

/// What a game did to the rating of the player of a seat, and whether that is still to be counted.
///
/// # Errors
/// The database fails.
pub async fn change_by(
    connection: &mut PgConnection,
    game: &GameId,
    seat: Seat,
) -> anyhow::Result<(Option<Change>, bool)> {
    let row = sqlx::query!(
        r#"select rating_before as "value_before?", deviation_before as "deviation_before?", rating_after as "value_after?",
            deviation_after as "deviation_after?", exists (select from ratings_due where game_id = $1) as "is_due!"
        from (select) one left join rating_changes on game_id = $1 and seat = $2"#,
        game.as_str(),
        seat.index() as i16,
    )
    .fetch_one(connection)
    .await?;
    let rating = |(value, deviation)| Rating { value, deviation, volatility: Rating::NEW.volatility };
    let before = row.value_before.zip(row.deviation_before).map(rating);
    let after = row.value_after.zip(row.deviation_after).map(rating);
    Ok((before.zip(after).map(|(before, after)| Change { before, after }), row.is_due))
}

/// The last games that counted for a player, the last first.
pub async fn history(pool: &Pool, player: PlayerId, variant: Variant, limit: i64) -> anyhow::Result<Vec<HistoryLine>> {
    // Served by rating_changes_by_player.
    let rows = sqlx::query!(
        r#"select c.game_id, c.seat, c.ended_at, c.rating_before, c.deviation_before, c.rating_after, c.deviation_after,
            array(select p.name from game_seats s join players p on p.id = s.player_id
                where s.game_id = c.game_id order by s.seat) as "players!"
        from rating_changes c where c.player_id = $1 and c.variant = $2
        order by c.ended_at desc, c.game_id desc limit $3"#,
        player.0,
        variant.key(),
        limit,
    )
    .fetch_all(pool)
    .await?;
    let rating = |value, deviation| Rating { value, deviation, volatility: Rating::NEW.volatility };
    let line = rows.into_iter().map(|row| HistoryLine {
        game: GameId::stored(row.game_id),
        against: wording::players_line(variant.seating(), Seat::new(row.seat as usize), &row.players),
        ended_at: row.ended_at.to_jiff(),
        change: Change {
            before: rating(row.rating_before, row.deviation_before),
            after: rating(row.rating_after, row.deviation_after),
        },
    });
    Ok(line.collect())
}
