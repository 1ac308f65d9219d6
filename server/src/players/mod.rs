//! Players as others see them: one by one, and the strongest of each game.

mod index;
mod published;
mod show;
mod store;

use axum::routing::get;
use axum::{Extension, Router};
use jiff::SignedDuration;

use crate::platform::cached::Cached;
use crate::ratings::Strongest;
use crate::state::App;

/// How old the lists of the strongest may be.
const LISTS_LAST: SignedDuration = SignedDuration::from_secs(60);

/// The pages of this feature.
pub fn router() -> Router<App> {
    Router::new()
        .route("/players", get(index::show))
        .route("/players/{name}", get(show::show))
        .layer(Extension(Cached::<Strongest>::new(LISTS_LAST)))
}
