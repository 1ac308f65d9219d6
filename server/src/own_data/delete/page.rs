//! `/settings/delete`: what deleting an account means, the form that asks for it, and the button that takes it back.

use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use serde::Deserialize;

use super::form_error::DeletionFormError;
use crate::accounts::deletion::{self, DeletionAsked};
use crate::accounts::{AttemptSource, DELETION_DAYS, VerifyError, Viewer, proof, session};
use crate::outbox::{self, EmailKind};
use crate::platform::error::Error;
use crate::state::App;
use crate::web::form::{Form, Problems, is_yes};
use crate::web::page::{Layout, Page};
use crate::wording::own_data as words;

#[derive(Template)]
#[template(path = "own_data/delete.html")]
struct DeletePage {
    layout: Layout,
    problems: Problems,
    /// Whether it was said that this is what they want.
    is_confirmed: bool,
    /// What was just done.
    done: Option<&'static str>,
}

impl DeletePage {
    fn days(&self) -> i64 {
        DELETION_DAYS
    }
}

/// What an address can add.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct DeleteQuery {
    /// `asked` or `kept`.
    done: String,
}

/// The form. The password is not shown again.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct DeleteForm {
    password: String,
    confirm: String,
}

/// `GET /settings/delete`
pub async fn show(layout: Layout, viewer: Viewer, Query(query): Query<DeleteQuery>) -> Response {
    let done = match (query.done.as_str(), viewer.deleted_at) {
        ("asked", Some(_)) => Some(words::DELETION_ASKED),
        ("kept", None) => Some(words::ACCOUNT_KEPT),
        _ => None,
    };
    Page::new(DeletePage { layout, problems: Problems::default(), is_confirmed: false, done }).into_response()
}

/// `POST /settings/delete`: from now on the account waits to be deleted.
///
/// # Errors
/// Not signed in.
pub async fn submit(
    State(app): State<App>,
    layout: Layout,
    viewer: Viewer,
    jar: CookieJar,
    Form(fields): Form<DeleteForm>,
) -> Result<Response, Error> {
    let now = app.now.get();
    let is_confirmed = is_yes(&fields.confirm);
    let page = |problems| DeletePage { layout, problems, is_confirmed, done: None };
    if !is_confirmed {
        let problems = Problems::one("confirm", &DeletionFormError::NotConfirmed);
        return Ok(Page::refused(page(problems)).into_response());
    }
    let source = AttemptSource::Session(session::token_hash(app.cookie, &jar));
    let typed = fields.password;
    let verified = match proof::verify_password(&app.pool, &app.passwords, &viewer.name, &source, typed, now).await? {
        Ok(verified) => verified,
        Err(why) => return Ok(why.answer(page(Problems::one("password", &why)))),
    };
    let mut transaction = app.pool.begin().await?;
    match deletion::ask_for_deletion(&mut transaction, &verified, now).await? {
        DeletionAsked::NotTheirs => {
            let why = VerifyError::Wrong;
            return Ok(why.answer(page(Problems::one("password", &why))));
        }
        DeletionAsked::New => {
            outbox::about_account(&mut transaction, EmailKind::DeletionAsked, viewer.id, now).await?;
        }
        DeletionAsked::Before => {}
    }
    transaction.commit().await?;
    Ok(Redirect::to("/settings/delete?done=asked").into_response())
}

/// `POST /settings/delete/keep`: the account stays.
///
/// # Errors
/// Not signed in.
pub async fn keep(State(app): State<App>, viewer: Viewer) -> Result<Redirect, Error> {
    deletion::keep_account(&app.pool, viewer.id).await?;
    Ok(Redirect::to("/settings/delete?done=kept"))
}

/// `GET /settings/delete/keep`, as after logging in: back to the button.
pub async fn back(_viewer: Viewer) -> Redirect {
    Redirect::to("/settings/delete")
}
