//! What an owner deletes: a collection, a game of it, or all games that a search finds. Each is asked once more before.

use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::{Deserialize, Serialize};

use super::collection::Collection;
use super::edit::own;
use super::filter::CollectionFilter;
use super::{game, search, store};
use crate::accounts::Viewer;
use crate::library::Asked;
use crate::platform::error::Error;
use crate::sign_in::{PlayerForm, ResumableForm};
use crate::state::App;
use crate::web::deletion::{DeleteForm, DeletePage};
use crate::web::form::form_fields;
use crate::web::page::{Layout, Page};
use crate::wording::collections as words;

fn collection_page(layout: Layout, collection: &Collection) -> DeletePage {
    DeletePage {
        layout,
        kind: "a collection",
        name: collection.name.to_string(),
        scope: format!(" with {}", collection.size()),
        action: format!("{}/delete", collection.id.path()),
        download: format!("{}.pgn", collection.id.path()),
        fields: Vec::new(),
        notice: None,
        back: collection.id.path(),
    }
}

/// `GET /collections/{id}/delete`: asks whether it is meant.
///
/// # Errors
/// Nobody is signed in, they have no such collection, or the database fails.
pub async fn ask(
    State(app): State<App>,
    layout: Layout,
    viewer: Viewer,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    let collection = own(&app, &id, viewer.id).await?;
    Ok(Page::new(collection_page(layout, &collection)).into_response())
}

/// `POST /collections/{id}/delete`
///
/// # Errors
/// Nobody is signed in, they have no such collection, or the database fails.
pub async fn delete(
    State(app): State<App>,
    layout: Layout,
    Path(id): Path<String>,
    PlayerForm { viewer, form }: PlayerForm<DeleteForm>,
) -> Result<Response, Error> {
    let collection = own(&app, &id, viewer.id).await?;
    if !form.is_confirmed() {
        return Ok(Page::new(collection_page(layout, &collection)).into_response());
    }
    if !store::delete(&app.pool, (&collection.id, viewer.id)).await? {
        return Err(Error::NotFound);
    }
    Ok(Redirect::to("/collections").into_response())
}

async fn game_page(app: &App, layout: Layout, collection: &Collection, number: i32) -> Result<DeletePage, Error> {
    let name = store::game_name(&app.pool, &collection.id, number).await?.ok_or(Error::NotFound)?;
    let path = collection.id.game_path(number);
    Ok(DeletePage {
        layout,
        kind: "a game",
        name,
        scope: words::from_collection(&collection.name),
        action: format!("{path}/delete"),
        download: format!("{path}.pgn"),
        fields: Vec::new(),
        notice: None,
        back: path,
    })
}

/// `GET /collections/{id}/games/{number}/delete`: asks whether it is meant.
///
/// # Errors
/// Nobody is signed in, they have no such game, or the database fails.
pub async fn ask_game(
    State(app): State<App>,
    layout: Layout,
    viewer: Viewer,
    Path((id, number)): Path<(String, String)>,
) -> Result<Response, Error> {
    let collection = own(&app, &id, viewer.id).await?;
    let number = game::read_number(&number).ok_or(Error::NotFound)?;
    Ok(Page::new(game_page(&app, layout, &collection, number).await?).into_response())
}

/// `POST /collections/{id}/games/{number}/delete`: the other games keep their numbers.
///
/// # Errors
/// Nobody is signed in, they have no such game, or the database fails.
pub async fn delete_game(
    State(app): State<App>,
    layout: Layout,
    Path((id, number)): Path<(String, String)>,
    PlayerForm { viewer, form }: PlayerForm<DeleteForm>,
) -> Result<Response, Error> {
    let collection = own(&app, &id, viewer.id).await?;
    let number = game::read_number(&number).ok_or(Error::NotFound)?;
    if !form.is_confirmed() {
        return Ok(Page::new(game_page(&app, layout, &collection, number).await?).into_response());
    }
    let mut transaction = app.pool.begin().await?;
    let is_there = store::lock(&mut transaction, (&collection.id, viewer.id)).await?;
    if !is_there || store::delete_games(&mut transaction, &collection.id, &[number]).await? == 0 {
        return Err(Error::NotFound);
    }
    transaction.commit().await?;
    Ok(Redirect::to(&collection.id.path()).into_response())
}

