//! Pictures of a game at their own addresses, and its preview card for shared links.

mod answer;
mod card;
mod card_players;

pub use answer::{PictureRequest, answer};
pub use card::card;
