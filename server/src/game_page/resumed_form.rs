//! The game's page with unsent input in its fields: because the player wants to edit it, was signed out while writing,
//! or has sent another form meanwhile. It changes nothing.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::correspondence::action::ActionKind;
use domain::correspondence::refusal::Refusal;
use domain::rules::ply::Ply;

use super::asking::ComputerForm;
use super::form::ActionForm;
use super::kibitz::KibitzForm;
use super::page::{Bar, GamePage};
use super::tagging::TagsForm;
use super::view_settings::{Tab, ViewSettings};
use crate::accounts::Viewer;
use crate::games::{self, GameId, StoredGame};
use crate::platform::error::Error;
use crate::sign_in::MaybeGuestForm;
use crate::state::App;
use crate::web::form::Problems;
use crate::web::page::{Layout, Page};
use crate::web::saved_form::{self, SavedForm};
use crate::wording::Explanation;

/// `POST /games/{id}`
///
/// # Errors
/// There is no such game.
pub async fn show(
    State(app): State<App>,
    layout: Layout,
    Path(id): Path<String>,
    MaybeGuestForm { form, .. }: MaybeGuestForm<ActionForm>,
) -> Result<Response, Error> {
    let id = GameId::read(&id).ok_or(Error::NotFound)?;
    let stored = games::load(&app.pool, &id).await?.ok_or(Error::NotFound)?;
    in_the_bar(&app, layout, Arc::new(stored), form).await
}

/// The path of the game's page with a tab open, after a form other than the action bar was sent; the input of the
/// action bar is saved.
///
/// # Errors
/// The database fails.
pub async fn page_with(
    app: &App,
    viewer: &Viewer,
    id: &GameId,
    tab: Tab,
    begun: &ActionForm,
) -> anyhow::Result<String> {
    let page = ViewSettings::read(&begun.side, tab.key()).address(id, None);
    match begun.begun() {
        Some(begun) => save(app, viewer, id, &page, &begun).await,
        None => Ok(page),
    }
}

/// Saves the unsent input of the action bar, and returns the path of the page that shows it.
///
/// # Errors
/// The database fails.
pub async fn save(app: &App, viewer: &Viewer, id: &GameId, page: &str, begun: &ActionForm) -> anyhow::Result<String> {
    saved_form::save(&app.pool, viewer.id, page, (&format!("/games/{id}/actions"), begun), app.now.get()).await
}

/// The page with a saved form: of the action bar, the tags or kibitz.
///
/// # Errors
/// The database fails.
pub async fn show_saved(
    app: &App,
    layout: Layout,
    stored: Arc<StoredGame>,
    saved_form: &SavedForm,
) -> Result<Response, Error> {
    let at = |form: &str| format!("/games/{}{form}", stored.id);
    let tags = saved_form.form::<TagsForm>(&at("/tags"));
    let kibitz = saved_form.form::<KibitzForm>(&at("/kibitz"));
    let typed = saved_form.form::<ActionForm>(&at("/actions")).or_else(|| saved_form.form(&at("")));
    let typed = typed.or_else(|| saved_form.form::<ComputerForm>(&at("/computer")).map(|form| form.begun));
    if let Some(TagsForm { tags, begun }) = tags {
        let page = page_of(app, layout, stored, begun).await?;
        return Ok(Page::new(page.with_tags(tags, Problems::default())).into_response());
    }
    if let Some(KibitzForm { kibitz, begun }) = kibitz {
        let page = page_of(app, layout, stored, begun).await?;
        return Ok(Page::new(page.with_kibitz(kibitz, Problems::default())).into_response());
    }
    in_the_bar(app, layout, stored, typed.unwrap_or_default()).await
}

async fn in_the_bar(app: &App, layout: Layout, stored: Arc<StoredGame>, form: ActionForm) -> Result<Response, Error> {
    let has_moved_on = has_moved_on(&stored, &form);
    let page = page_of(app, layout, stored, form).await?;
    Ok(if has_moved_on { Page::moved_on(page) } else { Page::new(page) }.into_response())
}

async fn page_of(app: &App, layout: Layout, stored: Arc<StoredGame>, form: ActionForm) -> anyhow::Result<GamePage> {
    let bar = match has_moved_on(&stored, &form) {
        true => Bar::refused(
            form,
            Problems::one("turn", &Explanation::of_refusal(&Refusal::StalePly, |at| layout.time_in_words(at))),
        ),
        false => Bar::fresh(form),
    };
    GamePage::load(app, layout, stored, app.now.get(), bar).await
}

/// Whether the game has moved on since input was begun that is only valid for its ply.
fn has_moved_on(stored: &StoredGame, form: &ActionForm) -> bool {
    let is_behind = form.ply.parse().is_ok_and(|ply| Ply(ply) < stored.game.ply());
    let is_writing = form.action.parse().is_ok_and(ActionKind::is_writing);
    is_behind && form.begun().is_some() && !is_writing
}
