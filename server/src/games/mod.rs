//! Games: the page, what players do on it, and what the server does by itself.

mod beside;
mod board;
mod card;
mod company;
mod conditionals;
mod confirm;
mod drawn;
mod embed;
mod examples;
mod form;
mod game_id;
mod icon;
mod kibitz;
mod leave_words;
mod lists;
mod live;
mod mine;
mod next;
mod pictures;
mod position;
mod preview;
mod record;
mod remembered;
mod share;
mod show;
mod sight;
mod store;
mod submit;
pub mod sweeper;
mod tagging;
mod unsent;
mod view;
mod visible;

use axum::Router;
use axum::routing::get;

pub use board::{Attempt, BoardData, BoardView, RoundBoard, TurnRead};
pub use company::{company, sides};
pub use conditionals::with_line;
pub use game_id::GameId;
pub use icon::{SeatIcon, SeatMark};
pub use leave_words::leave_word;
pub use lists::Split;
pub use pictures::Studio;
pub use preview::versus;
pub use record::pgn_game;
pub use remembered::RememberedGames;
pub use store::{
    GameLine, Reader, StoredGame, begin, deadline_with_leave, is_in_first_round, load, load_within, more_beside,
    of_player, running_of,
};
pub use sweeper::tell_games_of;
pub use view::{conditionals_ended, numbered};

use crate::app::App;

/// The pages of this feature.
pub fn router() -> Router<App> {
    Router::new()
        .route("/games/mine", get(mine::show))
        .route("/games/{id}", get(show::show).post(unsent::show))
        .route("/games/{id}/conditionals", get(conditionals::show).post(conditionals::step))
        .route("/games/{id}/actions", get(submit::back).post(submit::submit))
        .route("/games/{id}/positions/{ply}", get(position::show))
        .route("/games/{id}/kibitz", get(submit::back).post(kibitz::submit))
        .route("/games/{id}/tags", get(submit::back).post(tagging::submit))
        .route("/games/{id}/card.png", get(pictures::card))
        .route("/games/{id}/embed", get(embed::show))
        .route("/next", get(next::next))
}

/// What the open pages of games listen to.
pub fn streams() -> Router<App> {
    Router::new().route("/games/{id}/live", get(live::live)).route("/games/{id}/embed/live", get(embed::live))
}
