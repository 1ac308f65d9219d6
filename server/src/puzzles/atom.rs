//! `/puzzles/daily.atom`: the puzzles of the last days, for a feed reader.

use anyhow::Context;
use atom_syndication::{Entry, Feed, FixedDateTime, Generator, Link, Person, Text, WriteConfig};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use jiff::civil::Date;

use super::store;
use crate::feeds::{ATOM, host};
use crate::platform::day::{beginning_of, day_of};
use crate::platform::error::Error;
use crate::web::moment::Moment;
use crate::web::reading::Reading;
use crate::wording::puzzles as words;
use crate::wording::{SeatNames, VariantNames};

/// How many days a reader that was away can catch up with.
const DAYS: i64 = 14;

/// `GET /puzzles/daily.atom`
///
/// # Errors
/// There are no puzzles.
pub async fn show(Reading(app): Reading) -> Result<Response, Error> {
    let today = day_of(app.now.get());
    let mut entries = Vec::new();
    for (day, id) in store::latest(&app.pool, today, DAYS).await? {
        if let Some(stored) = store::load(&app.pool, id).await? {
            let start = stored.puzzle.start();
            let seat = start.variant().seating().name(start.seat_to_move());
            let goal = words::goal(stored.puzzle.goal(), seat);
            entries.push(entry(
                &app.public_url,
                day,
                id,
                &words::in_feed(start.variant().name(), &goal, &start.fen()),
            )?);
        }
    }
    if entries.is_empty() {
        return Err(Error::NotFound);
    }
    let text = feed(&app.public_url, today, entries)?;
    Ok(([(header::CONTENT_TYPE, ATOM), (header::CACHE_CONTROL, "public, max-age=600")], text).into_response())
}

fn feed(public_url: &str, today: Date, entries: Vec<Entry>) -> anyhow::Result<String> {
    let address = format!("{public_url}/puzzles/daily.atom");
    let feed = Feed {
        title: Text::plain(words::FEED),
        id: format!("tag:{},2026:puzzles/daily", host(public_url)),
        updated: instant(beginning_of(today))?,
        authors: vec![Person { name: "Mallard".to_owned(), ..Person::default() }],
        generator: Some(Generator { value: "Mallard".to_owned(), ..Generator::default() }),
        links: vec![link(&address, "self"), link(&format!("{public_url}/puzzles"), "alternate")],
        entries,
        lang: Some("en".to_owned()),
        ..Feed::default()
    };
    let config = WriteConfig { write_document_declaration: true, indent_size: Some(2) };
    Ok(String::from_utf8(feed.write_with_config(Vec::new(), config)?)?)
}

/// A day's entry: its name is of the day, so that a puzzle that comes again is new.
fn entry(public_url: &str, day: Date, id: i32, summary: &str) -> anyhow::Result<Entry> {
    let begins = beginning_of(day);
    Ok(Entry {
        title: Text::plain(words::of_day(&day.to_string(), id)),
        id: format!("tag:{},2026:puzzles/daily/{day}", host(public_url)),
        updated: instant(begins)?,
        links: vec![link(&format!("{public_url}/puzzles/{id}"), "alternate")],
        summary: Some(Text::plain(summary.to_owned())),
        ..Entry::default()
    })
}

fn link(address: &str, rel: &str) -> Link {
    Link { href: address.to_owned(), rel: rel.to_owned(), ..Link::default() }
}

fn instant(at: Timestamp) -> anyhow::Result<FixedDateTime> {
    Moment(at).iso().parse().context("an instant cannot be written")
}
