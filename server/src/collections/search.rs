//! The search in a collection: its rows lie together, and all of them are read in some hundredths of a second.

use anyhow::Context;
use domain::rules::variant::Variant;

use super::collection::CollectionId;
use super::filter::CollectionFilter;
use super::found::FoundGame;
use crate::library::Range;
use crate::platform::database::Pool;

/// The open ends of a range.
const ANY: Range = Range { from: 0, to: i32::MAX };

/// At most so many of the games that are searched for, in the order of the file.
///
/// # Errors
/// The database fails.
pub async fn search(
    pool: &Pool,
    id: &CollectionId,
    filter: &CollectionFilter,
    limit: i64,
) -> anyhow::Result<Vec<FoundGame>> {
    let (length, ratings) = (filter.length.unwrap_or(ANY), filter.ratings.unwrap_or(ANY));
    let (variants, openings): (Vec<String>, Vec<String>) =
        filter.openings.iter().map(|(variant, opening)| (variant.key().to_owned(), opening.clone())).unzip();
    let rows = sqlx::query!(
        "select number, variant, players, date, event, result, rating, turns, fen from collection_games g
        where collection_id = $1 and number > $2
            and ($3 = '' or strpos(names, lower($3)) > 0) and ($4 = '' or strpos(names, lower($4)) > 0)
            and ($5::text is null or variant = $5) and ($6::text is null or result = $6)
            and turns between $7 and $8 and rating between $9 and $10
            and (cardinality($11::text[]) = 0 or exists (
                select from unnest($11::text[], $12::text[]) as o (variant, opening)
                where o.variant = g.variant and starts_with(g.opening, o.opening)
            ))
        order by number limit $13",
        id.as_str(),
        filter.after,
        filter.player,
        filter.opponent,
        filter.variant.map(Variant::key),
        filter.result.as_deref(),
        length.from,
        length.to,
        ratings.from,
        ratings.to,
        &variants,
        &openings,
        limit,
    )
    .fetch_all(pool)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(FoundGame {
                collection: id.clone(),
                number: row.number,
                variant: row.variant.parse().context("a game is of no variant")?,
                players: row.players,
                date: row.date,
                event: row.event,
                result: row.result,
                rating: row.rating,
                turns: row.turns.unsigned_abs(),
                fen: row.fen,
            })
        })
        .collect()
}
