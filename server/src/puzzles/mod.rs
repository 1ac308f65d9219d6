//! Puzzles: positions with one solution, solved on the board or typed.
//!
//! What is shipped is a file of the repository (`server/puzzles`), proved by the tests of the engine; `shipped` puts it into the
//! database when a server starts. The server never searches: a try is right, or the puzzle knows the reply that refutes it.
//!
//! The state of an attempt is in the address: the turns found so far, or the turn that was tried. A visitor needs nothing else. Of a
//! player the first attempt is kept, and its end moves their rating and the puzzle's (`store/attempts.rs`, `rating.rs`); until then
//! an address shows them nothing that they have not found.
//!
//! Others are found by workers in games played here (`found.rs`, `store/found.rs`); they are the same in all else.
//!
//! The puzzle of a day is chosen by a loop of every server and kept (`daily.rs`, `store/daily.rs`); pages only read it.

mod atom;
mod attempt;
mod daily;
mod filter;
mod form_error;
mod found;
mod list;
mod page;
mod rating;
mod report;
mod shipped;
mod show;
mod store;
mod submit;

use axum::Router;
use axum::routing::get;

pub use crate::puzzles::daily::{DailyPuzzle, choose as choose_daily, of_today, run as run_daily};
pub use crate::puzzles::found::look_through;
pub use crate::puzzles::shipped::load as load_shipped;
pub use crate::puzzles::store::{Report, Retired, give_up, queue_games, reinstate, reports, retire};

use crate::state::App;

/// The pages of this feature.
pub fn router() -> Router<App> {
    Router::new()
        .route("/puzzles", get(list::show))
        .route("/puzzles/next", get(list::next))
        .route("/puzzles/daily", get(daily::show))
        .route("/puzzles/daily.atom", get(atom::show))
        .route("/puzzles/{id}", get(show::show).post(submit::submit))
        .route("/puzzles/{id}/report", get(report::back).post(report::submit))
}
