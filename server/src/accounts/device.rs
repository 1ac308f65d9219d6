//! Browsers that a player has logged in with. Each holds a token in a cookie that outlasts sessions, and attempts at the
//! player's password that come with it count apart: whoever guesses elsewhere cannot shut the player out. The token lets
//! nobody in by itself.

use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use jiff::SignedDuration;

use super::session::{SessionCookie, hash};

/// How long a browser is known after the last login: as long as browsers keep a cookie.
pub const LIFETIME: SignedDuration = SignedDuration::from_hours(400 * 24);
/// The most browsers that are known of a player, those with the latest logins.
pub const MAX_KNOWN_DEVICES: i64 = 20;

/// What the database knows of the token that a browser holds, if it holds one.
pub fn token_hash(cookie: SessionCookie, jar: &CookieJar) -> Option<[u8; 32]> {
    jar.get(name(cookie)).map(|cookie| hash(cookie.value()))
}

/// The cookie with a token. It is sent with the forms of this site alone.
pub(super) fn holding(cookie: SessionCookie, token: String) -> Cookie<'static> {
    Cookie::build((name(cookie), token))
        .path("/")
        .max_age(cookie::time::Duration::seconds(LIFETIME.as_secs()))
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(cookie.is_secure())
        .build()
}

fn name(cookie: SessionCookie) -> &'static str {
    if cookie.is_secure() { "__Host-mallard-device" } else { "mallard-device" }
}
