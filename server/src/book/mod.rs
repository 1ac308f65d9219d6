//! The opening book: the turns that were played from a position in finished games here, and how these games ended.
//!
//! A game's end puts it in a queue, in the same transaction ([`queue`]). A loop on every server takes from it ([`QUEUE`]),
//! so it never holds up a game; games that ended before there was a book were put in the queue when its tables were made.

mod store;
mod view;

use std::time::Duration;

use crate::platform::queue::Queue;

pub use crate::book::store::{queue, shared_turns};
pub use crate::book::view::{BookLine, BookView};

/// The finished games that are to be counted: each by one server, once.
pub static QUEUE: Queue = Queue {
    description: "games counted in the opening book",
    every: Duration::from_secs(2),
    work: |pool, leaving_out| Box::pin(store::count_next(pool, leaving_out)),
};
