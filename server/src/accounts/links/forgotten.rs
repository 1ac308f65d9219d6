//! `/login/forgotten`: asks for a link to choose another password.

use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::store;
use crate::accounts::tries::{self, Limit};
use crate::app::App;
use crate::error::Error;
use crate::form::{Form, Problems};
use crate::page::{Layout, Page};
use crate::visitor::Address;

/// The most that is read of what was typed: an e-mail address has no more characters.
const LONGEST: usize = 254;

#[derive(Template)]
#[template(path = "accounts/forgotten.html")]
struct ForgottenPage {
    layout: Layout,
    fields: ForgottenForm,
    problems: Problems,
    can_send: bool,
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
    let can_send = app.mailer.can_send();
    Page::new(ForgottenPage { layout, fields, problems: Problems::default(), can_send }).into_response()
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
    let (now, can_send) = (app.now.get(), app.mailer.can_send());
    let who = fields.who.trim().to_lowercase();
    if who.is_empty() || who.len() > LONGEST || who.contains(char::is_control) {
        let problems = Problems::one("who", "Write your name here, or the address you signed up with.");
        return Ok(Page::refused(ForgottenPage { layout, fields, problems, can_send }).into_response());
    }
    let limits = [Limit::forgotten_by(&who), Limit::forgotten_from(address.0)];
    if !tries::count(&app.pool, &limits, now).await? {
        let problems = Problems::one("who", tries::wait());
        let page = ForgottenPage { layout, fields, problems, can_send };
        return Ok(tries::too_many(page));
    }
    store::insert_request(&app.pool, &who, now).await?;
    Ok(Redirect::to("/login/forgotten?sent=yes").into_response())
}
