//! `/login/reset`: sets a new password, with a link that was sent to the player's address or created by an operator.

use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::account_links::{Link, LinkDelivery, Purpose, hash, set_password, store};
use crate::accounts::{Client, NewPassword, Password, PlayerName, VerifiedPlayer, session};
use crate::platform::error::Error;
use crate::state::App;
use crate::web::form::{Form, Problems};
use crate::web::page::{Layout, Page};

#[derive(Template)]
#[template(path = "accounts/reset.html")]
struct ResetPage {
    layout: Layout,
    token: String,
    /// The player's name; `None` if the link no longer works.
    name: Option<PlayerName>,
    problems: Problems,
}

/// The link's token, and what was typed.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct ResetForm {
    token: String,
    password: String,
}

/// `GET /login/reset?token=`
///
/// # Errors
/// The database fails.
pub async fn show(
    State(app): State<App>,
    layout: Layout,
    Query(ResetForm { token, .. }): Query<ResetForm>,
) -> Result<Response, Error> {
    let mut connection = app.pool.acquire().await?;
    let link = store::link(&mut connection, &hash(&token), Purpose::ResetPassword, app.now.get()).await?;
    let is_gone = link.is_none();
    let page = ResetPage { layout, token, name: link.map(|link| link.name), problems: Problems::default() };
    Ok(if is_gone { Page::gone(page) } else { Page::new(page) }.into_response())
}

/// `POST /login/reset`: ends every session of the player, and begins one in this browser. A player who opened a link that
/// came by email has read the email, so the address is confirmed by it too.
///
/// # Errors
/// The database fails.
pub async fn submit(
    State(app): State<App>,
    layout: Layout,
    client: Client,
    Form(ResetForm { token, password }): Form<ResetForm>,
) -> Result<Response, Error> {
    let now = app.now.get();
    let link = {
        let mut connection = app.pool.acquire().await?;
        store::link(&mut connection, &hash(&token), Purpose::ResetPassword, now).await?
    };
    let mut problems = Problems::default();
    let Some(Link { name, .. }) = link else {
        return Ok(Page::refused(ResetPage { layout, token, name: None, problems }).into_response());
    };
    let Some(password) = problems.note("password", Password::new(&password, name.as_str())) else {
        return Ok(Page::refused(ResetPage { layout, token, name: Some(name), problems }).into_response());
    };
    let password_hash = app.passwords.hash(password).await?;
    let mut transaction = app.pool.begin().await?;
    // Loaded again and locked: of two browsers with the same link only the first sets a password.
    let link = store::link(&mut transaction, &hash(&token), Purpose::ResetPassword, now).await?;
    let Some(Link { player, email, delivery, .. }) = link else {
        return Ok(Page::refused(ResetPage { layout, token, name: None, problems }).into_response());
    };
    // With it go the other links for another password.
    let new = NewPassword { player, hash: &password_hash, instead_of: None, staying: None };
    set_password(&mut transaction, &new).await?;
    if delivery == LinkDelivery::Email {
        store::confirm(&mut transaction, player, &email, now).await?;
    }
    transaction.commit().await?;
    let jar =
        session::begin(&app.pool, app.cookie, &VerifiedPlayer { player, password_hash }, client, app.now.get()).await?;
    Ok((jar, Redirect::to("/")).into_response())
}
