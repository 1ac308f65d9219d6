//! `/email/confirm`: email reaches an address.

use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::account_links::{Purpose, hash, store};
use crate::platform::error::Error;
use crate::state::App;
use crate::web::form::Form;
use crate::web::page::{Layout, Page};

#[derive(Template)]
#[template(path = "accounts/confirm.html")]
struct ConfirmPage {
    layout: Layout,
    token: String,
    /// The address to be confirmed; `None`: the link no longer works.
    email: Option<String>,
}

#[derive(Template)]
#[template(path = "accounts/confirmed.html")]
struct ConfirmedPage {
    layout: Layout,
}

/// The link's token.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct ConfirmForm {
    token: String,
}

/// `GET /email/confirm?token=`: a button. Programs that look into emails open links; they press nothing.
///
/// # Errors
/// The database fails.
pub async fn show(
    State(app): State<App>,
    layout: Layout,
    Query(ConfirmForm { token }): Query<ConfirmForm>,
) -> Result<Response, Error> {
    let mut connection = app.pool.acquire().await?;
    let link = store::link(&mut connection, &hash(&token), Purpose::ConfirmEmail, app.now.get()).await?;
    let email = link.map(|link| link.email);
    let is_gone = email.is_none();
    let page = ConfirmPage { layout, token, email };
    Ok(if is_gone { Page::gone(page) } else { Page::new(page) }.into_response())
}

/// `POST /email/confirm`
///
/// # Errors
/// The database fails.
pub async fn submit(
    State(app): State<App>,
    layout: Layout,
    Form(ConfirmForm { token }): Form<ConfirmForm>,
) -> Result<Response, Error> {
    let now = app.now.get();
    let mut transaction = app.pool.begin().await?;
    if let Some(link) = store::link(&mut transaction, &hash(&token), Purpose::ConfirmEmail, now).await?
        && store::confirm(&mut transaction, link.player, &link.email, now).await?
    {
        store::use_up(&mut transaction, link.player, Purpose::ConfirmEmail).await?;
        transaction.commit().await?;
        return Ok(Redirect::to("/email/confirmed").into_response());
    }
    Ok(Page::refused(ConfirmPage { layout, token, email: None }).into_response())
}

/// `GET /email/confirmed`
pub async fn done(layout: Layout) -> Response {
    Page::new(ConfirmedPage { layout }).into_response()
}