/// That the games which a search finds are to be deleted.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct DeleteFoundForm {
    /// The search.
    #[serde(flatten)]
    asked: Asked,
    /// How many games it had found when that was asked.
    found: String,
    #[serde(flatten)]
    answer: DeleteForm,
}

impl ResumableForm for DeleteFoundForm {
    fn page(&self, sent_to: &str) -> String {
        self.asked.address(sent_to, &[], &[])
    }
}

fn found_page(layout: Layout, collection: &Collection, asked: &Asked, games: usize) -> DeletePage {
    let path = collection.id.path();
    let mut fields = form_fields(asked);
    fields.push(("found".to_owned(), games.to_string()));
    DeletePage {
        layout,
        kind: "games",
        name: words::games(i32::try_from(games).unwrap_or(i32::MAX)),
        scope: words::found_in_collection(&collection.name, asked.chips(&path).into_iter().map(|chip| chip.words)),
        action: format!("{path}/games/delete"),
        download: asked.address(&format!("{path}.pgn"), &["view"], &[]),
        fields,
        notice: None,
        back: asked.address(&path, &[], &[]),
    }
}

/// What is searched for; `None` if that is nothing, or nobody can tell what.
fn read_search(asked: Asked) -> Option<(Asked, CollectionFilter)> {
    let asked = Asked { after: String::new(), ..asked.of_collection() };
    let filter = CollectionFilter::read(&asked).ok().filter(|_| asked.leaves_games_out())?;
    Some((asked, filter))
}

/// `GET /collections/{id}/games/delete`, with the query of a search: asks whether it is meant.
///
/// # Errors
/// Nobody is signed in, they have no such collection, or the database fails.
pub async fn ask_found(
    State(app): State<App>,
    layout: Layout,
    viewer: Viewer,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<Response, Error> {
    let collection = own(&app, &id, viewer.id).await?;
    // The page says what is wrong with the search.
    let back = asked.address(&collection.id.path(), &[], &[]);
    let Some((asked, filter)) = read_search(asked) else { return Ok(Redirect::to(&back).into_response()) };
    let mut transaction = app.pool.begin().await?;
    match search::numbers(&mut transaction, &collection.id, &filter).await? {
        Some(found) if !found.is_empty() => {
            Ok(Page::new(found_page(layout, &collection, &asked, found.len())).into_response())
        }
        _ => Ok(Redirect::to(&back).into_response()),
    }
}

/// `POST /collections/{id}/games/delete`: deletes what the search finds, if it finds as many games as it did when that was asked.
///
/// # Errors
/// Nobody is signed in, they have no such collection, or the database fails.
pub async fn delete_found(
    State(app): State<App>,
    layout: Layout,
    Path(id): Path<String>,
    PlayerForm { viewer, form }: PlayerForm<DeleteFoundForm>,
) -> Result<Response, Error> {
    let collection = own(&app, &id, viewer.id).await?;
    let back = form.asked.address(&collection.id.path(), &[], &[]);
    let Some((asked, filter)) = read_search(form.asked) else { return Ok(Redirect::to(&back).into_response()) };
    let mut transaction = app.pool.begin().await?;
    if !store::lock(&mut transaction, (&collection.id, viewer.id)).await? {
        return Err(Error::NotFound);
    }
    let found = search::numbers(&mut transaction, &collection.id, &filter).await?.unwrap_or_default();
    if found.is_empty() {
        return Ok(Redirect::to(&back).into_response());
    }
    let is_as_asked = form.found == found.len().to_string();
    if !form.answer.is_confirmed() || !is_as_asked {
        let page = found_page(layout, &collection, &asked, found.len());
        return Ok(
            Page::new(DeletePage { notice: (!is_as_asked).then_some(words::OTHERS_FOUND), ..page }).into_response()
        );
    }
    store::delete_games(&mut transaction, &collection.id, &found).await?;
    transaction.commit().await?;
    Ok(Redirect::to(&collection.id.path()).into_response())
}
