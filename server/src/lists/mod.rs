//! Lists of games: the viewer's own, another player's, those with a tag, and the next game where it is the viewer's
//! turn.

mod card;
mod mine;
mod next;
mod split;
mod store;

use axum::Router;
use axum::routing::get;

pub use card::GameCard;
pub use split::{FinishedGame, ListOwner, Split};
pub use store::{GameLine, ListContext, of_others, of_player, running_of};

use crate::state::App;

/// The pages of this feature.
pub fn router() -> Router<App> {
    Router::new().route("/games/mine", get(mine::show)).route("/next", get(next::next))
}
