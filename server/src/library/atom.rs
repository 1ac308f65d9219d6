//! `/games.atom`: the last games that a search finds, for a feed reader. It has no secret address, because it has nothing that not
//! everybody may see: a search in one's own tags, notes and messages has no feed.

use anyhow::Context;
use atom_syndication::{Entry, Feed, FixedDateTime, Generator, Link, Person, Text, WriteConfig};
use axum::extract::Query;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;

use super::asked::Asked;
use super::filter::{GameFilter, Sort};
use super::found::FoundGame;
use super::search::{SearchResult, search};
use super::show;
use crate::feeds::{ATOM, host};
use crate::platform::error::Error;
use crate::web::etag;
use crate::web::form::Problems;
use crate::web::moment::Moment;
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
    let SearchResult::Found(hits) = search(&app.pool, &filter, None, MAX_ENTRIES).await? else {
        return Ok(show::too_slow(&app.pool, layout, asked).await?);
    };
    let games: Vec<_> = hits.into_iter().map(FoundGame::new).collect();
    let mut response = etag::respond(&headers, ATOM, feed(&app.public_url, &asked, &games)?).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
    headers.insert("x-robots-tag", HeaderValue::from_static("noindex"));
    Ok(response)
}

/// The feed. What it is called depends on what is asked alone, and when it was renewed on what is found: without anything new it is the
/// same, byte for byte.
fn feed(public_url: &str, asked: &Asked, games: &[FoundGame]) -> anyhow::Result<String> {
    let address = |path: &str| format!("{public_url}{}", asked.address(path, &["after", "view", "sort"], &[]));
    let chips: Vec<_> = asked.chips("/games").into_iter().map(|chip| chip.words).collect();
    let updated = games.iter().map(|game| game.day().0).max().unwrap_or(Timestamp::UNIX_EPOCH);
    let entries: Result<Vec<_>, _> = games.iter().map(|game| entry(public_url, game)).collect();
    let feed = Feed {
        title: Text::plain(words::feed(&chips)),
        id: format!("tag:{},2026:{}", host(public_url), asked.address("games", &["after", "view", "sort"], &[])),
        updated: instant(updated)?,
        authors: vec![Person { name: "Mallard".to_owned(), ..Person::default() }],
        generator: Some(Generator { value: "Mallard".to_owned(), ..Generator::default() }),
        links: vec![link(&address("/games.atom"), "self"), link(&address("/games"), "alternate")],
        entries: entries?,
        lang: Some("en".to_owned()),
        ..Feed::default()
    };
    let config = WriteConfig { write_document_declaration: true, indent_size: Some(2) };
    Ok(String::from_utf8(feed.write_with_config(Vec::new(), config)?)?)
}

/// A game's entry. Its name is that of the game, so that a reader shows the end of one as news of what it has shown already.
fn entry(public_url: &str, game: &FoundGame) -> anyhow::Result<Entry> {
    Ok(Entry {
        title: Text::plain(words::in_feed(&game.sides(), game.variant(), game.score().as_deref(), game.is_running())),
        id: format!("tag:{},2026:games/{}", host(public_url), game.id()),
        updated: instant(game.day().0)?,
        links: vec![link(&format!("{public_url}/games/{}", game.id()), "alternate")],
        summary: Some(Text::plain(words::feed_summary(&game.result(), game.turns(), game.is_running()))),
        ..Entry::default()
    })
}

fn link(address: &str, rel: &str) -> Link {
    Link { href: address.to_owned(), rel: rel.to_owned(), ..Link::default() }
}

fn instant(at: Timestamp) -> anyhow::Result<FixedDateTime> {
    Moment(at).iso().parse().context("an instant cannot be written")
}
