//! What an owner does with a study: another name, what it is about, other viewers, its end.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::{Deserialize, Serialize};

use super::page::{self, StudyPage};
use super::store;
use super::study::SharedStudy;
use crate::accounts::Viewer;
use crate::platform::error::Error;
use crate::sign_in::{PlayerForm, ResumableForm};
use crate::state::App;
use crate::web::deletion::{DeleteForm, DeletePage};
use crate::web::description;
use crate::web::form::Problems;
use crate::web::page::{Layout, Page};
use crate::web::title::Title;
use crate::web::visibility::Visibility;

/// What was typed.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct EditForm {
    pub name: String,
    pub description: String,
    pub visibility: String,
}

impl ResumableForm for EditForm {}

/// `POST /studies/{id}`
///
/// # Errors
/// Nobody is signed in, they own no such study, or the database fails.
pub async fn submit(
    State(app): State<App>,
    layout: Layout,
    Path(id): Path<String>,
    PlayerForm { viewer, form }: PlayerForm<EditForm>,
) -> Result<Response, Error> {
    let study = page::own(&app, viewer.id, &id).await?;
    let mut problems = Problems::default();
    let name = problems.note("name", Title::read(&form.name));
    let description = problems.note("description", description::read(&form.description));
    let visibility = problems.note("visibility", Visibility::chosen(&form.visibility));
    let (Some(name), Some(description), Some(visibility)) = (name, description, visibility) else {
        let mut page = StudyPage::load(&app, layout, study).await?;
        (page.name, page.description) = (form.name, form.description);
        page.visibility = visibility.unwrap_or(page.visibility);
        return Ok(page.refused(problems));
    };
    let key = (&study.id, viewer.id);
    if !store::edit(&app.pool, key, (&name, &description), visibility, app.now.get()).await? {
        return Err(Error::NotFound);
    }
    Ok(Redirect::to(&study.path()).into_response())
}

fn deletion(layout: Layout, study: &SharedStudy) -> DeletePage {
    DeletePage {
        layout,
        kind: "a study",
        name: study.name.to_string(),
        scope: " with all its chapters, for its editors too".to_owned(),
        action: format!("{}/delete", study.path()),
        download: format!("{}.pgn", study.path()),
        fields: Vec::new(),
        notice: None,
        back: study.path(),
    }
}

/// `GET /studies/{id}/delete`: asks whether it is meant.
///
/// # Errors
/// Nobody is signed in, they own no such study, or the database fails.
pub async fn ask(
    State(app): State<App>,
    layout: Layout,
    viewer: Viewer,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    let study = page::own(&app, viewer.id, &id).await?;
    Ok(Page::new(deletion(layout, &study)).into_response())
}

/// `POST /studies/{id}/delete`
///
/// # Errors
/// Nobody is signed in, they own no such study, or the database fails.
pub async fn delete(
    State(app): State<App>,
    layout: Layout,
    Path(id): Path<String>,
    PlayerForm { viewer, form }: PlayerForm<DeleteForm>,
) -> Result<Response, Error> {
    let study = page::own(&app, viewer.id, &id).await?;
    if !form.is_confirmed() {
        return Ok(Page::new(deletion(layout, &study)).into_response());
    }
    if !store::delete(&app.pool, (&study.id, viewer.id)).await? {
        return Err(Error::NotFound);
    }
    Ok(Redirect::to("/studies").into_response())
}
