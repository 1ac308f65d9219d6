//! Ratings: what rated games say of their players' strength.
//!
//! A game's end puts it in the queue, in the same transaction ([`queue`]). A loop on every server takes from it
//! ([`QUEUE`]), so a slow reckoning never holds up a game, and a crash loses none. `rating` is the arithmetic, `view`
//! what pages show.
//!
//! Games with computers count in a pool apart ([`RatingPool`]): they move nobody's rating among people.

mod pool;
mod rating;
mod store;
mod tables;
mod top;
mod view;

use std::time::Duration;

use crate::platform::queue::{Pace, Queue};

pub use crate::ratings::pool::RatingPool;
pub use crate::ratings::rating::{Change, PROVISIONAL, Rating, Score};
pub use crate::ratings::store::{change_by, changes_in, counted_from, mean_of, of_players, queue};
pub use crate::ratings::top::{Climber, Strongest, TopList, top_lists};
pub use crate::ratings::view::{
    MAX_CHARTED_GAMES, MAX_LISTED_GAMES, PlayerRatings, RatingLine, SeatRating, StoredRating,
};

/// The rated games that have ended and are to be counted: each by one server, once. A player who has just won wants to see
/// the points.
pub static QUEUE: Queue = Queue {
    description: "rated games counted",
    every: Duration::from_secs(1),
    pace: Pace::Full,
    work: |pool, leaving_out| Box::pin(store::count_next(pool, leaving_out)),
};
