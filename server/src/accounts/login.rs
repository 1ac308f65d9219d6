//! `/login` and `/logout`.

use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use serde::Deserialize;

use super::credentials::{Password, PlayerName};
use super::tries::{self, Try};
use super::{safe_next, session, store};
use crate::app::App;
use crate::error::Error;
use crate::form::{Form, Problems};
use crate::page::{Layout, Page};
use crate::visitor::Address;

#[derive(Template)]
#[template(path = "accounts/login.html")]
struct LoginPage {
    layout: Layout,
    fields: LoginForm,
    problems: Problems,
}

/// What was typed.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct LoginForm {
    name: String,
    password: String,
    next: String,
}

/// `GET /login`
pub async fn show(layout: Layout, Query(fields): Query<LoginForm>) -> Response {
    if layout.viewer.is_some() {
        return Redirect::to(safe_next(&fields.next)).into_response();
    }
    Page::new(LoginPage { layout, fields, problems: Problems::default() }).into_response()
}

/// `POST /login`
///
/// # Errors
/// The database fails.
pub async fn submit(
    State(app): State<App>,
    layout: Layout,
    address: Address,
    jar: CookieJar,
    Form(fields): Form<LoginForm>,
) -> Result<Response, Error> {
    let Ok(name) = fields.name.parse::<PlayerName>() else {
        return Ok(Page::refused(LoginPage { layout, fields, problems: wrong() }).into_response());
    };
    let Some(attempt) = Try::begin(&app.pool, &name, address.0, app.now.get()).await? else {
        let page = LoginPage { layout, fields, problems: Problems::one("password", tries::wait()) };
        return Ok(tries::too_many(page));
    };
    let account = store::account(&app.pool, &name).await?;
    let (id, hash) = account.map(|account| (account.id, account.password_hash)).unzip();
    let right = app.passwords.verify(Password::attempt(fields.password.clone()), hash).await?;
    let (Some(player), true) = (id, right) else {
        return Ok(Page::refused(LoginPage { layout, fields, problems: wrong() }).into_response());
    };
    attempt.succeeded(&app.pool).await?;
    let jar = session::begin(&app, player, jar).await?;
    Ok((jar, Redirect::to(safe_next(&fields.next))).into_response())
}

/// Does not say which of the two is wrong: whether a name is taken is not told to who tries passwords.
fn wrong() -> Problems {
    Problems::one("password", "The name or the password is wrong.")
}

/// `POST /logout`
///
/// # Errors
/// The database fails.
pub async fn logout(State(app): State<App>, jar: CookieJar) -> Result<Response, Error> {
    let jar = session::end(&app, jar).await?;
    Ok((jar, Redirect::to("/")).into_response())
}
