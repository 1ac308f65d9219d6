//! `/signup`: a new account.

use std::collections::BTreeMap;

use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::form_error::SignInError;
use super::interrupted::InterruptedForm;
use super::own_path;
use super::purpose::SignInPurpose;
use super::store::{self, NewAccount};
use crate::accounts::{
    Client, EmailAddress, Limit, Password, PlayerId, PlayerName, VerifiedPlayer, rate_limit, session,
};
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
    /// What else was typed, if it was not meant for this page.
    interrupted: Option<InterruptedForm>,
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
    /// `begin`: the page is asked for, with what the login page carried along.
    step: String,
    /// Something that was typed elsewhere, as [`InterruptedForm::hidden`] has it.
    #[serde(flatten)]
    others: BTreeMap<String, String>,
}

impl SignupPage {
    fn new(app: &App, layout: Layout, fields: SignupForm) -> Self {
        let no_emails_reason = (!app.mailer.is_set_up()).then_some(NO_MAIL_SERVER);
        Self { layout, fields, problems: Problems::default(), interrupted: None, no_emails_reason }
    }

    /// With what the login page carried along: only from a form of this site, never from an address.
    fn with_interrupted(mut self) -> Self {
        self.interrupted = InterruptedForm::take(&mut self.fields.others);
        self
    }

    /// What the visitor signs up for, if that is known.
    fn purpose(&self) -> Option<String> {
        SignInPurpose::of(&self.fields.next).map(SignInPurpose::to_sign_up)
    }

    /// Where a new player goes on, where what they had written is shown.
    async fn next(&self, app: &App, player: PlayerId) -> anyhow::Result<String> {
        let next = own_path(&self.fields.next).unwrap_or(WELCOME);
        match &self.interrupted {
            None => Ok(next.to_owned()),
            Some(interrupted) => interrupted.save(app, player, next).await,
        }
    }
}

/// `GET /signup`
pub async fn show(State(app): State<App>, layout: Layout, Query(fields): Query<SignupForm>) -> Response {
    Page::new(SignupPage::new(&app, layout, fields)).into_response()
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
    let is_begun = fields.step == "begin";
    let mut page = SignupPage::new(&app, layout, fields).with_interrupted();
    if is_begun {
        return Ok(Page::new(page).into_response());
    }
    let (fields, problems) = (&page.fields, &mut page.problems);
    let name = problems.note("name", PlayerName::chosen(&fields.name));
    let email = match fields.email.trim().is_empty() && page.no_emails_reason.is_some() {
        true => Some(None),
        false => problems.note("email", fields.email.parse::<EmailAddress>()).map(Some),
    };
    let password = problems.note("password", Password::new(&fields.password, fields.name.trim()));
    if let (Some(name), Some(email), Some(password)) = (name, email, password) {
        let now = app.now.get();
        if let Err(rate_limited) = rate_limit::count(&app.pool, &Limit::signups_from(address.0), now).await? {
            page.problems.add("name", &rate_limited);
            return Ok(rate_limited.answer(page));
        }
        let password_hash = app.passwords.hash(password).await?;
        let guest = page.layout.guest().map(|guest| guest.id);
        let account = NewAccount { name: &name, email: email.as_ref(), password_hash: &password_hash, guest };
        if let Some(player) = store::insert_player(&app.pool, &account, now).await? {
            let verified = VerifiedPlayer { player, password_hash };
            let jar = session::begin(&app.pool, app.cookie, &verified, client, app.now.get()).await?;
            let next = page.next(&app, player).await?;
            return Ok((jar, Redirect::to(&next)).into_response());
        }
        page.problems.add("name", &SignInError::NameTaken(name));
    }
    Ok(Page::refused(page).into_response())
}
