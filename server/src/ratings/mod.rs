//! Ratings: what rated games say of their players' strength.
//!
//! A game's end puts it in the queue, in the same transaction ([`queue`]). A loop on every server takes from it
//! ([`rater`]), so a slow reckoning never holds up a game, and a crash loses none. `rating` is the arithmetic, `view`
//! what pages show.

pub mod rater;
mod rating;
mod store;
mod view;

pub use rating::{Change, Rating};
pub use store::{change_by, of_players, queue};
pub use view::{PlayerRatings, RatingLine, SeatRating};
