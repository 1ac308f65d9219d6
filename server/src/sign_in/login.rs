//! `/login` and `/logout`.

use std::collections::BTreeMap;

use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use serde::Deserialize;

use super::form_error::SignInError;
use super::interrupted::InterruptedForm;
use super::purpose::SignInPurpose;
use super::{safe_next, store};
use crate::accounts::{AttemptSource, Client, PlayerId, PlayerName, VerifyError, device, proof, session};
use crate::games;
use crate::platform::error::Error;
use crate::state::App;
use crate::web::form::{Form, Problems, is_yes};
use crate::web::page::{Layout, Page};
use crate::web::saved_form;
use crate::web::visitor::Address;
use crate::wording::{Explained, sign_in as words};

#[derive(Template)]
#[template(path = "accounts/login.html")]
pub struct LoginPage {
    layout: Layout,
    fields: LoginForm,
    problems: Problems,
    /// What else was typed, if it was not meant for this page.
    interrupted: Option<InterruptedForm>,
    /// How many games the visitor has as a guest, who can take them along.
    guest_games: i64,
}

/// What was typed.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct LoginForm {
    name: String,
    password: String,
    next: String,
    /// `yes`: the games that were begun as a guest are to be the account's.
    take_games: String,
    /// Something that was typed elsewhere, as [`InterruptedForm::hidden`] has it.
    #[serde(flatten)]
    others: BTreeMap<String, String>,
}

/// `GET /login`
///
/// # Errors
/// The database fails.
pub async fn show(
    State(app): State<App>,
    layout: Layout,
    Query(mut fields): Query<LoginForm>,
) -> Result<Response, Error> {
    if layout.account().is_some() {
        return Ok(Redirect::to(safe_next(&fields.next)).into_response());
    }
    "yes".clone_into(&mut fields.take_games);
    Ok(Page::new(LoginPage::new(&app, layout, fields).await?).into_response())
}

/// `POST /login`
///
/// # Errors
/// The database fails.
pub async fn submit(
    State(app): State<App>,
    layout: Layout,
    address: Address,
    client: Client,
    Form(mut fields): Form<LoginForm>,
) -> Result<Response, Error> {
    let interrupted = InterruptedForm::take(&mut fields.others);
    let page = LoginPage { interrupted, ..LoginPage::new(&app, layout, fields).await? };
    Ok(page.sign_in(&app, address, client).await?)
}

impl LoginPage {
    /// The page for a visitor who has written something and is not signed in; it leads back to `next`.
    pub fn interrupted(layout: Layout, next: String, interrupted: InterruptedForm) -> Self {
        let fields = LoginForm { name: interrupted.writer.clone(), next, ..LoginForm::default() };
        Self { layout, fields, problems: Problems::default(), interrupted: Some(interrupted), guest_games: 0 }
    }

    async fn new(app: &App, layout: Layout, fields: LoginForm) -> anyhow::Result<Self> {
        let guest_games = match layout.guest() {
            Some(guest) => store::games_of(&app.pool, guest.id).await?,
            None => 0,
        };
        Ok(Self { layout, fields, problems: Problems::default(), interrupted: None, guest_games })
    }

    /// What the visitor logs in for, if that is known: whose session has ended was at something, and only goes on with it.
    fn purpose(&self) -> Option<String> {
        if self.interrupted.as_ref().is_some_and(|interrupted| !interrupted.writer.is_empty()) {
            return None;
        }
        SignInPurpose::of(&self.fields.next).map(SignInPurpose::to_log_in)
    }

    /// What becomes of a guest's games, if there are any.
    fn guest_games(&self) -> Option<String> {
        (self.guest_games > 0).then(|| words::games_taken_along(self.guest_games))
    }

    /// Signs in the player who has filled in the page, or shows it again.
    async fn sign_in(self, app: &App, address: Address, client: Client) -> anyhow::Result<Response> {
        let Ok(name) = self.fields.name.parse::<PlayerName>() else {
            return Ok(self.wrong());
        };
        if let Some(writer) = self.other_writer(&name) {
            return Ok(self.not_theirs(writer));
        }
        let device = device::token_hash(app.cookie, &client.jar);
        let verified = match proof::verify_password(
            &app.pool,
            &app.passwords,
            &name,
            &AttemptSource::LoginPage { address: address.0, device },
            self.fields.password.clone(),
            app.now.get(),
        )
        .await?
        {
            Ok(verified) => verified,
            Err(VerifyError::Wrong) => return Ok(self.wrong()),
            Err(VerifyError::RateLimited(rate_limited)) => {
                return Ok(rate_limited.answer(self.with("password", &rate_limited)));
            }
        };
        if let Some(guest) = self.layout.guest().filter(|_| is_yes(&self.fields.take_games)) {
            // Before the guest's session ends: if this is broken off, the rest can be taken along at the next attempt.
            games::hand_over(&app.pool, guest.id, verified.player, app.now.get()).await?;
        }
        if let Some(guest) = self.layout.guest() {
            saved_form::hand_over(&app.pool, guest.id, verified.player, &self.fields.next).await?;
        }
        let Some(jar) = session::begin(&app.pool, app.cookie, &verified, client, app.now.get()).await? else {
            return Ok(self.wrong());
        };
        let next = self.next(app, verified.player).await?;
        Ok((jar, Redirect::to(&next)).into_response())
    }

    /// Where to go on, where what was written is shown.
    async fn next(&self, app: &App, player: PlayerId) -> anyhow::Result<String> {
        let next = safe_next(&self.fields.next);
        match &self.interrupted {
            None => Ok(next.to_owned()),
            Some(interrupted) => interrupted.save(app, player, next).await,
        }
    }

    /// Who wrote what was not sent, if it was not the player of this name.
    fn other_writer(&self, name: &PlayerName) -> Option<String> {
        let writer =
            self.interrupted.as_ref().map(|interrupted| &interrupted.writer).filter(|writer| !writer.is_empty())?;
        (!name.is(writer)).then(|| writer.clone())
    }

    fn not_theirs(self, writer: String) -> Response {
        Page::refused(self.with("name", &SignInError::WrittenByAnother(writer))).into_response()
    }

    fn wrong(self) -> Response {
        Page::refused(self.with("password", &SignInError::WrongNameOrPassword)).into_response()
    }

    fn with(self, field: &'static str, reason: &impl Explained) -> Self {
        Self { problems: Problems::one(field, reason), ..self }
    }
}

#[derive(Template)]
#[template(path = "accounts/logout.html")]
struct LogoutPage {
    layout: Layout,
}

/// What was typed.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct LogoutForm {
    /// `yes`: the guest knows that nobody comes back to their games.
    confirm: String,
}

/// `GET /logout`, as somebody types it: a button, for looking at a page ends no session.
pub async fn ask_logout(layout: Layout) -> Response {
    match layout.viewer {
        Some(_) => Page::new(LogoutPage { layout }).into_response(),
        None => Redirect::to("/").into_response(),
    }
}

/// `POST /logout`: a guest is asked once more, because the games are lost with the session.
///
/// # Errors
/// The database fails.
pub async fn logout(
    State(app): State<App>,
    layout: Layout,
    jar: CookieJar,
    Form(form): Form<LogoutForm>,
) -> Result<Response, Error> {
    if layout.guest().is_some() && !is_yes(&form.confirm) {
        return Ok(Page::refused(LogoutPage { layout }).into_response());
    }
    let jar = session::end(&app.pool, app.cookie, jar).await?;
    Ok((jar, Redirect::to("/")).into_response())
}
