//! A game's page: how it is looked at, acted in, shared and taken home.

mod asking;
mod computer;
mod conditionals;
mod confirm;
mod earlier;
mod embed;
mod extras;
mod form;
mod form_error;
mod kibitz;
mod kibitz_panel;
mod live;
mod look;
mod page;
mod pictures;
mod position;
mod preview;
mod record;
mod resumed_form;
mod share;
mod show;
mod store;
mod submit;
mod tagging;
mod view;
mod view_settings;

use axum::Router;
use axum::routing::get;

pub use conditionals::with_line;
pub use preview::versus;
pub use record::{pgn, pgn_game};
pub use view::conditionals_ended;

use crate::state::App;

/// The pages of this feature.
pub fn router() -> Router<App> {
    Router::new()
        .route("/games/{id}", get(show::show).post(resumed_form::show))
        .route("/games/{id}/conditionals", get(conditionals::show).post(conditionals::step))
        .route("/games/{id}/actions", get(submit::back).post(submit::submit))
        .route("/games/{id}/positions/{ply}", get(position::show))
        .route("/games/{id}/kibitz", get(earlier::show_kibitz).post(kibitz::submit))
        .route("/games/{id}/messages", get(earlier::show_messages))
        .route("/games/{id}/computer", get(submit::back).post(asking::submit))
        .route("/games/{id}/tags", get(submit::back).post(tagging::submit))
        .route("/games/{id}/card.png", get(pictures::card))
        .route("/games/{id}/embed", get(embed::show))
}

/// What the open pages of games listen to.
pub fn streams() -> Router<App> {
    Router::new().route("/games/{id}/live", get(live::live)).route("/games/{id}/embed/live", get(embed::live))
}
