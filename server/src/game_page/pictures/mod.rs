//! Pictures of a game at addresses of their own, and the card that stands for it where its address is passed on.

mod answer;
mod card;
mod places;

pub use answer::{Asked, answer};
pub use card::card;
