//! A finished game and its positions: written, and counted where its positions have totals.

use std::collections::{BTreeMap, BTreeSet};

use domain::rules::ply::Ply;
use domain::rules::seat::{Seating, Side};
use domain::rules::variant::Variant;
use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::totals::{self, Facts, PlayedTurn};
use crate::games::StoredGame;

/// A position gets totals once more games than this came to it. Until then it is cheaper to look at these games than to keep counts.
pub const POPULAR: i64 = 200;

/// What was known of a finished game before it is taken in anew.
#[derive(Clone, Debug)]
pub struct Earlier {
    /// Its result as PGN writes it.
    pub result: String,
    /// The mean of its players' ratings before it; 0 if it was not counted for them.
    pub rating: i32,
}

/// A finished game as it is counted.
struct Played {
    variant: Variant,
    seating: Seating,
    /// When it ended.
    at: Timestamp,
    /// By the key of a position: who was to move there, and the turn that they made; an empty text if the game ended there.
    turns: BTreeMap<i64, (Side, String)>,
}

impl Played {
    fn of(stored: &StoredGame) -> Option<Self> {
        let (game, seating) = (&stored.game, stored.game.seating());
        let at = game.conclusion()?.at;
        let mut turns = BTreeMap::new();
        for made in 0..=game.turns().len() {
            let Some(position) = game.position_at(Ply::after(made)) else { continue };
            let turn = game.turns().get(made).map_or_else(String::new, |turn| turn.text.clone());
            turns.entry(position.key().cast_signed()).or_insert_with(|| (seating.side(position.seat_to_move()), turn));
        }
        Some(Self { variant: game.setup().variant, seating, at, turns })
    }

    fn keys(&self) -> Vec<i64> {
        self.turns.keys().copied().collect()
    }

    /// Its turns from some positions.
    fn turns_from<'a>(&'a self, keys: &'a BTreeSet<i64>) -> impl Iterator<Item = PlayedTurn<'a>> {
        let chosen = self.turns.iter().filter(|(key, _)| keys.contains(key));
        chosen.map(|(&key, (mover, turn))| PlayedTurn { key, mover: *mover, turn })
    }
}

/// Writes the positions of a game if it is over, and counts it. Positions that more than `popular` games came to get totals. Its row in
/// the library has been written; `earlier` is what was there before. Whoever calls it holds [`super::try_lock`]: two servers that count
/// at once would each overlook what the other is writing.
///
/// # Errors
/// The database fails.
pub async fn count(
    connection: &mut PgConnection,
    stored: &StoredGame,
    earlier: Option<Earlier>,
    popular: i64,
) -> anyhow::Result<()> {
    let Some(played) = Played::of(stored) else { return Ok(()) };
    let (variant, seating) = (played.variant, played.seating);
    let known = write_positions(connection, stored, &played).await?;
    let now = facts(connection, stored, played.at).await?;
    let before = earlier.map(|Earlier { result, rating }| Facts { result, rating, at: played.at });
    if known.len() == played.turns.len() && before.as_ref() == Some(&now) {
        return Ok(());
    }
    let counted = totals::counted_of(connection, variant, &played.keys()).await?;
    if let Some(before) = before {
        // In the positions of which the turn was unknown it was not counted.
        let counted_before: BTreeSet<_> = counted.intersection(&known).copied().collect();
        totals::take(connection, variant, seating, played.turns_from(&counted_before), &before).await?;
    }
    totals::add(connection, variant, seating, played.turns_from(&counted), &now).await?;
    let uncounted: BTreeSet<_> = played.turns.keys().copied().filter(|key| !counted.contains(key)).collect();
    let promoted = totals::popular_of(connection, &uncounted, popular).await?;
    for turn in played.turns_from(&promoted) {
        totals::make(connection, variant, seating, turn.key, turn.mover).await?;
    }
    Ok(())
}

/// What of a game counts beside its turns, as its row in the library has it.
async fn facts(connection: &mut PgConnection, stored: &StoredGame, at: Timestamp) -> anyhow::Result<Facts> {
    let row =
        sqlx::query!("select result, rating from library_games where game_id = $1 and is_first", stored.id.as_str())
            .fetch_one(connection)
            .await?;
    Ok(Facts { result: row.result, rating: row.rating, at })
}

/// Writes the positions of a game, each once. Of which of them the turn was known before: neither ever changes, so these are let alone.
/// An earlier build of the site wrote positions without turns.
async fn write_positions(
    connection: &mut PgConnection,
    stored: &StoredGame,
    played: &Played,
) -> anyhow::Result<BTreeSet<i64>> {
    let turns: Vec<String> = played.turns.values().map(|(_, turn)| turn.clone()).collect();
    let known = sqlx::query_scalar!(
        "with played as (
            select key, turn from unnest($1::bigint[], $2::text[]) played (key, turn)
        ), known as (
            select p.key from played join library_positions p on p.key = played.key and p.at = $3 and p.game_id = $4
            where p.turn is not null
        ), written as (
            insert into library_positions (key, at, game_id, turn)
            select key, $3, $4, turn from played where key not in (select key from known)
            on conflict (key, at, game_id) do update set turn = excluded.turn
        )
        select key from known",
        &played.keys(),
        &turns,
        played.at.to_sqlx() as _,
        stored.id.as_str(),
    );
    Ok(known.fetch_all(connection).await?.into_iter().collect())
}
