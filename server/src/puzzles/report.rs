//! `POST /puzzles/{id}/report`: a player says what is wrong with a puzzle.

use axum::extract::{Extension, Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use domain::rules::visible::has_visible;
use serde::{Deserialize, Serialize};

use super::attempt::PlaceQuery;
use super::form_error::PuzzleFormError;
use super::show::{page, read_id};
use super::store;
use crate::platform::error::Error;
use crate::platform::now::ReceivedAt;
use crate::sign_in::{PlayerForm, ResumableForm};
use crate::state::App;
use crate::web::form::Problems;
use crate::web::page::{Layout, Page};
use crate::wording::puzzles::MAX_REASON_CHARS;

/// What was typed.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct ReportForm {
    reason: String,
}

impl ResumableForm for ReportForm {
    fn page(&self, sent_to: &str) -> String {
        sent_to.trim_end_matches("/report").to_owned()
    }
}

/// `GET /puzzles/{id}/report`, as after signing in: back to the puzzle.
///
/// # Errors
/// It has no number.
pub async fn back(Path(id): Path<String>) -> Result<Redirect, Error> {
    Ok(Redirect::to(&format!("/puzzles/{}", read_id(&id)?)))
}

/// `POST /puzzles/{id}/report`
///
/// # Errors
/// Not signed in, or there is no such puzzle.
pub async fn submit(
    State(app): State<App>,
    Extension(ReceivedAt(now)): Extension<ReceivedAt>,
    layout: Layout,
    Path(id): Path<String>,
    PlayerForm { viewer, form }: PlayerForm<ReportForm>,
) -> Result<Response, Error> {
    let id = read_id(&id)?;
    let wrong = if !has_visible(&form.reason) {
        Some(PuzzleFormError::NoReason)
    } else {
        (form.reason.chars().count() > MAX_REASON_CHARS).then_some(PuzzleFormError::LongReason)
    };
    if let Some(wrong) = wrong {
        let mut page = page(&app, layout, id, &PlaceQuery::default()).await?;
        page.problems = Problems::one("reason", &wrong);
        page.reason = form.reason;
        return Ok(Page::refused(page).into_response());
    }
    if !store::report(&app.pool, id, viewer.id, form.reason.trim(), now).await? {
        return Err(Error::NotFound);
    }
    metrics::counter!("puzzle_reports_total").increment(1);
    tracing::warn!(puzzle = id, "a player has reported a puzzle: `mallard puzzles reports` shows why");
    Ok(Redirect::to(&format!("/puzzles/{id}#report")).into_response())
}
