//! What an owner does with a collection: another name, other viewers, the reports of its files.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::{Deserialize, Serialize};

use super::collection::{Collection, CollectionId, CollectionName, Visibility};
use super::page::CollectionPage;
use super::store;
use crate::accounts::PlayerId;
use crate::library::Asked;
use crate::platform::error::Error;
use crate::sign_in::{PlayerForm, ResumableForm};
use crate::state::App;
use crate::web::description;
use crate::web::form::Problems;
use crate::web::page::{Layout, Page};

/// What was typed.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct EditForm {
    name: String,
    /// `None`: the form was made by the release before, which knew of none.
    description: Option<String>,
    visibility: String,
}

impl ResumableForm for EditForm {}

/// A collection of a player.
///
/// # Errors
/// They have no such one, or the database fails.
pub async fn own(app: &App, id: &str, player: PlayerId) -> Result<Collection, Error> {
    let id = CollectionId::read(id).ok_or(Error::NotFound)?;
    let collection = store::load(&app.pool, &id).await?;
    collection.filter(|collection| collection.is_of(Some(player))).ok_or(Error::NotFound)
}

/// `POST /collections/{id}`
///
/// # Errors
/// Nobody is signed in, they have no such collection, or the database fails.
pub async fn submit(
    State(app): State<App>,
    layout: Layout,
    Path(id): Path<String>,
    PlayerForm { viewer, form }: PlayerForm<EditForm>,
) -> Result<Response, Error> {
    let collection = own(&app, &id, viewer.id).await?;
    let mut problems = Problems::default();
    let name = problems.note("name", CollectionName::read(&form.name));
    let description = problems.note("description", form.description.as_deref().map(description::read).transpose());
    let visibility = problems.note("visibility", Visibility::chosen(&form.visibility));
    let (Some(name), Some(description), Some(visibility)) = (name, description, visibility) else {
        let mut page = CollectionPage::load(&app, layout, collection, Asked::default()).await?;
        page.name = form.name;
        page.description = form.description.unwrap_or(page.description);
        page.visibility = visibility.unwrap_or(page.visibility);
        page.problems = problems;
        return Ok(Page::refused(page).into_response());
    };
    if !store::edit(&app.pool, (&collection.id, viewer.id), (&name, description.as_deref()), visibility).await? {
        return Err(Error::NotFound);
    }
    Ok(Redirect::to(&collection.id.path()).into_response())
}

/// The page again, with what is wrong with a file that was to be added.
///
/// # Errors
/// The database fails.
pub async fn refused(
    app: &App,
    layout: Layout,
    collection: Collection,
    problems: Problems,
) -> anyhow::Result<Response> {
    let mut page = CollectionPage::load(app, layout, collection, Asked::default()).await?;
    page.problems = problems;
    Ok(Page::refused(page).into_response())
}

/// `GET /collections/{id}/imports`, as after signing in: back to the collection.
pub async fn back(Path(id): Path<String>) -> Result<Redirect, Error> {
    let id = CollectionId::read(&id).ok_or(Error::NotFound)?;
    Ok(Redirect::to(&id.path()))
}

/// That the report of a file is no longer wanted.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct DismissForm {}

impl ResumableForm for DismissForm {}

/// `POST /collections/{id}/imports/{number}/dismiss`: the report of a file that has been read is shown no more. Its games stay.
///
/// # Errors
/// Nobody is signed in, they have no such collection or file, or the database fails.
pub async fn dismiss(
    State(app): State<App>,
    Path((id, number)): Path<(String, String)>,
    PlayerForm { viewer, form: DismissForm {} }: PlayerForm<DismissForm>,
) -> Result<Redirect, Error> {
    let collection = own(&app, &id, viewer.id).await?;
    let number = number.parse().map_err(|_| Error::NotFound)?;
    if !store::dismiss(&app.pool, (&collection.id, viewer.id), number).await? {
        return Err(Error::NotFound);
    }
    Ok(Redirect::to(&collection.id.path()))
}

/// `GET /collections/{id}/imports/{number}/dismiss`, as after signing in: back to the collection.
///
/// # Errors
/// That is no address of a collection.
pub async fn back_from_file(Path((id, _)): Path<(String, String)>) -> Result<Redirect, Error> {
    back(Path(id)).await
}
