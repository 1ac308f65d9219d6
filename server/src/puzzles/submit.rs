//! `POST /puzzles/{id}`: a turn is tried, or help asked for. The answer leads to the page that shows what came of it.

use anyhow::Context;
use axum::extract::{Extension, Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use domain::rules::position::Position;
use domain::rules::puzzle::Verdict;
use domain::rules::turn::Turn;
use serde::{Deserialize, Serialize};

use super::attempt::{Known, Place, PlaceQuery};
use super::form_error::PuzzleFormError;
use super::show::{page, read_id};
use super::store::{self, Ended, StoredPuzzle};
use crate::accounts::MaybeViewer;
use crate::platform::error::Error;
use crate::platform::now::ReceivedAt;
use crate::sign_in::{self, ResumableForm};
use crate::state::App;
use crate::web::form::{Form, Problems};
use crate::web::page::{Layout, Page};

/// What was sent.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct TryForm {
    /// The turns of the solution found so far.
    played: String,
    /// What is tried.
    pub turn: String,
    /// `hint` or `solution`; anything else is a try.
    help: String,
    /// The name of the player that the page was made for.
    #[serde(skip_serializing)]
    writer: String,
}

impl ResumableForm for TryForm {}

/// `POST /puzzles/{id}`
///
/// # Errors
/// There is no such puzzle.
pub async fn submit(
    State(app): State<App>,
    Extension(ReceivedAt(now)): Extension<ReceivedAt>,
    layout: Layout,
    MaybeViewer(viewer): MaybeViewer,
    Path(id): Path<String>,
    Form(form): Form<TryForm>,
) -> Result<Response, Error> {
    let id = read_id(&id)?;
    let is_writers = form.writer.is_empty() || viewer.as_ref().is_some_and(|viewer| viewer.is_called(&form.writer));
    if !is_writers {
        let nobody = Layout::new(None, app.assets.clone(), app.public_url.clone());
        return Ok(sign_in::sign_in_first(nobody, format!("/puzzles/{id}"), form.writer.clone(), &form));
    }
    // A guest solves as a visitor does.
    let viewer = viewer.filter(|viewer| !viewer.is_guest);
    let stored = store::load(&app.pool, id).await?.ok_or(Error::NotFound)?;
    let counts = stored.counts_tries_of(viewer.as_ref().map(|viewer| viewer.id));
    let StoredPuzzle { puzzle, .. } = stored;
    let attempt = match &viewer {
        Some(viewer) => store::attempt_of(&app.pool, viewer.id, id).await?,
        None => None,
    };
    let query = PlaceQuery { played: form.played.clone(), ..PlaceQuery::default() };
    let place = Place::read(&puzzle, &query, Known::of(counts, attempt));
    let played = place.played(&puzzle);
    let (what, next) = if matches!(form.help.as_str(), "hint" | "solution") {
        (Ended::Failed, address(id, &[("played", &played), ("help", &form.help)]))
    } else {
        let Some(position) = puzzle.position(place.task) else {
            return Ok(Redirect::to(&address(id, &[("played", &played)])).into_response());
        };
        let turn = match read_turn(position, &form.turn) {
            Ok(turn) => turn,
            Err(error) => {
                let mut page = page(&app, layout, id, &query).await?;
                page.turn = form.turn;
                page.problems = Problems::one("turn", &error);
                return Ok(Page::refused(page).into_response());
            }
        };
        let written = position.write_coordinates(turn);
        match puzzle.judge(place.task, turn).with_context(|| format!("puzzle {id} knows nothing of {written}"))? {
            Verdict::Wrong { .. } => (Ended::Failed, address(id, &[("played", &played), ("tried", &written)])),
            Verdict::Right => {
                let found = Place { task: place.task + 1, ..place };
                let next = address(id, &[("played", &found.played(&puzzle))]);
                let is_solved = found.is_solved(&puzzle);
                (if is_solved { Ended::Solved } else { Ended::NotYet { found: found.task } }, next)
            }
        }
    };
    if let Some(viewer) = viewer.filter(|_| counts)
        && attempt.is_none_or(|attempt| !attempt.is_over())
    {
        store::record(&app.pool, viewer.id, id, what, now).await?;
    }
    Ok(Redirect::to(&next).into_response())
}

fn read_turn(position: &Position, text: &str) -> Result<Turn, PuzzleFormError> {
    if text.trim().is_empty() {
        return Err(PuzzleFormError::NoTurn);
    }
    position.read_turn(text).map_err(PuzzleFormError::Turn)
}

/// A place in a puzzle. Turns in coordinates have no letter that a query cannot hold but the spaces between them.
fn address(id: i32, fields: &[(&str, &str)]) -> String {
    let fields = fields.iter().filter(|(_, value)| !value.is_empty());
    let query: Vec<String> = fields.map(|(name, value)| format!("{name}={}", value.replace(' ', "+"))).collect();
    format!("/puzzles/{id}?{}", query.join("&"))
}
