//! `/games.atom`: the last games that a search finds, for a feed reader. It has no secret address, because it has nothing that not
//! everybody may see: a search in one's own tags, notes and messages has no feed.

use axum::extract::Query;
use axum::http::HeaderMap;
use axum::response::Response;
use jiff::Timestamp;

use super::asked::Asked;
use super::filter::{GameFilter, Sort};
use super::found::FoundGame;
use super::search::{SearchResult, search};
use super::show;
use crate::platform::error::Error;
use crate::web::atom::{AtomEntry, AtomFeed};
use crate::web::form::Problems;
use crate::web::page::Layout;
use crate::web::reading::Reading;
use crate::web::search_error::SearchError;
use crate::wording::library as words;

/// How many games a feed has.
const MAX_ENTRIES: usize = 30;

/// `GET /games.atom`, with the same query as `/games`; the newest are always the first.
///
/// # Errors
/// The database fails.
pub async fn show(
    Reading(app): Reading,
    layout: Layout,
    headers: HeaderMap,
    Query(asked): Query<Asked>,
) -> Result<Response, Error> {
    let asked = asked.of_site();
    if let Some(field) = asked.field_of_viewer() {
        let problems = Problems::one(field, &SearchError::NoFeed);
        return Ok(show::refused(&app.pool, layout, asked, problems).await?);
    }
    let filter = match GameFilter::read(&asked, None, &app.pool).await? {
        Ok(filter) => GameFilter { sort: Sort::Newest, ..filter },
        Err(problems) => return Ok(show::refused(&app.pool, layout, asked, problems).await?),
    };
    let SearchResult::Found(hits) = search(&app.pool, &app.block_cache, &filter, None, MAX_ENTRIES).await? else {
        return Ok(show::too_slow(&app.pool, layout, asked).await?);
    };
    let games: Vec<_> = hits.into_iter().map(FoundGame::new).collect();
    Ok(feed(&asked, &games).respond(&app.public_url, &headers)?)
}

/// The feed. What it is called depends on what is asked alone, and when it was renewed on what is found.
fn feed(asked: &Asked, games: &[FoundGame]) -> AtomFeed {
    let address = |path: &str| asked.address(path, &["after", "view", "sort"], &[]);
    let chips: Vec<_> = asked.chips("/games").into_iter().map(|chip| chip.words).collect();
    AtomFeed {
        title: words::feed(None, &chips),
        id: address("games"),
        updated: games.iter().map(|game| game.day().0).max().unwrap_or(Timestamp::UNIX_EPOCH),
        path: Some(address("/games.atom")),
        page: address("/games"),
        entries: games.iter().map(entry).collect(),
    }
}

/// A game's entry. Its name is that of the game, so that a reader shows the end of one as news of what it has shown already.
fn entry(game: &FoundGame) -> AtomEntry {
    AtomEntry {
        title: words::in_feed(&game.sides(), game.variant(), game.score().as_deref(), game.is_running()),
        id: format!("games/{}", game.id()),
        updated: game.day().0,
        page: format!("/games/{}", game.id()),
        summary: words::feed_summary(&game.result(), game.turns(), game.is_running()),
    }
}
