//! Players as others see them: one by one, and the strongest of each game.

mod index;
mod show;
mod store;

use axum::Router;
use axum::routing::get;

use crate::state::App;

/// The pages of this feature.
pub fn router() -> Router<App> {
    Router::new().route("/players", get(index::show)).route("/players/{name}", get(show::show))
}
