//! `/settings/sessions`: where a player is logged in, and an end to it.

use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use serde::Deserialize;

use crate::accounts::{self, EndedSessions, Viewer, session};
use crate::platform::error::Error;
use crate::state::App;
use crate::web::form::Form;
use crate::web::moment::Moment;
use crate::web::page::{Layout, Page};
use crate::wording::preferences as wording;

#[derive(Template)]
#[template(path = "settings/sessions.html")]
struct SessionsPage {
    layout: Layout,
    /// What was just done.
    done: Option<&'static str>,
    /// The one that the page is looked at in, and the others.
    own: Option<SessionView>,
    others: Vec<SessionView>,
}

/// A session as the page shows it.
struct SessionView {
    id: String,
    browser: String,
    began_at: Moment,
    seen_at: Moment,
}

/// What an address can add.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct SessionsQuery {
    /// What was just ended: `one` or `others`.
    ended: String,
}

/// `GET /settings/sessions`
///
/// # Errors
/// Not signed in.
pub async fn show(
    State(app): State<App>,
    layout: Layout,
    viewer: Viewer,
    jar: CookieJar,
    Query(query): Query<SessionsQuery>,
) -> Result<Response, Error> {
    let done = match query.ended.as_str() {
        "one" => Some(wording::SESSION_ENDED),
        "others" => Some(wording::OTHER_SESSIONS_ENDED),
        _ => None,
    };
    let own = session::token_hash(app.cookie, &jar);
    let (mut here, mut others) = (None, Vec::new());
    for session in accounts::sessions(&app.pool, viewer.id, &own, app.now.get()).await? {
        let browser = if session.browser.is_empty() { wording::UNKNOWN_BROWSER.to_owned() } else { session.browser };
        let (began_at, seen_at) = (Moment(session.began_at), Moment(session.seen_at));
        let view = SessionView { id: session.id, browser, began_at, seen_at };
        if session.is_own { here = Some(view) } else { others.push(view) }
    }
    Ok(Page::new(SessionsPage { layout, done, own: here, others }).into_response())
}

/// Which sessions are to end.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct EndForm {
    /// What the list calls a session, or `others`.
    end: String,
}

/// `POST /settings/sessions`
///
/// # Errors
/// Not signed in.
pub async fn submit(
    State(app): State<App>,
    viewer: Viewer,
    jar: CookieJar,
    Form(EndForm { end }): Form<EndForm>,
) -> Result<Response, Error> {
    let own = session::token_hash(app.cookie, &jar);
    let (ended, said) = match end.as_str() {
        "others" => (EndedSessions::AllBut(&own), "others"),
        id => (EndedSessions::Listed(id), "one"),
    };
    let mut transaction = app.pool.begin().await?;
    accounts::end_sessions(&mut transaction, viewer.id, ended).await?;
    transaction.commit().await?;
    Ok(Redirect::to(&format!("/settings/sessions?ended={said}")).into_response())
}
