//! The library: every game of the site, running or finished, found by who played it, how it went and how it ended.
//!
//! What is searched are tables of their own (`fill.rs`), so that no turn writes anything for it. A game's beginning and end put it in a
//! queue, in their own transaction and by the database itself; a loop on every server takes from it ([`QUEUE`]).
//!
//! Everything that is found here everybody may see on the game's page: who plays, the turns, the result. What is private to players is
//! found by them alone: their tags, and the words of their notes and of the messages that they may read (`own.rs`, `words.rs`). No page,
//! download or feed of this says a word of it.

mod asked;
mod atom;
mod backlog;
mod commonness;
mod download;
mod fill;
mod filter;
mod found;
pub mod highlights;
mod hit;
mod latest;
mod material;
mod men;
mod men_sets;
mod on_board;
mod own;
mod page_key;
mod record;
mod saved;
mod search;
mod show;
mod words;

use std::time::Duration;

use axum::Router;
use axum::routing::get;

pub use asked::{Asked, Chip, Destination, Leading};
pub use backlog::has_earlier_games;
pub use download::games_of_player;
pub use filter::{PlayerOutcome, Range, SeatChoice, Sort, days, range, results};
pub use found::FoundGame;
pub use highlights::Highlights;
pub use latest::{game, just_finished};
pub use material::MaterialKey;
pub use men::{MenRecord, Placed};
pub use on_board::OnBoard;
pub use record::{CountedGames, PlayerRecord};
pub use saved::{SavedSearches, SearchPlace, remove_searches_for};

use crate::explorer;
use crate::platform::queue::{Pace, Queue};
use crate::state::App;

/// The games that have begun or ended and are to be taken in: each by one server, once.
pub static QUEUE: Queue = queue::<{ explorer::POPULAR }>();

/// The same with another bound from which on the explorer keeps totals of a position.
pub const fn queue<const POPULAR: i64>() -> Queue {
    Queue {
        description: "games taken into the library",
        every: Duration::from_secs(2),
        pace: Pace::Yielding,
        work: |pool, leaving_out| Box::pin(fill::take_in_next(pool, leaving_out, POPULAR)),
    }
}

/// The games that were taken in and are to be put into sets by their men on squares, some thousand at once.
pub static SETS: Queue = sets::<{ men_sets::BLOCK }>();

/// The same with so many games at once.
pub const fn sets<const BLOCK: i64>() -> Queue {
    Queue {
        description: "blocks of games put into sets by men on squares",
        every: Duration::from_secs(10),
        pace: Pace::Yielding,
        work: |pool, _| Box::pin(men_sets::write_block(pool, BLOCK)),
    }
}

/// The pages of this feature.
pub fn router() -> Router<App> {
    Router::new()
        .route("/games", get(show::show))
        .route("/games.atom", get(atom::show))
        .route("/games.pgn", get(download::found_games))
        .route("/games/searches", get(saved::list).post(saved::save))
        .route("/games/searches/{number}", get(saved::back).post(saved::manage))
}
