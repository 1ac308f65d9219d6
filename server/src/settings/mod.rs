//! Settings: what players have chosen for themselves.
//!
//! `preferences` is what can be chosen, with `looks` of boards among it, `page` where it is chosen. The password is the accounts' to change, the
//! addresses of feeds are the feeds'.

mod email;
mod looks;
mod page;
mod preferences;
mod samples;
mod store;
mod time_zone;

use axum::Router;
use axum::routing::get;

pub use looks::{BoardDesign, BoardLooks, PieceSet};
pub use preferences::{DateForm, Letters, Preferences};

use crate::app::App;

/// The pages of this feature.
pub fn router() -> Router<App> {
    Router::new()
        .route("/settings", get(page::show).post(page::submit))
        .route("/settings/email", get(email::show).post(email::submit))
}
