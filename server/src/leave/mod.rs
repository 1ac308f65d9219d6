//! Leave: a player's time off, over all their games.
//!
//! Leave belongs to the player; each of their games records it in a transaction of its own: immediately by the request
//! that takes the leave, otherwise by the sweeper of any server.

mod calendar;
mod form_error;
mod page;
mod store;

use axum::Router;
use axum::routing::get;

use crate::state::App;

/// The pages of this feature.
pub fn router() -> Router<App> {
    Router::new().route("/leave", get(page::show).post(page::take)).route("/leave/end", get(page::back).post(page::end))
}
