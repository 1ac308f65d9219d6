//! Signing up, in and out, and the pages that links sent by email open.

mod change_password;
mod confirm;
mod forgotten;
mod form_error;
mod from_player;
mod interrupted;
mod login;
mod purpose;
mod reset;
mod signup;
mod store;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::get;

pub use from_player::{MaybeGuestForm, PlayerForm, ResumableForm, sign_in_first, sign_up_first};

use crate::state::App;
use crate::web::body;

/// The pages of this feature.
pub fn router() -> Router<App> {
    Router::new()
        .route(
            "/signup",
            get(signup::show).post(signup::submit).layer(DefaultBodyLimit::max(body::MAX_LARGE_BODY_BYTES)),
        )
        .route("/login", get(login::show).post(login::submit).layer(DefaultBodyLimit::max(body::MAX_LARGE_BODY_BYTES)))
        .route("/login/forgotten", get(forgotten::show).post(forgotten::submit))
        .route("/login/reset", get(reset::show).post(reset::submit))
        .route("/email/confirm", get(confirm::show).post(confirm::submit))
        .route("/email/confirmed", get(confirm::done))
        .route("/logout", get(login::ask_logout).post(login::logout))
        .route("/settings/password", get(change_password::show).post(change_password::submit))
}

/// Where to go after signing in: a path of this site, whatever the address said.
fn safe_next(next: &str) -> &str {
    own_path(next).unwrap_or("/")
}

/// The path, if it is one of this site.
fn own_path(path: &str) -> Option<&str> {
    let own = path.starts_with('/') && !path.starts_with("//");
    let plain = path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    (own && plain).then_some(path)
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
