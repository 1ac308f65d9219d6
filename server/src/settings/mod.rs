//! Settings: what players have chosen for themselves.

mod email;
mod preferences;

use axum::Router;
use axum::routing::get;

pub use preferences::{DateForm, Letters, Preferences};

use crate::app::App;

/// The pages of this feature.
pub fn router() -> Router<App> {
    Router::new().route("/settings/email", get(email::show).post(email::submit))
}
