//! `/settings/password`: another password, which ends the sessions of all other browsers.

use askama::Template;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use serde::Deserialize;

use super::credentials::Password;
use super::session::{self, Viewer};
use super::{own_password, store};
use crate::app::App;
use crate::error::Error;
use crate::form::{Form, Problems};
use crate::page::{Layout, Page};
use crate::visitor::Address;

#[derive(Template)]
#[template(path = "accounts/change_password.html")]
struct PasswordPage {
    layout: Layout,
    problems: Problems,
}

/// What was typed. It is not shown again: a page that holds a password may be kept by a browser.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct PasswordForm {
    current: String,
    new: String,
}

/// `GET /settings/password`
pub async fn show(layout: Layout, _viewer: Viewer) -> Response {
    Page::new(PasswordPage { layout, problems: Problems::default() }).into_response()
}

/// `POST /settings/password`
///
/// # Errors
/// Not signed in.
pub async fn submit(
    State(app): State<App>,
    layout: Layout,
    viewer: Viewer,
    address: Address,
    jar: CookieJar,
    Form(fields): Form<PasswordForm>,
) -> Result<Response, Error> {
    let new = match Password::new(&fields.new, viewer.name.as_str()) {
        Ok(new) => new,
        Err(error) => {
            let problems = Problems::one("new", error.to_string());
            return Ok(Page::refused(PasswordPage { layout, problems }).into_response());
        }
    };
    if let Err(why) = own_password::prove(&app, &viewer, address.0, fields.current, app.now.get()).await? {
        let problems = Problems::one("current", why.to_string());
        return Ok(why.answer(PasswordPage { layout, problems }));
    }
    let hash = app.passwords.hash(new).await?;
    store::change_password(&app.pool, viewer.id, &hash, &session::token_hash(&app, &jar)).await?;
    Ok(Redirect::to("/settings?saved=password").into_response())
}
