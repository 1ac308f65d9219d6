//! Finished games for other pages: the last ones, and one by its name.

use super::filter::{GameFilter, Range};
use super::found::FoundGame;
use super::search::{self, SearchResult};
use crate::games::GameId;
use crate::platform::byte_cache::ByteCache;
use crate::platform::database::Pool;

/// Shorter games are hardly worth a look.
const LEAST_TURNS: i32 = 10;

/// The last games that have ended, but for those that had hardly begun.
///
/// # Errors
/// The database fails.
pub async fn just_finished(pool: Pool, block_cache: ByteCache, limit: usize) -> anyhow::Result<Vec<FoundGame>> {
    let filter = GameFilter { length: Some(Range { from: LEAST_TURNS, to: i32::MAX }), ..GameFilter::default() };
    match search::search(&pool, &block_cache, &filter, None, limit).await? {
        SearchResult::Found(hits) => Ok(hits.into_iter().map(FoundGame::new).collect()),
        SearchResult::TooSlow => Ok(Vec::new()),
    }
}

/// A game that has been taken in.
///
/// # Errors
/// The database fails.
pub async fn game(pool: &Pool, id: &GameId) -> anyhow::Result<Option<FoundGame>> {
    Ok(search::game(pool, id).await?.map(FoundGame::new))
}
