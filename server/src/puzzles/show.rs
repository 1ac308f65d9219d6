//! `GET /puzzles/{id}`

use axum::extract::{Path, Query};
use axum::response::{IntoResponse, Response};

use super::attempt::{Known, Place, PlaceQuery};
use super::page::PuzzlePage;
use super::submit::TryForm;
use super::{daily, store};
use crate::platform::error::Error;
use crate::state::App;
use crate::web::form::Problems;
use crate::web::page::{Layout, Page};
use crate::web::reading::Reading;
use crate::web::saved_form;

/// `GET /puzzles/{id}`
///
/// # Errors
/// There is no such puzzle.
pub async fn show(
    Reading(app): Reading,
    layout: Layout,
    Path(id): Path<String>,
    Query(query): Query<PlaceQuery>,
) -> Result<Response, Error> {
    let id = read_id(&id)?;
    let saved = saved_form::load(&app.pool, layout.viewer.as_ref(), &query.kept).await?;
    let mut page = page(&app, layout, id, &query).await?;
    if let Some(form) = saved.and_then(|saved| saved.form::<TryForm>(&format!("/puzzles/{id}"))) {
        page.turn = form.turn;
    }
    Ok(Page::new(page).into_response())
}

/// The number in an address, written as it is in links.
///
/// # Errors
/// It is none.
pub fn read_id(text: &str) -> Result<i32, Error> {
    let id: i32 = text.parse().map_err(|_| Error::NotFound)?;
    (id > 0 && id.to_string() == text).then_some(id).ok_or(Error::NotFound)
}

/// The page at a place.
///
/// # Errors
/// There is no such puzzle.
pub async fn page(app: &App, layout: Layout, id: i32, query: &PlaceQuery) -> Result<PuzzlePage, Error> {
    let stored = store::load(&app.pool, id).await?.ok_or(Error::NotFound)?;
    let (mut attempt, mut standing, mut has_reported) = (None, None, false);
    if let Some(viewer) = layout.account() {
        attempt = store::attempt_of(&app.pool, viewer.id, id).await?;
        standing = store::standing(&app.pool, viewer.id).await?;
        has_reported = store::has_reported(&app.pool, id, viewer.id).await?;
    }
    let known = Known::of(stored.counts_tries_of(layout.account().map(|viewer| viewer.id)), attempt);
    let place = Place::read(&stored.puzzle, query, known);
    let is_daily = daily::id_of_today(app).await? == Some(id);
    let (turn, reason, problems) = (String::new(), String::new(), Problems::default());
    Ok(PuzzlePage { layout, stored, place, attempt, standing, has_reported, is_daily, turn, reason, problems })
}
