//! `/signup`: a new account.

use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::form_error::SignInError;
use super::own_path;
use super::store::{self, NewAccount};
use crate::accounts::{Client, EmailAddress, Limit, Password, PlayerName, VerifiedPlayer, rate_limit, session};
use crate::platform::error::Error;
use crate::state::App;
use crate::web::form::{Form, Problems};
use crate::web::page::{Layout, Page};
use crate::web::visitor::Address;
use crate::wording::emails::NO_MAIL_SERVER;

#[derive(Template)]
#[template(path = "accounts/signup.html")]
struct SignupPage {
    layout: Layout,
    fields: SignupForm,
    problems: Problems,
    /// Why no emails come at all, if none do: then nobody needs an address.
    no_emails_reason: Option<&'static str>,
}

/// Where a new player goes on who was not on the way to anything.
const WELCOME: &str = "/welcome";

/// What was typed.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct SignupForm {
    name: String,
    email: String,
    password: String,
    next: String,
}

/// `GET /signup`
pub async fn show(State(app): State<App>, layout: Layout, Query(fields): Query<SignupForm>) -> Response {
    let no_emails_reason = (!app.mailer.is_set_up()).then_some(NO_MAIL_SERVER);
    Page::new(SignupPage { layout, fields, problems: Problems::default(), no_emails_reason }).into_response()
}

/// `POST /signup`: a new account. A guest's games are the account's from now on.
///
/// # Errors
/// The database fails.
pub async fn submit(
    State(app): State<App>,
    layout: Layout,
    address: Address,
    client: Client,
    Form(fields): Form<SignupForm>,
) -> Result<Response, Error> {
    let mut problems = Problems::default();
    let name = problems.note("name", PlayerName::chosen(&fields.name));
    let no_emails_reason = (!app.mailer.is_set_up()).then_some(NO_MAIL_SERVER);
    let email = match fields.email.trim().is_empty() && no_emails_reason.is_some() {
        true => Some(None),
        false => problems.note("email", fields.email.parse::<EmailAddress>()).map(Some),
    };
    let password = problems.note("password", Password::new(&fields.password, fields.name.trim()));
    if let (Some(name), Some(email), Some(password)) = (name, email, password) {
        let now = app.now.get();
        if let Err(rate_limited) = rate_limit::count(&app.pool, &Limit::signups_from(address.0), now).await? {
            problems.add("name", &rate_limited);
            return Ok(rate_limited.answer(SignupPage { layout, fields, problems, no_emails_reason }));
        }
        let password_hash = app.passwords.hash(password).await?;
        let guest = layout.guest().map(|guest| guest.id);
        let account = NewAccount { name: &name, email: email.as_ref(), password_hash: &password_hash, guest };
        if let Some(player) = store::insert_player(&app.pool, &account, now).await? {
            let jar =
                session::begin(&app.pool, app.cookie, &VerifiedPlayer { player, password_hash }, client, app.now.get())
                    .await?;
            return Ok((jar, Redirect::to(own_path(&fields.next).unwrap_or(WELCOME))).into_response());
        }
        problems.add("name", &SignInError::NameTaken(name));
    }
    Ok(Page::refused(SignupPage { layout, fields, problems, no_emails_reason }).into_response())
}
