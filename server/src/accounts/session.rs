//! Who is signed in: a random token in a cookie, of which the database knows only the hash.

use std::convert::Infallible;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::Response;
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use jiff::SignedDuration;
use sha2::{Digest, Sha256};

use super::credentials::{Player, PlayerId, PlayerName};
use super::store;
use crate::app::App;
use crate::error::Error;
use crate::settings::Preferences;

/// How long a browser stays signed in: a correspondence player may look in once a month.
const LIFETIME: SignedDuration = SignedDuration::from_hours(180 * 24);
/// How long it keeps the cookie: longer, so that it is known again whose session has ended.
const COOKIE_LIFETIME: SignedDuration = SignedDuration::from_hours(360 * 24);

/// The player who looks at a page. As an argument of a handler it sends everybody else to the login page and back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Viewer {
    /// The account.
    pub id: PlayerId,
    /// Its name.
    pub name: PlayerName,
    /// In how many games it is their turn.
    pub turns_waiting: i64,
    /// How many challenges wait for their answer.
    pub challenges_waiting: i64,
    /// What they have chosen.
    pub preferences: Preferences,
}

impl Viewer {
    /// The viewer as others see them.
    pub fn player(&self) -> Player {
        Player { id: self.id, name: self.name.clone() }
    }
}

/// Who looks at a page, if anybody is signed in.
#[derive(Clone, Debug)]
pub struct MaybeViewer(pub Option<Viewer>);

/// The cookie that holds the token.
#[derive(Clone, Copy, Debug)]
pub struct SessionCookie {
    https: bool,
}

impl SessionCookie {
    /// The cookie of a site that is reached by https, or not.
    pub fn new(https: bool) -> Self {
        Self { https }
    }

    /// `__Host-` lets a browser take the cookie only over https and only from this very host.
    fn name(self) -> &'static str {
        if self.https { "__Host-mallard" } else { "mallard" }
    }

    /// Whether a browser has been signed in, and not out: its session may have ended since.
    pub fn is_in(self, jar: &CookieJar) -> bool {
        jar.get(self.name()).is_some()
    }

    fn holding(self, token: String) -> Cookie<'static> {
        Cookie::build((self.name(), token))
            .path("/")
            .max_age(cookie::time::Duration::seconds(COOKIE_LIFETIME.as_secs()))
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(self.https)
            .build()
    }
}

/// Signs a player in: the jar with the cookie of a new session.
///
/// # Errors
/// The database fails.
pub async fn begin(app: &App, player: PlayerId, jar: CookieJar) -> anyhow::Result<CookieJar> {
    let token = data_encoding::BASE64URL_NOPAD.encode(&crate::chance::secret());
    let now = app.now.get();
    store::insert_session(&app.pool, &hash(&token), player, now, now + LIFETIME).await?;
    Ok(jar.add(app.cookie.holding(token)))
}

/// Signs this browser out.
///
/// # Errors
/// The database fails.
pub async fn end(app: &App, jar: CookieJar) -> anyhow::Result<CookieJar> {
    if let Some(cookie) = jar.get(app.cookie.name()) {
        store::delete_session(&app.pool, &hash(cookie.value())).await?;
    }
    Ok(jar.remove(app.cookie.holding(String::new())))
}

/// Finds out who looks, once a request, for all the extractors below.
///
/// # Errors
/// The database fails.
pub async fn identify(
    State(app): State<App>,
    jar: CookieJar,
    mut request: Request,
    next: Next,
) -> Result<Response, Error> {
    let viewer = viewer(&app, &jar).await?;
    request.extensions_mut().insert(MaybeViewer(viewer));
    Ok(next.run(request).await)
}

/// Whose session this browser's is.
///
/// # Errors
/// The database fails.
pub async fn viewer(app: &App, jar: &CookieJar) -> anyhow::Result<Option<Viewer>> {
    match jar.get(app.cookie.name()) {
        Some(cookie) => store::viewer(&app.pool, &hash(cookie.value()), app.now.get()).await,
        None => Ok(None),
    }
}

/// What the database knows of this browser's session; of no session if there is none.
pub fn token_hash(app: &App, jar: &CookieJar) -> [u8; 32] {
    hash(jar.get(app.cookie.name()).map_or("", Cookie::value))
}

fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

impl<S: Send + Sync> FromRequestParts<S> for MaybeViewer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get().cloned().unwrap_or(Self(None)))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Viewer {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let MaybeViewer(viewer) = MaybeViewer::from_request_parts(parts, state).await?;
        viewer.ok_or_else(|| Error::SignIn { next: parts.uri.to_string() })
    }
}
