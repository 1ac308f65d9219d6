//! `POST /games/{id}/computer`: asks the computer about a game.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::{Deserialize, Serialize};

use super::form::{ActionForm, game_of};
use super::page::{Bar, GamePage};
use super::resumed_form;
use super::view_settings::Tab;
use crate::evaluation::{self, EvaluationRefusal};
use crate::games::{self, GameId};
use crate::platform::error::Error;
use crate::sign_in::{PlayerForm, ResumableForm};
use crate::state::App;
use crate::web::form::Problems;
use crate::web::page::{Layout, Page};

/// The form has no fields of its own.
#[derive(Default, Deserialize, Serialize)]
#[serde(default)]
pub struct ComputerForm {
    /// The unsent input of the action bar: without scripts it is sent along so that it is not lost.
    #[serde(flatten)]
    pub begun: ActionForm,
}

impl ResumableForm for ComputerForm {
    fn page(&self, sent_to: &str) -> String {
        format!("{}?tab={}", game_of(sent_to, "/computer"), Tab::Computer.key())
    }
}

/// `POST /games/{id}/computer`
///
/// # Errors
/// Not signed in, or not there.
pub async fn submit(
    State(app): State<App>,
    layout: Layout,
    Path(id): Path<String>,
    PlayerForm { viewer, form }: PlayerForm<ComputerForm>,
) -> Result<Response, Error> {
    let id = GameId::read(&id).ok_or(Error::NotFound)?;
    let stored = games::load(&app.pool, &id).await?.ok_or(Error::NotFound)?;
    let now = app.now.get();
    let Err(refusal) = evaluation::ask_about_game(&app.games, &stored, viewer.id, now).await? else {
        let page = resumed_form::page_with(&app, &viewer, &id, Tab::Computer, &form.begun).await?;
        return Ok(Redirect::to(&format!("{page}#panel")).into_response());
    };
    let page = GamePage::load(&app, layout, stored, now, Bar::fresh(form.begun)).await?;
    let page = page.with_computer(&app, Problems::one("computer", &refusal)).await?;
    Ok(match refusal {
        EvaluationRefusal::TooManyGames => Page::too_many(page).into_response(),
        _ => Page::refused(page).into_response(),
    })
}
