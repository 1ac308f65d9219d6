//! The totals of positions that many games came to. Whoever writes them holds [`try_lock`].

use std::collections::BTreeSet;

use domain::rules::outcome::Outcome;
use domain::rules::seat::{Seating, Side};
use domain::rules::variant::Variant;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use sqlx::PgConnection;

use crate::platform::database;

/// What of a game counts beside its turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Its result as PGN writes it.
    pub result: String,
    /// The mean of its players' ratings before it; 0 if it was not counted for them.
    pub rating: i32,
    /// When it ended.
    pub at: Timestamp,
}

/// A turn of a game.
#[derive(Clone, Copy, Debug)]
pub struct PlayedTurn<'a> {
    /// The position that it was made from.
    pub key: i64,
    /// The side that made it.
    pub mover: Side,
    /// As it is written; empty if the game ended there.
    pub turn: &'a str,
}

/// Keeps others from counting until the transaction ends, unless another server does so already: `false`. Nobody waits for it.
///
/// # Errors
/// The database fails.
pub async fn try_lock(transaction: &mut PgConnection) -> sqlx::Result<bool> {
    database::try_lock(transaction, "explorer").await
}

/// Which of these positions have totals.
///
/// # Errors
/// The database fails.
pub async fn counted_of(
    connection: &mut PgConnection,
    variant: Variant,
    keys: &[i64],
) -> anyhow::Result<BTreeSet<i64>> {
    let counted = sqlx::query_scalar!(
        "select key from explorer_positions where variant = $1 and key = any($2)",
        variant.key(),
        keys,
    );
    Ok(counted.fetch_all(connection).await?.into_iter().collect())
}

/// Which of these positions more than so many games came to.
///
/// # Errors
/// The database fails.
pub async fn popular_of(
    connection: &mut PgConnection,
    keys: &BTreeSet<i64>,
    popular: i64,
) -> anyhow::Result<BTreeSet<i64>> {
    // Served by the primary key: so many rows are read of each, and no more.
    let found = sqlx::query_scalar!(
        r#"select k.key as "key!" from unnest($1::bigint[]) k (key)
        where (select count(*) from (select from library_positions p where p.key = k.key limit $2) few) = $2"#,
        &keys.iter().copied().collect::<Vec<_>>(),
        popular + 1,
    );
    Ok(found.fetch_all(connection).await?.into_iter().collect())
}

/// Counts a game in positions that have totals.
///
/// # Errors
/// The database fails.
pub async fn add(
    connection: &mut PgConnection,
    variant: Variant,
    seating: Seating,
    turns: impl Iterator<Item = PlayedTurn<'_>>,
    facts: &Facts,
) -> anyhow::Result<()> {
    change(connection, variant, seating, turns, facts, 1).await
}

/// Takes a game back that was counted so.
///
/// # Errors
/// The database fails.
pub async fn take(
    connection: &mut PgConnection,
    variant: Variant,
    seating: Seating,
    turns: impl Iterator<Item = PlayedTurn<'_>>,
    facts: &Facts,
) -> anyhow::Result<()> {
    let turns: Vec<_> = turns.collect();
    change(connection, variant, seating, turns.iter().copied(), facts, -1).await?;
    sqlx::query!(
        "delete from explorer_turns where variant = $1 and key = any($2) and games = 0",
        variant.key(),
        &turns.iter().map(|turn| turn.key).collect::<Vec<_>>(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn change(
    connection: &mut PgConnection,
    variant: Variant,
    seating: Seating,
    turns: impl Iterator<Item = PlayedTurn<'_>>,
    facts: &Facts,
    by: i32,
) -> anyhow::Result<()> {
    // A game without a result says nothing of its turns.
    let Some(outcome) = Outcome::read(&facts.result, seating).filter(|outcome| *outcome != Outcome::Void) else {
        return Ok(());
    };
    let ((keys, texts), won): ((Vec<i64>, Vec<String>), Vec<i32>) =
        turns.map(|turn| ((turn.key, turn.turn.to_owned()), i32::from(outcome == Outcome::Win(turn.mover)))).unzip();
    if keys.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "insert into explorer_turns as e (variant, key, band, year, turn, games, won, drawn, rated, rating_sum)
        select $1, played.key, band, year, played.turn, $5, $5 * played.won, $5 * $6::integer, $5 * sign($7::integer)::integer, $5 * $7
        from unnest($2::bigint[], $3::text[], $4::integer[]) played (key, turn, won),
            unnest(array[-1::smallint, explorer_band($7)]) band, unnest(array[-1::smallint, $8::smallint]) year
        on conflict (variant, key, band, year, turn) do update set games = e.games + excluded.games, won = e.won + excluded.won,
            drawn = e.drawn + excluded.drawn, rated = e.rated + excluded.rated, rating_sum = e.rating_sum + excluded.rating_sum",
        variant.key(),
        &keys,
        &texts,
        &won,
        by,
        i32::from(outcome == Outcome::Draw),
        facts.rating,
        facts.at.to_zoned(TimeZone::UTC).year(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Makes the totals of a position in which a side is to move, of all games that came to it.
///
/// # Errors
/// The database fails.
pub async fn make(
    connection: &mut PgConnection,
    variant: Variant,
    seating: Seating,
    key: i64,
    mover: Side,
) -> anyhow::Result<()> {
    sqlx::query!("insert into explorer_positions (variant, key) values ($1, $2)", variant.key(), key)
        .execute(&mut *connection)
        .await?;
    sqlx::query!(
        "insert into explorer_turns (variant, key, band, year, turn, games, won, drawn, rated, rating_sum)
        select $1, $2, case when grouping(band) = 1 then -1 else band end, case when grouping(year) = 1 then -1 else year end,
            turn, count(*), count(*) filter (where result = $3), count(*) filter (where result = $4),
            count(*) filter (where rating > 0), sum(rating)
        from (
            select p.turn, l.result, l.rating, explorer_band(l.rating) as band,
                extract(year from l.at at time zone 'UTC')::smallint as year
            from library_positions p join library_games l on l.game_id = p.game_id
            where p.key = $2 and p.turn is not null and l.is_first and not l.is_running and l.variant = $1 and l.result <> $5
        ) counted group by turn, cube (band, year)",
        variant.key(),
        key,
        Outcome::Win(mover).text(seating),
        Outcome::Draw.text(seating),
        Outcome::Void.text(seating),
    )
    .execute(connection)
    .await?;
    Ok(())
}
