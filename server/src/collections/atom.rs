//! `/collections/{id}.atom`: the games that came into a collection last, of those that a search finds, for a feed reader. A private
//! collection has none: readers do not sign in.

use axum::http::HeaderMap;
use axum::response::Response;

use super::collection::{Collection, Visibility};
use super::filter::{CollectionFilter, Order};
use super::found::FoundGame;
use super::search::{self, Wanted};
use crate::library::Asked;
use crate::state::App;
use crate::web::atom::{AtomEntry, AtomFeed};
use crate::wording::{collections as words, library};

/// How many games a feed has.
const MAX_ENTRIES: i64 = 30;

/// The address of the feed of a search, if the collection may have one.
pub fn address(collection: &Collection, asked: &Asked) -> Option<String> {
    let has_feed = collection.visibility != Visibility::Private;
    has_feed.then(|| asked.address(&format!("{}.atom", collection.id.path()), &NOT_OF_FEED, &[]))
}

/// What does not matter to a feed: it has its own order.
const NOT_OF_FEED: [&str; 3] = ["after", "view", "sort"];

/// The answer with the feed. `None`: the search would take too long.
///
/// # Errors
/// The database fails.
pub async fn respond(
    app: &App,
    headers: &HeaderMap,
    (collection, asked): (&Collection, &Asked),
    filter: CollectionFilter,
) -> anyhow::Result<Option<Response>> {
    let filter = CollectionFilter { order: Order::ImportedLast, after: 0, ..filter };
    let wanted = Wanted { games: MAX_ENTRIES, count: false };
    let Some(found) = search::search(&app.pool, &collection.id, &filter, wanted).await? else { return Ok(None) };
    Ok(Some(feed(collection, asked, &found.games).respond(&app.public_url, headers)?))
}

fn feed(collection: &Collection, asked: &Asked, games: &[FoundGame]) -> AtomFeed {
    let path = collection.id.path();
    let chips: Vec<_> = asked.chips(&path).into_iter().map(|chip| chip.words).collect();
    let taken_at = |game: &FoundGame| game.taken_at.unwrap_or(collection.made_at.0);
    AtomFeed {
        title: library::feed(Some(&collection.name), &chips),
        id: asked.address(path.trim_start_matches('/'), &NOT_OF_FEED, &[]),
        updated: games.iter().map(taken_at).max().unwrap_or(collection.made_at.0),
        path: address(collection, asked),
        page: asked.address(&path, &NOT_OF_FEED, &[]),
        entries: games
            .iter()
            .map(|game| AtomEntry {
                title: library::in_feed(&[game.players()], game.variant(), game.score().as_deref(), false),
                id: game.path().trim_start_matches('/').to_owned(),
                updated: taken_at(game),
                page: game.path(),
                summary: words::feed_summary(&game.length(), game.day().as_deref(), &game.event),
            })
            .collect(),
    }
}
