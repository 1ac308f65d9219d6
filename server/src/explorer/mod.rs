//! The explorer: which turns were played from a position in finished games here, how these games ended, and the last of them.
//!
//! Positions are found by their key, so it does not matter by which turns a game came to one. All positions of every finished game are
//! in the library's table; the library calls [`count()`] in the transaction in which it takes a game in, so the two never disagree. Of a
//! position that few games came to (nearly all are such) these games are looked at when somebody asks. Of one that many came to there
//! are totals (`totals.rs`), by rating and by year.
//!
//! It looks through collections as well (`collected.rs`), which are small enough to be read as a whole.
//!
//! Of games that were played here only finished ones count, and only what everybody may see of them. A running game is not in any of
//! these tables.

mod asked;
mod collected;
mod count;
mod filter;
mod line;
mod page;
mod store;
mod totals;
mod turns;
mod view;

use axum::Router;
use axum::routing::get;

pub use asked::Asked;
pub use collected::{Collected, key_bytes, seen as seen_collection};
pub use count::{Earlier, POPULAR, count};
pub use filter::{fields_of_bounds, seat_choices};
pub use page::address_of;
pub use store::shared_turns;
pub use totals::try_lock;
pub use turns::TurnWay;
pub use view::ExplorerView;

use crate::state::App;

/// The pages of this feature.
pub fn router() -> Router<App> {
    Router::new().route(page::PATH, get(page::show))
}
