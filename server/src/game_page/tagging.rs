//! `POST /games/{id}/tags`: a player's own labels on any game they can see.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::{Deserialize, Serialize};

use super::form::{ActionForm, game_of};
use super::page::{Bar, GamePage};
use super::resumed_form;
use super::view_settings::Tab;
use crate::games::{self, GameId};
use crate::platform::error::Error;
use crate::sign_in::{PlayerForm, ResumableForm};
use crate::state::App;
use crate::tags;
use crate::web::form::Problems;
use crate::web::page::{Layout, Page};

/// What was typed.
#[derive(Default, Deserialize, Serialize)]
#[serde(default)]
pub struct TagsForm {
    /// Tags separated by commas; they replace the present ones.
    pub tags: String,
    /// The unsent input of the action bar: without scripts it is sent along so that it is not lost.
    #[serde(flatten)]
    pub begun: ActionForm,
}

impl ResumableForm for TagsForm {
    fn page(&self, sent_to: &str) -> String {
        game_of(sent_to, "/tags")
    }
}

/// `POST /games/{id}/tags`
///
/// # Errors
/// Not signed in, or not there.
pub async fn submit(
    State(app): State<App>,
    layout: Layout,
    Path(id): Path<String>,
    PlayerForm { viewer, form }: PlayerForm<TagsForm>,
) -> Result<Response, Error> {
    let id = GameId::read(&id).ok_or(Error::NotFound)?;
    match tags::read_tags(&form.tags) {
        Ok(tags) if tags::replace(&app.pool, &id, viewer.id, &tags).await? => {
            let page = resumed_form::page_with(&app, &viewer, &id, Tab::Tags, &form.begun).await?;
            Ok(Redirect::to(&format!("{page}#tags")).into_response())
        }
        Ok(_) => Err(Error::NotFound),
        Err(error) => {
            let problems = Problems::one("tags", &error);
            let stored = games::load(&app.pool, &id).await?.ok_or(Error::NotFound)?;
            let bar = Bar::fresh(form.begun);
            let page = GamePage::load(&app, layout, stored, app.now.get(), bar).await?;
            Ok(Page::refused(page.with_tags(form.tags, problems)).into_response())
        }
    }
}
