//! Settings: the page on which players choose their `preferences`, what they say of themselves, the address they are written to,
//! and where they are logged in.

mod email;
mod page;
mod profile;
mod samples;
mod sessions;
mod store;

use axum::Router;
use axum::routing::get;

use crate::state::App;

/// The pages of this feature.
pub fn router() -> Router<App> {
    Router::new()
        .route("/settings", get(page::show).post(page::submit))
        .route("/settings/email", get(email::show).post(email::submit))
        .route("/settings/profile", get(profile::show).post(profile::submit))
        .route("/settings/sessions", get(sessions::show).post(sessions::submit))
}
