//! The game's page with something in its fields that is not sent yet: its writer would rather change it, or was signed out
//! while they wrote, or has sent something else meanwhile. It changes nothing.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::action::ActionKind;
use domain::ply::Ply;
use domain::refusal::Refusal;

use super::GameId;
use super::form::ActionForm;
use super::kibitz::KibitzForm;
use super::show::{Bar, GamePage};
use super::store::{self, StoredGame};
use super::tagging::TagsForm;
use crate::accounts::{FromPlayer, Kept};
use crate::app::App;
use crate::error::Error;
use crate::form::Problems;
use crate::page::{Layout, Page};

/// `POST /games/{id}`
///
/// # Errors
/// There is no such game.
pub async fn show(
    State(app): State<App>,
    layout: Layout,
    Path(id): Path<String>,
    FromPlayer { form, .. }: FromPlayer<ActionForm>,
) -> Result<Response, Error> {
    let id = GameId::read(&id).ok_or(Error::NotFound)?;
    let stored = store::load(&app.pool, &id).await?.ok_or(Error::NotFound)?;
    in_the_bar(&app, layout, Arc::new(stored), form).await
}

/// The page with a form that was kept: of the action bar, or of what stands beside the game.
///
/// # Errors
/// The database fails.
pub async fn kept(app: &App, layout: Layout, stored: Arc<StoredGame>, kept: &Kept) -> Result<Response, Error> {
    let at = |form: &str| format!("/games/{}{form}", stored.id);
    let typed = kept.form::<ActionForm>(&at("/actions")).or_else(|| kept.form(&at("")));
    if let Some(form) = typed {
        return in_the_bar(app, layout, stored, form).await;
    }
    let (tags, kibitz) = (kept.form::<TagsForm>(&at("/tags")), kept.form::<KibitzForm>(&at("/kibitz")));
    let mut page = GamePage::load(&app.pool, layout, stored, app.now.get(), Bar::default()).await?;
    if let Some(form) = tags {
        page = page.with_tags(form.tags, Problems::default());
    }
    if let Some(form) = kibitz {
        page = page.with_kibitz(form.message, Problems::default());
    }
    Ok(Page::new(page).into_response())
}

async fn in_the_bar(app: &App, layout: Layout, stored: Arc<StoredGame>, form: ActionForm) -> Result<Response, Error> {
    let is_behind = form.ply.parse().is_ok_and(|ply| Ply(ply) < stored.game.ply());
    let is_writing = form.action.parse().is_ok_and(ActionKind::is_writing);
    let has_moved_on = is_behind && !is_writing;
    let bar = match has_moved_on {
        true => Bar::refused(form, Problems::one("turn", Refusal::MovedOn.to_string())),
        false => Bar::fresh(form),
    };
    let page = GamePage::load(&app.pool, layout, stored, app.now.get(), bar).await?;
    Ok(if has_moved_on { Page::moved_on(page) } else { Page::new(page) }.into_response())
}
