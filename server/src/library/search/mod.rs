//! The search in the database: the one place where SQL is put together, of fixed parts and bound values, because no single statement
//! has a good plan for every combination of what can be asked.
//!
//! Each statement that is put together here is planned anew with its values (it is not kept as a prepared one): whether a result or an ending is rare decides
//! which index is the right one, and `library_facets` knows how often they come together. The indexes are in 0063_library.sql.

mod known;
mod statement;

use sqlx::{Postgres, QueryBuilder};

use self::known::Known;
pub use self::statement::order;
use self::statement::{LOOKED_AT, statement};
use super::filter::{GameFilter, NO_RESULT, Sort};
use super::hit::{Hit, HitRow};
use super::page_key::{PageKey, Phase};
use crate::games::GameId;
use crate::platform::byte_cache::ByteCache;
use crate::platform::database::{self, Pool};

/// How long one statement may take. Of some pairs of ranges, all games of the smaller are looked through.
const LONGEST: &str = "3s";

/// What came of a search.
pub enum SearchResult {
    /// At most as many games as were wanted.
    Found(Vec<Hit>),
    /// It would take too long.
    TooSlow,
}

/// At most so many of the games that are searched for, in their order, those after a place alone.
///
/// # Errors
/// The database fails.
pub async fn search(
    pool: &Pool,
    block_cache: &ByteCache,
    filter: &GameFilter,
    after: Option<&PageKey>,
    limit: usize,
) -> anyhow::Result<SearchResult> {
    match find(pool, block_cache, filter, after, limit).await {
        Ok(hits) => Ok(SearchResult::Found(hits)),
        Err(error) if database::was_canceled(&error) => Ok(SearchResult::TooSlow),
        Err(error) => Err(error),
    }
}

/// A finished game by its name.
///
/// # Errors
/// The database fails.
pub async fn game(pool: &Pool, id: &GameId) -> anyhow::Result<Option<Hit>> {
    let mut sql = QueryBuilder::<Postgres>::new(
        "with found as (select game_id, at, rating, turns from library_games where is_first and not is_running and game_id = ",
    );
    sql.push_bind(id.as_str()).push(LOOKED_AT);
    let row: Option<HitRow> = sql.build_query_as().fetch_optional(pool).await?;
    row.map(|row| row.read(Sort::default(), Phase::Finished)).transpose()
}

async fn find(
    pool: &Pool,
    block_cache: &ByteCache,
    filter: &GameFilter,
    after: Option<&PageKey>,
    limit: usize,
) -> anyhow::Result<Vec<Hit>> {
    // Nobody else gets the connection before the statement has ended, also if nobody waits for its answer any more.
    let mut transaction = pool.begin().await?;
    if filter.on_board.placed.is_some() {
        // Between the two statements that find men on squares, a game that waited may come into the sets.
        sqlx::query!("set transaction isolation level repeatable read").execute(&mut *transaction).await?;
    }
    sqlx::query!("select set_config('statement_timeout', $1, true)", LONGEST).fetch_one(&mut *transaction).await?;
    let mut hits = Vec::new();
    for (phase, after) in phases(filter, after) {
        let wanted = limit - hits.len();
        if wanted == 0 {
            break;
        }
        let mut known = Known::of(block_cache, &mut transaction, filter, phase, after, wanted).await?;
        let mut enough = CANDIDATES_OF_GAME * wanted;
        let mut rows = Vec::<HitRow>::new();
        loop {
            let part = known.part(block_cache, &mut transaction, enough).await?;
            if part.as_ref().is_none_or(|part| part.since.is_none()) {
                rows.clear();
            }
            let limit = (wanted - rows.len()) as i64;
            let mut sql = statement(filter, &known, part.as_ref(), phase, after, limit);
            let found: Vec<HitRow> = sql.build_query_as().persistent(false).fetch_all(&mut *transaction).await?;
            rows.extend(found);
            match part {
                Some(part) if rows.len() < wanted && part.until.is_some() => {
                    // A first part may have had many more than were wanted.
                    enough = 8 * if part.since.is_none() { enough.max(part.len()) } else { enough };
                }
                _ => break,
            }
        }
        for row in rows {
            hits.push(row.read(filter.sort, phase)?);
        }
    }
    transaction.commit().await?;
    Ok(hits)
}

/// So many candidates for each game of a page are looked at first where they are in the order of the list: most of them had the men.
const CANDIDATES_OF_GAME: usize = 4;

/// The lists that follow each other: finished games first, unless games without a result are wanted.
fn lists(filter: &GameFilter) -> &'static [Phase] {
    match filter.result.as_deref() {
        _ if !filter.finds_running() => &[Phase::Finished],
        Some(NO_RESULT) => &[Phase::Running, Phase::Finished],
        _ => &[Phase::Finished, Phase::Running],
    }
}

/// Whether a place is in one of the lists of a search.
pub fn has_place(filter: &GameFilter, place: &PageKey) -> bool {
    lists(filter).contains(&place.phase)
}

/// The lists from a place on.
fn phases<'a>(filter: &GameFilter, after: Option<&'a PageKey>) -> Vec<(Phase, Option<&'a PageKey>)> {
    let all = lists(filter);
    let begins = after.and_then(|after| all.iter().position(|&phase| phase == after.phase)).unwrap_or(0);
    let of_phase = |&phase: &Phase| (phase, after.filter(|after| after.phase == phase));
    all[begins..].iter().map(of_phase).collect()
}
