//! `/settings/password`: another password, which ends the sessions of all other browsers.

use askama::Template;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use serde::Deserialize;

use crate::account_links::set_password;
use crate::accounts::{AttemptSource, NewPassword, Password, VerifyError, Viewer, proof, session};
use crate::platform::error::Error;
use crate::state::App;
use crate::web::form::{Form, Problems};
use crate::web::page::{Layout, Page};

#[derive(Template)]
#[template(path = "accounts/change_password.html")]
struct PasswordPage {
    layout: Layout,
    problems: Problems,
}

/// The form. Passwords are not shown again, because browsers may cache the page.
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
    jar: CookieJar,
    Form(fields): Form<PasswordForm>,
) -> Result<Response, Error> {
    let new = match Password::new(&fields.new, viewer.name.as_str()) {
        Ok(new) => new,
        Err(error) => {
            let problems = Problems::one("new", &error);
            return Ok(Page::refused(PasswordPage { layout, problems }).into_response());
        }
    };
    let not_proven = |layout, why: VerifyError| {
        let problems = Problems::one("current", &why);
        why.answer(PasswordPage { layout, problems })
    };
    let staying = session::token_hash(app.cookie, &jar);
    let source = AttemptSource::Session(staying);
    let verified =
        match proof::verify_password(&app.pool, &app.passwords, &viewer.name, &source, fields.current, app.now.get())
            .await?
        {
            Ok(verified) => verified,
            Err(why) => return Ok(not_proven(layout, why)),
        };
    let hash = app.passwords.hash(new).await?;
    let new = NewPassword { player: viewer.id, hash: &hash, instead_of: Some(&verified), staying: Some(&staying) };
    let mut transaction = app.pool.begin().await?;
    if !set_password(&mut transaction, &new).await? {
        return Ok(not_proven(layout, VerifyError::Wrong));
    }
    transaction.commit().await?;
    Ok(Redirect::to("/settings?saved=password").into_response())
}
