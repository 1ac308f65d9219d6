//! Lists of games: those of the one who looks, of a player, of a tag, and the next in which it is one's turn.

mod card;
mod mine;
mod next;
mod split;
mod store;

use axum::Router;
use axum::routing::get;

pub use split::Split;
pub use store::{GameLine, ListContext, of_player, running_of};

use crate::state::App;

/// The pages of this feature.
pub fn router() -> Router<App> {
    Router::new().route("/games/mine", get(mine::show)).route("/next", get(next::next))
}
