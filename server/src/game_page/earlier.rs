//! Older messages and kibitz of a game: the game's page shows the latest, and further pages show the rest.

use askama::Template;
use axum::extract::{Path, Query};
use axum::response::{IntoResponse, Redirect, Response};
use domain::correspondence::game::{LogEntry, LogEntryKind};
use domain::rules::seat::Seat;
use serde::Deserialize;

use super::kibitz_panel;
use super::preview::versus;
use super::view::{LogEntryContent, LogEntryView, log_entry_view};
use crate::games::{self, GameId, StoredGame};
use crate::platform::error::Error;
use crate::web::moment::Moment;
use crate::web::page::{Layout, Page};
use crate::web::reading::Reading;
use crate::wording::game_page;

/// The most messages on one page: the latest.
pub const MAX_SHOWN: usize = 50;
/// The most characters of these messages together, not counting the latest: pages stay small whatever is written.
const MAX_SHOWN_CHARS: usize = 20_000;

/// How many messages a page shows, given their lengths in characters, the latest first.
pub fn shown(lengths: impl Iterator<Item = usize>) -> usize {
    let mut chars = 0;
    let fits = |length: &usize| {
        let is_first = chars == 0;
        chars += length;
        is_first || chars <= MAX_SHOWN_CHARS
    };
    lengths.take(MAX_SHOWN).take_while(fits).count()
}

/// The players' messages that a viewer may read, the oldest first.
pub fn messages(stored: &StoredGame, viewer: Option<Seat>) -> Vec<&LogEntry> {
    stored.game.log_entries(viewer).filter(|log_entry| length(log_entry).is_some()).collect()
}

/// The length of a log entry in characters, if it is a message.
fn length(log_entry: &LogEntry) -> Option<usize> {
    match &log_entry.kind {
        LogEntryKind::Comment(text) | LogEntryKind::SideComment(text) | LogEntryKind::Note(text) => {
            Some(text.as_str().chars().count())
        }
        _ => None,
    }
}

/// How many of some messages are too old to be shown on a page.
pub fn left_out(messages: &[&LogEntry]) -> usize {
    messages.len() - shown(messages.iter().rev().filter_map(|log_entry| length(log_entry)))
}

/// The log entries that a viewer may read, without the messages that are left out.
pub fn latest(stored: &StoredGame, viewer: Option<Seat>) -> Vec<&LogEntry> {
    let mut left_out = left_out(&messages(stored, viewer));
    let is_shown = |log_entry: &&LogEntry| {
        let is_left_out = left_out > 0 && length(log_entry).is_some();
        left_out -= usize::from(is_left_out);
        !is_left_out
    };
    stored.game.log_entries(viewer).filter(is_shown).collect()
}

/// A page of what was written.
#[derive(Template)]
#[template(path = "games/earlier.html")]
struct EarlierPage {
    layout: Layout,
    id: GameId,
    /// `kwik – kwek`
    versus: String,
    heading: &'static str,
    entries: Vec<LogEntryView>,
    /// The page of what was written before that.
    before: Option<String>,
}

/// What an address says.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct EarlierQuery {
    /// Before which number in the order of writing.
    before: Option<String>,
}

/// `GET /games/{id}/messages?before=`
///
/// # Errors
/// There is no such game, or the viewer may read nothing of it.
pub async fn show_messages(
    Reading(app): Reading,
    layout: Layout,
    Path(id): Path<String>,
    Query(query): Query<EarlierQuery>,
) -> Result<Response, Error> {
    let id = GameId::read(&id).ok_or(Error::NotFound)?;
    let Some(before) = query.before else { return Ok(Redirect::to(&format!("/games/{id}")).into_response()) };
    let stored = games::load(&app.pool, &id).await?.ok_or(Error::NotFound)?;
    let seat = layout.viewer.as_ref().and_then(|viewer| stored.seat_of(viewer.id));
    let all = messages(&stored, seat);
    let until = before.parse().ok().filter(|until| (1..=all.len()).contains(until)).ok_or(Error::NotFound)?;
    let from = left_out(&all[..until]);
    let entries = all[from..until].iter().map(|log_entry| log_entry_view(&stored, log_entry)).collect();
    let before = (from > 0).then(|| format!("/games/{id}/messages?before={from}"));
    let versus = versus(&stored);
    Ok(Page::new(EarlierPage { layout, id, versus, heading: game_page::EARLIER_MESSAGES, entries, before })
        .into_response())
}

/// `GET /games/{id}/kibitz?before=`
///
/// # Errors
/// There is no such game, or the viewer may not read it.
pub async fn show_kibitz(
    Reading(app): Reading,
    layout: Layout,
    Path(id): Path<String>,
    Query(query): Query<EarlierQuery>,
) -> Result<Response, Error> {
    let id = GameId::read(&id).ok_or(Error::NotFound)?;
    let Some(before) = query.before else { return Ok(Redirect::to(&format!("/games/{id}")).into_response()) };
    let stored = games::load(&app.pool, &id).await?.ok_or(Error::NotFound)?;
    if !kibitz_panel::may_read(&stored, layout.viewer.as_ref()) {
        return Err(Error::NotFound);
    }
    let before = before.parse().map_err(|_| Error::NotFound)?;
    let mut connection = app.pool.acquire().await?;
    let page = kibitz_panel::KibitzPage::load(&mut connection, &id, Some(before)).await?;
    let view = |kibitz: games::Kibitz| LogEntryView {
        on: kibitz_panel::on(&stored, &kibitz),
        by: kibitz.by,
        content: LogEntryContent::Text(kibitz_panel::prose(&kibitz.text)),
        private: false,
        to_side: false,
        at: Moment(kibitz.at),
    };
    let before = page.before.map(|before| format!("/games/{id}/kibitz?before={before}"));
    let (entries, versus) = (page.messages.into_iter().map(view).collect(), versus(&stored));
    Ok(Page::new(EarlierPage { layout, id, versus, heading: game_page::EARLIER_KIBITZ, entries, before })
        .into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_shows_the_last_texts_and_stays_small() {
        assert_eq!(shown([10; 200].into_iter()), MAX_SHOWN);
        assert_eq!(shown([2_000; 200].into_iter()), 10);
        assert_eq!(shown([19_000, 2_000, 10].into_iter()), 1, "none is left out between two");
        assert_eq!(shown([30_000].into_iter()), 1, "the last one always");
        assert_eq!(shown([].into_iter()), 0);
    }
}
