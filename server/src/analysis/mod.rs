//! `/analysis`: a board to try things on, with the turns of all sides, variations and notes. Of a game, of a position or of
//! anything pasted; for everyone, and kept for who is signed in. There is no engine behind it: it knows the rules alone.
//!
//! What is on the board is in the page's form: each step sends it, and the page after the step is the answer. A notebook
//! (`notebook.rs`) keeps it besides.

mod address;
mod draft;
mod form_error;
mod made;
mod notebook;
mod page;
mod show;
mod step;
mod to_game;
mod tree;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::get;

use crate::state::App;
use crate::web::body;

/// The pages of this feature.
pub fn router() -> Router<App> {
    Router::new()
        .route(step::PATH, get(show::show).post(step::step))
        .layer(DefaultBodyLimit::max(body::MAX_LARGE_BODY_BYTES))
}
