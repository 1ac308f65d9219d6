//! Pictures of a game at addresses of their own, and the card that stands for it where its address is passed on.

mod answer;
mod card;
mod card_players;

pub use answer::{PictureRequest, answer};
pub use card::card;
