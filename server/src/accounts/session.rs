//! Who is signed in: a random token in a cookie, of which the database knows only the hash.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;

use super::client::Client;
use super::credentials::{Player, PlayerId, PlayerName};
use super::device;
use super::proof::VerifiedPlayer;
use super::store::{self, NewSession};
use crate::platform::database::Pool;
use crate::platform::error::Error;
use crate::platform::now::Now;
use crate::preferences::Preferences;

/// How long a browser stays signed in: a correspondence player may look in once a month.
pub(super) const LIFETIME: SignedDuration = SignedDuration::from_hours(180 * 24);
/// How long the browser keeps the cookie: longer, so that an expired session is still recognised.
const COOKIE_LIFETIME: SignedDuration = SignedDuration::from_hours(360 * 24);

/// The signed-in player. As an argument of a handler it redirects guests to the page where they sign up, and other visitors to
/// the login page: both lead back. Handlers that are for guests too take a [`MaybeGuest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Viewer {
    /// The account.
    pub id: PlayerId,
    /// Its name.
    pub name: PlayerName,
    /// Whether they play without an account.
    pub is_guest: bool,
    /// What they are, or were, called as a guest.
    pub guest_name: Option<PlayerName>,
    /// In how many games it is their turn.
    pub turns_waiting: i64,
    /// How many challenges wait for their answer.
    pub challenges_waiting: i64,
    /// When their account is deleted, if they have asked for that.
    pub deleted_at: Option<Timestamp>,
    /// What they have chosen.
    pub preferences: Preferences,
}

impl Viewer {
    /// The viewer as others see them.
    pub fn player(&self) -> Player {
        Player { id: self.id, name: self.name.clone() }
    }

    /// Whether a page that says that it was made for a player of this name was made for them: perhaps before they signed up.
    pub fn is_called(&self, name: &str) -> bool {
        self.name.is(name) || self.guest_name.as_ref().is_some_and(|guest| guest.is(name))
    }
}

/// The viewer, who may be a guest. As an argument of a handler it redirects other visitors to the login page and back.
///
/// Few handlers take it: what somebody without an account may do is playing, and no other player meets a guest.
#[derive(Clone, Debug)]
pub struct MaybeGuest(pub Viewer);

/// The signed-in player or the guest, if there is one.
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

    /// Whether it comes back over https alone.
    pub fn is_secure(self) -> bool {
        self.https
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

/// Logs in a visitor who has a player's password: the jar with the cookies of a new session and of a browser that is known from now
/// on. The session that the browser was in ends. `None`: the password is not the player's any more.
///
/// # Errors
/// The database fails.
pub async fn begin(
    pool: &Pool,
    cookie: SessionCookie,
    verified: &VerifiedPlayer,
    client: Client,
    now: Timestamp,
) -> anyhow::Result<Option<CookieJar>> {
    let Client { jar, description } = client;
    let (token, device_token) = (new_token(), new_token());
    let session = NewSession {
        token_hash: &hash(&token),
        replaces: &token_hash(cookie, &jar),
        browser: &description,
        device: &hash(&device_token),
        device_before: device::token_hash(cookie, &jar),
        expires_at: now + LIFETIME,
    };
    let is_theirs = store::insert_session(pool, &session, verified, now).await?;
    Ok(is_theirs.then(|| jar.add(cookie.holding(token)).add(device::holding(cookie, device_token))))
}

fn new_token() -> String {
    data_encoding::BASE64URL_NOPAD.encode(&crate::platform::chance::secret())
}

/// Signs this browser out.
///
/// # Errors
/// The database fails.
pub async fn end(pool: &Pool, cookie: SessionCookie, jar: CookieJar) -> anyhow::Result<CookieJar> {
    if let Some(token) = jar.get(cookie.name()) {
        let mut transaction = pool.begin().await?;
        store::delete_session(&mut transaction, &hash(token.value())).await?;
        transaction.commit().await?;
    }
    Ok(jar.remove(cookie.holding(String::new())))
}

/// The session of a request. It is loaded on first use, at most once; a handler that needs other data as well can load
/// both in one query, by the hash.
#[derive(Clone)]
pub struct Session {
    token_hash: Option<[u8; 32]>,
    viewer: Arc<OnceCell<Option<Viewer>>>,
}

impl Session {
    fn of(cookie: SessionCookie, jar: &CookieJar) -> Self {
        let token_hash = jar.get(cookie.name()).map(|cookie| hash(cookie.value()));
        Self { token_hash, viewer: Arc::default() }
    }

    /// What the database knows of its token; `None`: there is no cookie.
    pub fn token_hash(&self) -> Option<&[u8; 32]> {
        self.token_hash.as_ref()
    }

    /// The player, if the session is valid.
    ///
    /// # Errors
    /// The database fails.
    pub async fn viewer(&self, pool: &Pool, now: Timestamp) -> anyhow::Result<Option<Viewer>> {
        let Some(token_hash) = &self.token_hash else { return Ok(None) };
        let asked = self.viewer.get_or_try_init(|| store::viewer(pool, token_hash, now));
        Ok(asked.await?.clone())
    }
}

/// What the database knows of this browser's session; of no session if there is none.
pub fn token_hash(cookie: SessionCookie, jar: &CookieJar) -> [u8; 32] {
    hash(jar.get(cookie.name()).map_or("", Cookie::value))
}

pub(super) fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

impl<S> FromRequestParts<S> for Session
where
    S: Send + Sync,
    SessionCookie: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        if let Some(session) = parts.extensions.get::<Self>() {
            return Ok(session.clone());
        }
        let session = Self::of(SessionCookie::from_ref(state), &CookieJar::from_headers(&parts.headers));
        parts.extensions.insert(session.clone());
        Ok(session)
    }
}

impl<S> FromRequestParts<S> for MaybeViewer
where
    S: Send + Sync,
    Pool: FromRef<S>,
    Now: FromRef<S>,
    SessionCookie: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Ok(session) = Session::from_request_parts(parts, state).await;
        Ok(Self(session.viewer(&Pool::from_ref(state), Now::from_ref(state).get()).await?))
    }
}

impl<S> FromRequestParts<S> for Viewer
where
    MaybeViewer: FromRequestParts<S, Rejection = Error>,
    S: Send + Sync,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let MaybeGuest(viewer) = MaybeGuest::from_request_parts(parts, state).await?;
        if viewer.is_guest {
            return Err(Error::SignUp { next: parts.uri.to_string() });
        }
        Ok(viewer)
    }
}

impl<S> FromRequestParts<S> for MaybeGuest
where
    MaybeViewer: FromRequestParts<S, Rejection = Error>,
    S: Send + Sync,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let MaybeViewer(viewer) = MaybeViewer::from_request_parts(parts, state).await?;
        viewer.map(Self).ok_or_else(|| Error::SignIn { next: parts.uri.to_string() })
    }
}
