//! Puzzles of the duck games: found, proved and judged by the engine.
//!
//! [`verify()`] proves what a [`Puzzle`](domain::rules::puzzle::Puzzle) claims by looking at every turn of both seats; the tests do so
//! with all that are shipped. [`find()`] looks for one in a position of a game. `examples/puzzles` makes the file.

mod find;
mod rate;
mod refute;
mod themes;
mod verify;

pub use find::{find, make_from};
pub use verify::{Flaw, verify};
