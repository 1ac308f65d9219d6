//! What an owner deletes: a collection, a game of it, or all games that a search finds. Each is asked once more before.

use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::collection::Collection;
use super::edit::own;
use super::filter::CollectionFilter;
use super::{game, page, search, store};
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

/// That games are to be deleted: one, or all that a search finds.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct DeleteGamesForm {
    /// The search; of one game, the one by which its owner came to it.
    #[serde(flatten)]
    asked: Asked,
    /// Which games it had found when that was asked, as [`digest`] says it.
    found: String,
    #[serde(flatten)]
    answer: DeleteForm,
}

impl ResumableForm for DeleteGamesForm {
    fn page(&self, sent_to: &str) -> String {
        self.asked.address(sent_to, &[], &[])
    }
}

async fn game_page(
    app: &App,
    layout: Layout,
    (collection, number): (&Collection, i32),
    asked: &Asked,
) -> Result<DeletePage, Error> {
    let name = store::game_name(&app.pool, &collection.id, number).await?.ok_or(Error::NotFound)?;
    let path = collection.id.game_path(number);
    Ok(DeletePage {
        layout,
        kind: "a game",
        name,
        scope: words::from_collection(&collection.name),
        action: format!("{path}/delete"),
        download: format!("{path}.pgn"),
        fields: form_fields(asked),
        notice: None,
        back: asked.address(&path, &[], &[]),
    })
}

/// `GET /collections/{id}/games/{number}/delete`, with the query of the search that found it: asks whether it is meant.
///
/// # Errors
/// Nobody is signed in, they have no such game, or the database fails.
pub async fn ask_game(
    State(app): State<App>,
    layout: Layout,
    viewer: Viewer,
    Path((id, number)): Path<(String, String)>,
    Query(asked): Query<Asked>,
) -> Result<Response, Error> {
    let collection = own(&app, &id, viewer.id).await?;
    let number = game::read_number(&number).ok_or(Error::NotFound)?;
    let asked = asked.of_collection().from_first();
    Ok(Page::new(game_page(&app, layout, (&collection, number), &asked).await?).into_response())
}

/// `POST /collections/{id}/games/{number}/delete`: the other games keep their numbers. One that is gone has been deleted.
///
/// # Errors
/// Nobody is signed in, they have no such collection, or the database fails.
pub async fn delete_game(
    State(app): State<App>,
    layout: Layout,
    Path((id, number)): Path<(String, String)>,
    PlayerForm { viewer, form }: PlayerForm<DeleteGamesForm>,
) -> Result<Response, Error> {
    let collection = own(&app, &id, viewer.id).await?;
    let number = game::read_number(&number).ok_or(Error::NotFound)?;
    let asked = form.asked.of_collection().from_first();
    if !form.answer.is_confirmed() {
        return Ok(Page::new(game_page(&app, layout, (&collection, number), &asked).await?).into_response());
    }
    let mut transaction = app.pool.begin().await?;
    if !store::lock(&mut transaction, (&collection.id, viewer.id)).await? {
        return Err(Error::NotFound);
    }
    store::delete_games(&mut transaction, &collection.id, &[number]).await?;
    transaction.commit().await?;
    Ok(Redirect::to(&asked.address(&collection.id.path(), &[], &[])).into_response())
}

/// Which games these are, so that what was asked about some is not answered for others.
fn digest(numbers: &[i32]) -> String {
    let mut digest = Sha256::new();
    numbers.iter().for_each(|number| digest.update(number.to_be_bytes()));
    digest.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

fn found_page(layout: Layout, collection: &Collection, asked: &Asked, found: &[i32]) -> DeletePage {
    let path = collection.id.path();
    let mut fields = form_fields(asked);
    fields.push(("found".to_owned(), digest(found)));
    DeletePage {
        layout,
        kind: "games",
        name: words::games(i32::try_from(found.len()).unwrap_or(i32::MAX)),
        scope: words::found_in_collection(&collection.name, asked.chips(&path).into_iter().map(|chip| chip.words)),
        action: format!("{path}/games/delete"),
        download: asked.address(&format!("{path}.pgn"), &["view"], &[]),
        fields,
        notice: None,
        back: asked.address(&path, &[], &[]),
    }
}

/// What is searched for; `None` if that is nothing, nobody can tell what, or games are still to be read that it may find: the page of the
/// search says which.
async fn read_search(app: &App, collection: &Collection, asked: &Asked) -> anyhow::Result<Option<CollectionFilter>> {
    let Ok(filter) = CollectionFilter::read(asked) else { return Ok(None) };
    let leaves_out_unread = page::leaves_out_unread(app, &collection.id, &filter).await?;
    Ok(Some(filter).filter(|filter| filter.leaves_games_out() && !leaves_out_unread))
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
    if !asked.not_of_collection().is_empty() {
        // All that the rest of it finds was not meant.
        return Err(Error::NotFound);
    }
    let asked = asked.of_collection().from_first();
    let back = Redirect::to(&asked.address(&collection.id.path(), &[], &[]));
    let Some(filter) = read_search(&app, &collection, &asked).await? else { return Ok(back.into_response()) };
    let mut transaction = app.pool.begin().await?;
    match search::numbers(&mut transaction, &collection.id, &filter).await? {
        None => {
            transaction.rollback().await?;
            Ok(page::too_slow(&app, layout, collection, asked).await?)
        }
        Some(found) if found.is_empty() => Ok(back.into_response()),
        Some(found) => Ok(Page::new(found_page(layout, &collection, &asked, &found)).into_response()),
    }
}

/// `POST /collections/{id}/games/delete`: deletes the games that the search finds, if it finds the same as when that was asked.
///
/// # Errors
/// Nobody is signed in, they have no such collection, or the database fails.
pub async fn delete_found(
    State(app): State<App>,
    layout: Layout,
    Path(id): Path<String>,
    PlayerForm { viewer, form }: PlayerForm<DeleteGamesForm>,
) -> Result<Response, Error> {
    let collection = own(&app, &id, viewer.id).await?;
    let asked = form.asked.of_collection().from_first();
    let back = Redirect::to(&asked.address(&collection.id.path(), &[], &[]));
    let Some(filter) = read_search(&app, &collection, &asked).await? else { return Ok(back.into_response()) };
    let mut transaction = app.pool.begin().await?;
    if !store::lock(&mut transaction, (&collection.id, viewer.id)).await? {
        return Err(Error::NotFound);
    }
    let Some(found) = search::numbers(&mut transaction, &collection.id, &filter).await? else {
        transaction.rollback().await?;
        return Ok(page::too_slow(&app, layout, collection, asked).await?);
    };
    if found.is_empty() {
        return Ok(back.into_response());
    }
    let is_as_asked = form.found == digest(&found);
    if !form.answer.is_confirmed() || !is_as_asked {
        let notice = (!is_as_asked && !form.found.is_empty()).then_some(words::OTHERS_FOUND);
        let page = DeletePage { notice, ..found_page(layout, &collection, &asked, &found) };
        return Ok(Page::new(page).into_response());
    }
    store::delete_games(&mut transaction, &collection.id, &found).await?;
    transaction.commit().await?;
    Ok(Redirect::to(&collection.id.path()).into_response())
}
