//! Accounts: signing up, in and out, and who looks at a page.

mod change_password;
mod credentials;
mod kept;
pub mod links;
mod login;
mod password;
pub mod proof;
mod returned;
mod session;
mod signup;
mod store;
pub mod tries;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};

pub use credentials::{Email, Player, PlayerId, PlayerName};
pub use kept::{Kept, KeptQuery, keep, kept};
pub use password::Passwords;
pub use returned::{FromPlayer, Typed, sign_in_first};
pub use session::{MaybeViewer, Session, SessionCookie, Viewer};
pub use store::{Waiting, name, player, signed_up_at, waiting};

use crate::app::App;
use crate::body;

/// The pages of this feature.
pub fn router() -> Router<App> {
    Router::new()
        .route("/signup", get(signup::show).post(signup::submit))
        .route("/login", get(login::show).post(login::submit).layer(DefaultBodyLimit::max(body::LARGE_LIMIT)))
        .route("/login/forgotten", get(links::forgotten::show).post(links::forgotten::submit))
        .route("/login/reset", get(links::reset::show).post(links::reset::submit))
        .route("/email/confirm", get(links::confirm::show).post(links::confirm::submit))
        .route("/email/confirmed", get(links::confirm::done))
        .route("/logout", post(login::logout))
        .route("/settings/password", get(change_password::show).post(change_password::submit))
}

/// Where to go after signing in: a path of this site, whatever the address said.
fn safe_next(next: &str) -> &str {
    let own = next.starts_with('/') && !next.starts_with("//");
    let plain = next.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    if own && plain { next } else { "/" }
}

#[cfg(test)]
mod tests {
    use super::safe_next;

    #[test]
    fn only_paths_of_this_site_are_gone_to() {
        assert_eq!(safe_next("/games/abc?ply=3"), "/games/abc?ply=3");
        for elsewhere in
            ["https://evil.example", "//evil.example", "/\\evil.example", "", "games", "/a\nb", "/\0", "/\u{e9}"]
        {
            assert_eq!(safe_next(elsewhere), "/", "{elsewhere:?}");
        }
    }
}
