//! Games: the page, what players do on it, and what the server does by itself.

mod board;
mod form;
mod game_id;
mod lists;
mod live;
mod mine;
mod next;
mod record;
mod show;
mod store;
mod submit;
pub mod sweeper;
mod view;
mod visible;

use axum::Router;
use axum::routing::get;

pub use board::BoardView;
pub use game_id::GameId;
pub use lists::Split;
pub use store::{begin, of_player};

use crate::app::App;

/// The pages of this feature.
pub fn router() -> Router<App> {
    Router::new()
        .route("/games/mine", get(mine::show))
        .route("/games/{id}", get(show::show))
        .route("/games/{id}/actions", get(submit::back).post(submit::submit))
        .route("/games/{id}/live", get(live::live))
        .route("/next", get(next::next))
}
