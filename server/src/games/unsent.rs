//! `POST /games/{id}`: the game's page with something in its fields that is not sent yet, because its writer would rather
//! change it, or was signed out while they wrote. It changes nothing.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::action::ActionKind;
use domain::ply::Ply;
use domain::refusal::Refusal;

use super::GameId;
use super::form::ActionForm;
use super::show::{Bar, GamePage};
use super::store;
use crate::accounts::Returned;
use crate::app::App;
use crate::error::Error;
use crate::form::Problems;
use crate::page::Page;

/// `POST /games/{id}`
///
/// # Errors
/// There is no such game.
pub async fn show(
    State(app): State<App>,
    Path(id): Path<String>,
    returned: Returned<ActionForm>,
) -> Result<Response, Error> {
    let Returned { layout, jar, form, .. } = returned;
    let id = GameId::read(&id).ok_or(Error::NotFound)?;
    let stored = store::load(&app.pool, &id).await?.ok_or(Error::NotFound)?;
    let is_behind = form.ply.parse().is_ok_and(|ply| Ply(ply) < stored.game.ply());
    let is_writing = form.action.parse().is_ok_and(ActionKind::is_writing);
    let has_moved_on = is_behind && !is_writing;
    let bar = match has_moved_on {
        true => Bar::refused(form, Problems::one("turn", Refusal::MovedOn.to_string())),
        false => Bar::fresh(form),
    };
    let page = GamePage::load(&app.pool, layout, stored, app.now.get(), bar).await?;
    let answer = if has_moved_on { Page::moved_on(page) } else { Page::new(page) };
    Ok((jar, answer).into_response())
}
