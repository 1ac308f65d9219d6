//! The opening book: the turns that were played from a position in finished games here, and how these games ended.
//!
//! A game's end puts it in a queue, in the same transaction ([`queue`]). A loop on every server takes from it ([`filler`]),
//! so it never holds up a game; games that ended before there was a book were put in the queue when its tables were made.

pub mod filler;
mod store;
mod view;

pub use store::queue;
pub use view::{BookLine, BookView};
