//! `/mail/unsubscribe/{token}`: no more emails of a kind, by one click in the mail program (RFC 8058) or by a button.
//!
//! No session is needed: the token identifies the player, and only recipients of an email know it. So this is the only
//! form that may be sent from any site, and all it can do is stop emails.

use askama::Template;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};

use super::store;
use crate::accounts::PlayerId;
use crate::outbox::EmailTopic;
use crate::platform::error::Error;
use crate::state::App;
use crate::web::page::{Layout, Page};

#[derive(Template)]
#[template(path = "mail/unsubscribe.html")]
struct UnsubscribePage {
    layout: Layout,
    token: String,
    topic: EmailTopic,
    wanted: bool,
}

/// The player and the topic.
struct Subscription {
    player: PlayerId,
    topic: EmailTopic,
    wanted: bool,
}

/// `GET /mail/unsubscribe/{token}`
///
/// # Errors
/// Nobody has this token.
pub async fn show(State(app): State<App>, layout: Layout, Path(token): Path<String>) -> Result<Response, Error> {
    let Subscription { topic, wanted, .. } = find(&app, &token).await?;
    Ok(Page::new(UnsubscribePage { layout, token, topic, wanted }).into_response())
}

/// `POST /mail/unsubscribe/{token}`: to the page again for a person, and the page itself for a mail program, which
/// must not be sent elsewhere (RFC 8058, section 3.1).
///
/// # Errors
/// Nobody has this token.
pub async fn submit(
    State(app): State<App>,
    layout: Layout,
    Path(token): Path<String>,
    body: Bytes,
) -> Result<Response, Error> {
    let Subscription { player, topic, .. } = find(&app, &token).await?;
    store::want(&app.pool, player, topic, false).await?;
    if String::from_utf8_lossy(&body).contains("One-Click") {
        return Ok(Page::new(UnsubscribePage { layout, token, topic, wanted: false }).into_response());
    }
    Ok(Redirect::to(&format!("/mail/unsubscribe/{token}#stopped")).into_response())
}

async fn find(app: &App, token: &str) -> Result<Subscription, Error> {
    let (topic, secret) = token.split_once('.').ok_or(Error::NotFound)?;
    let topic = EmailTopic::by_key(topic).ok_or(Error::NotFound)?;
    if !secret.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(Error::NotFound);
    }
    let (player, emails) = store::by_secret(&app.pool, secret).await?.ok_or(Error::NotFound)?;
    Ok(Subscription { player, topic, wanted: topic.is_wanted(emails) })
}
