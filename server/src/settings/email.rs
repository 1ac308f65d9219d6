//! `/settings/email`: where letters go.

use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::accounts::links::{self, Address};
use crate::accounts::tries::{self, Limit};
use crate::accounts::{Email, Viewer};
use crate::app::App;
use crate::error::Error;
use crate::form::{Form, Problems};
use crate::page::{Layout, Page};

#[derive(Template)]
#[template(path = "settings/email.html")]
struct EmailPage {
    layout: Layout,
    fields: EmailForm,
    problems: Problems,
    address: Address,
    /// Why no letters come at all, if none do.
    no_mail: Option<&'static str>,
}

/// What was typed.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct EmailForm {
    email: String,
    /// `yes` after a link was sent.
    sent: String,
}

/// `GET /settings/email`
///
/// # Errors
/// Not signed in.
pub async fn show(
    State(app): State<App>,
    layout: Layout,
    viewer: Viewer,
    Query(fields): Query<EmailForm>,
) -> Result<Response, Error> {
    let address = links::address(&app.pool, viewer.id).await?;
    let email = address.unconfirmed().unwrap_or(&address.email).to_owned();
    let fields = EmailForm { email, ..fields };
    let no_mail = app.mailer.none_leave();
    Ok(Page::new(EmailPage { layout, fields, problems: Problems::default(), address, no_mail }).into_response())
}

/// `POST /settings/email`: another address, or another link to the same.
///
/// # Errors
/// Not signed in.
pub async fn submit(
    State(app): State<App>,
    layout: Layout,
    viewer: Viewer,
    Form(fields): Form<EmailForm>,
) -> Result<Response, Error> {
    let now = app.now.get();
    let mut problems = Problems::default();
    let mut too_many = false;
    if let Some(email) = problems.note("email", fields.email.parse::<Email>()) {
        let limits = [Limit::links_to(&email), Limit::links_of(viewer.id)];
        too_many = !tries::count(&app.pool, &limits, now).await?;
        if !too_many {
            links::want_address(&app.pool, viewer.id, &email, now).await?;
            return Ok(Redirect::to("/settings/email?sent=yes").into_response());
        }
        problems.add("email", tries::wait());
    }
    let address = links::address(&app.pool, viewer.id).await?;
    let no_mail = app.mailer.none_leave();
    let page = EmailPage { layout, fields, problems, address, no_mail };
    Ok(match too_many {
        true => tries::too_many(page),
        false => Page::refused(page).into_response(),
    })
}
