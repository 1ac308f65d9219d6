//! `/puzzles/daily.atom`: the puzzles of the last days, for a feed reader.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use jiff::civil::Date;

use super::store;
use crate::platform::day::{beginning_of, day_of};
use crate::platform::error::Error;
use crate::web::atom::{self, AtomEntry, AtomFeed};
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
            entries.push(entry(day, id, words::in_feed(start.variant().name(), &goal, &start.fen())));
        }
    }
    if entries.is_empty() {
        return Err(Error::NotFound);
    }
    let feed = AtomFeed {
        title: words::FEED.to_owned(),
        id: "puzzles/daily".to_owned(),
        updated: beginning_of(today),
        path: Some("/puzzles/daily.atom".to_owned()),
        page: "/puzzles".to_owned(),
        entries,
    };
    let text = feed.write(&app.public_url)?;
    Ok(([(header::CONTENT_TYPE, atom::CONTENT_TYPE), (header::CACHE_CONTROL, "public, max-age=600")], text)
        .into_response())
}

/// A day's entry: its name is of the day, so that a puzzle that comes again is new.
fn entry(day: Date, id: i32, summary: String) -> AtomEntry {
    AtomEntry {
        title: words::of_day(&day.to_string(), id),
        id: format!("puzzles/daily/{day}"),
        updated: beginning_of(day),
        page: format!("/puzzles/{id}"),
        summary,
    }
}
