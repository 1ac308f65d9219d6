//! `/login` and `/logout`.

use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use serde::Deserialize;

use super::credentials::{Password, PlayerName};
use super::tries::{self, Try};
use super::{safe_next, session, store};
use crate::app::App;
use crate::error::Error;
use crate::form::{Form, Problems};
use crate::page::{Layout, Page};
use crate::visitor::Address;

#[derive(Template)]
#[template(path = "accounts/login.html")]
pub struct LoginPage {
    pub layout: Layout,
    pub fields: LoginForm,
    pub problems: Problems,
    /// What else was typed, if it was not meant for this page.
    pub unsent: Option<Unsent>,
}

/// What was typed.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct LoginForm {
    pub name: String,
    pub password: String,
    next: String,
}

/// What could not be sent, because nobody was signed in.
pub struct Unsent {
    /// The page that shows it again.
    pub path: String,
    /// Whether they had been signed in, and believed that they were.
    pub was_signed_in: bool,
    /// The fields and what is in them.
    pub fields: Vec<(String, String)>,
}

/// `GET /login`
pub async fn show(layout: Layout, Query(fields): Query<LoginForm>) -> Response {
    if layout.viewer.is_some() {
        return Redirect::to(safe_next(&fields.next)).into_response();
    }
    Page::new(LoginPage { layout, fields, problems: Problems::default(), unsent: None }).into_response()
}

/// `POST /login`
///
/// # Errors
/// The database fails.
pub async fn submit(
    State(app): State<App>,
    layout: Layout,
    address: Address,
    jar: CookieJar,
    Form(fields): Form<LoginForm>,
) -> Result<Response, Error> {
    let next = safe_next(&fields.next).to_owned();
    let page = LoginPage { layout, fields, problems: Problems::default(), unsent: None };
    Ok(match page.sign_in(&app, address, jar).await? {
        Ok(jar) => (jar, Redirect::to(&next)).into_response(),
        Err(refused) => refused,
    })
}

impl LoginPage {
    /// Signs in who has filled in the page: the jar with the cookie of the session, or the page again.
    ///
    /// # Errors
    /// The database fails.
    pub async fn sign_in(
        self,
        app: &App,
        address: Address,
        jar: CookieJar,
    ) -> anyhow::Result<Result<CookieJar, Response>> {
        let Ok(name) = self.fields.name.parse::<PlayerName>() else {
            return Ok(Err(self.wrong()));
        };
        let Some(attempt) = Try::begin(&app.pool, &name, address.0, app.now.get()).await? else {
            return Ok(Err(tries::too_many(self.with(tries::wait()))));
        };
        let account = store::account(&app.pool, &name).await?;
        let (id, hash) = account.map(|account| (account.id, account.password_hash)).unzip();
        let right = app.passwords.verify(Password::attempt(self.fields.password.clone()), hash).await?;
        let (Some(player), true) = (id, right) else {
            return Ok(Err(self.wrong()));
        };
        attempt.succeeded(&app.pool).await?;
        Ok(Ok(session::begin(app, player, jar).await?))
    }

    /// Does not say which of the two is wrong: whether a name is taken is not told to who tries passwords.
    fn wrong(self) -> Response {
        Page::refused(self.with("The name or the password is wrong.".to_owned())).into_response()
    }

    fn with(self, problem: String) -> Self {
        Self { problems: Problems::one("password", problem), ..self }
    }
}

/// `POST /logout`
///
/// # Errors
/// The database fails.
pub async fn logout(State(app): State<App>, jar: CookieJar) -> Result<Response, Error> {
    let jar = session::end(&app, jar).await?;
    Ok((jar, Redirect::to("/")).into_response())
}
