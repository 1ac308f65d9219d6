//! `POST /games/{id}/actions`: the one way a player changes a game.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use domain::action::{Action, ActionKind};
use domain::refusal::Refusal;
use jiff::Timestamp;

use super::conditionals::ConditionalsPage;
use super::form::{ActionForm, Asked};
use super::show::{Bar, GamePage};
use super::store::{self, Decided, StoredGame};
use super::{GameId, confirm};
use crate::accounts::{MaybeViewer, Viewer};
use crate::app::App;
use crate::error::Error;
use crate::form::{Form, Problems};
use crate::page::{Layout, Page};

/// `GET` where only `POST` does something: back to the game.
///
/// # Errors
/// No game can have this name.
pub async fn back(Path(id): Path<String>) -> Result<Redirect, Error> {
    let id = GameId::read(&id).ok_or(Error::NotFound)?;
    Ok(Redirect::to(&format!("/games/{id}")))
}

/// `POST /games/{id}/actions`
///
/// # Errors
/// Not signed in, not there, or another's game.
pub async fn submit(
    State(app): State<App>,
    layout: Layout,
    MaybeViewer(viewer): MaybeViewer,
    Path(id): Path<String>,
    Form(form): Form<ActionForm>,
) -> Result<Response, Error> {
    let id = GameId::read(&id).ok_or(Error::NotFound)?;
    let viewer = viewer.ok_or_else(|| sign_in_and_back(&id, &form))?;
    let now = app.now.get();
    let action = match form.read() {
        Ok(Asked::Action(action)) => action,
        Ok(Asked::Unconfirmed(kind)) => {
            let stored = own_game(&app, &id, &viewer).await?;
            let page = GamePage::load(&app.pool, layout, stored, now, Bar::asking(form, kind)).await?;
            return Ok(Page::refused(page).into_response());
        }
        Err(problems) => {
            let stored = own_game(&app, &id, &viewer).await?;
            let page = GamePage::load(&app.pool, layout, stored, now, Bar::refused(form, problems)).await?;
            return Ok(Page::refused(page).into_response());
        }
    };
    if let Some(question) = ask_once_more(&app, &layout, &viewer, &id, &form, &action, now).await? {
        return Ok(question);
    }
    let mut seated = true;
    let decided = store::decide(&app.pool, &id, now, |stored| match stored.seat_of(viewer.id) {
        Some(seat) => stored.game.act(seat, &action, now),
        None => {
            seated = false;
            Ok(Vec::new())
        }
    });
    let Decided { stored, answer } = decided.await?.ok_or(Error::NotFound)?;
    if !seated {
        return Err(NOT_YOURS);
    }
    Ok(match answer {
        Ok(()) => Redirect::to(&format!("/games/{id}")).into_response(),
        Err(refusal) if form.action == ActionKind::Conditional.key() => {
            let seat = stored.seat_of(viewer.id).ok_or(NOT_YOURS)?;
            let moved_on = refusal == Refusal::MovedOn;
            let page = ConditionalsPage::refused(layout, stored, seat, &form, refusal.to_string());
            if moved_on { Page::moved_on(page) } else { Page::refused(page) }.into_response()
        }
        Err(Refusal::MovedOn) => {
            let problems = Problems::one("turn", Refusal::MovedOn.to_string());
            Page::moved_on(GamePage::load(&app.pool, layout, stored, now, Bar::refused(form, problems)).await?)
                .into_response()
        }
        Err(refusal) => {
            let problems = Problems::one(field_of(&refusal), refusal.to_string());
            Page::refused(GamePage::load(&app.pool, layout, stored, now, Bar::refused(form, problems)).await?)
                .into_response()
        }
    })
}

/// The answer to those who look on.
pub const NOT_YOURS: Error = Error::Forbidden("This game is played by others: you can look on, but not act in it.");

async fn own_game(app: &App, id: &GameId, viewer: &Viewer) -> Result<StoredGame, Error> {
    let stored = store::load(&app.pool, id).await?.ok_or(Error::NotFound)?;
    stored.seat_of(viewer.id).ok_or(NOT_YOURS)?;
    Ok(stored)
}

/// The question whether a turn is meant, if this player wants to be asked.
async fn ask_once_more(
    app: &App,
    layout: &Layout,
    viewer: &Viewer,
    id: &GameId,
    form: &ActionForm,
    action: &Action,
    now: Timestamp,
) -> Result<Option<Response>, Error> {
    if form.is_confirmed() || !viewer.preferences.confirm_turns {
        return Ok(None);
    }
    let stored = own_game(app, id, viewer).await?;
    let seat = stored.seat_of(viewer.id).ok_or(NOT_YOURS)?;
    Ok(confirm::question(layout, stored, seat, form, action, now))
}

/// The field that a refusal is about.
fn field_of(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::Turn(_) => "turn",
        Refusal::NothingSaid => "message",
        Refusal::Conditionals(_) => "lines",
        _ => "action",
    }
}

/// A session may end while a player thinks: what was typed comes back with them from the login page.
fn sign_in_and_back(id: &GameId, form: &ActionForm) -> Error {
    let mut query = form_urlencoded::Serializer::new(String::new());
    let offer_draw = if form.offers_draw() { "yes" } else { "" };
    for (field, typed) in
        [("action", &*form.action), ("turn", &form.turn), ("message", &form.message), ("offer_draw", offer_draw)]
    {
        if !typed.is_empty() {
            query.append_pair(field, typed);
        }
    }
    let query = query.finish();
    let next = if query.is_empty() { format!("/games/{id}") } else { format!("/games/{id}?{query}") };
    Error::SignIn { next }
}
