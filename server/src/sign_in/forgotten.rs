//! `/login/forgotten`: asks for a link to choose another password.

use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::form_error::SignInError;
use crate::account_links::store;
use crate::accounts::{Limit, rate_limit};
use crate::platform::error::Error;
use crate::state::App;
use crate::web::form::{Form, Problems};
use crate::web::page::{Layout, Page};
use crate::web::visitor::Address;
use crate::wording::emails::NO_MAIL_SERVER;

/// The most that is read of what was typed: an email address has no more characters.
const MAX_CHARS: usize = 254;

#[derive(Template)]
#[template(path = "accounts/forgotten.html")]
struct ForgottenPage {
    layout: Layout,
    fields: ForgottenForm,
    problems: Problems,
    /// Why no emails come at all, if none do.
    no_emails_reason: Option<&'static str>,
}

/// What was typed.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct ForgottenForm {
    /// A name or an address.
    who: String,
    /// `yes` after it was sent.
    sent: String,
}

/// `GET /login/forgotten`
pub async fn show(State(app): State<App>, layout: Layout, Query(fields): Query<ForgottenForm>) -> Response {
    let no_emails_reason = (!app.mailer.is_set_up()).then_some(NO_MAIL_SERVER);
    Page::new(ForgottenPage { layout, fields, problems: Problems::default(), no_emails_reason }).into_response()
}

/// `POST /login/forgotten`: the same answer in the same time, whether anybody is known by what was typed or not.
///
/// # Errors
/// The database fails.
pub async fn submit(
    State(app): State<App>,
    layout: Layout,
    address: Address,
    Form(fields): Form<ForgottenForm>,
) -> Result<Response, Error> {
    let (now, no_emails_reason) = (app.now.get(), (!app.mailer.is_set_up()).then_some(NO_MAIL_SERVER));
    if no_emails_reason.is_some() {
        let problems = Problems::one("who", &SignInError::NoEmails);
        return Ok(Page::refused(ForgottenPage { layout, fields, problems, no_emails_reason }).into_response());
    }
    let who = fields.who.trim().to_lowercase();
    if who.is_empty() || who.len() > MAX_CHARS || who.contains(char::is_control) {
        let problems = Problems::one("who", &SignInError::WhoIsMissing);
        return Ok(Page::refused(ForgottenPage { layout, fields, problems, no_emails_reason }).into_response());
    }
    let limits = [vec![Limit::forgotten_by(&who)], Limit::forgotten_from(address.0)].concat();
    if let Err(rate_limited) = rate_limit::count(&app.pool, &limits, now).await? {
        let problems = Problems::one("who", &rate_limited);
        return Ok(rate_limited.answer(ForgottenPage { layout, fields, problems, no_emails_reason }));
    }
    store::insert_request(&app.pool, &who, now).await?;
    Ok(Redirect::to("/login/forgotten?sent=yes").into_response())
}
