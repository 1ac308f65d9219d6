//! Computer players: accounts that an engine plays. They answer challenges, take seats and make turns as people do, by the same
//! decisions of [`Games`](crate::games::Games); a worker does it for them.
//!
//! | to know | look in |
//! |---|---|
//! | who they are, and how well they play | `character` |
//! | how they come to a game | `invitations`, `play` |
//! | how they make a turn | `turns`, and `judgement` for draws and giving up |

mod character;
mod invitations;
mod judgement;
mod play;
mod store;
mod turns;

use axum::Router;
use axum::routing::get;

pub use character::{Character, Level};
pub use invitations::answer as answer_invitations;
pub use store::{Computers, LATEST_LIKE_POST, queue_turns, variants};
pub use turns::play as play_turn;

use crate::state::App;

/// The page of this feature.
pub fn router() -> Router<App> {
    Router::new().route("/play", get(play::show).post(play::submit))
}
