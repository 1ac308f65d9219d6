//! What an engine finds, and how.

#![expect(clippy::unwrap_used, reason = "a test stops where something is not as it should be")]

mod chance;
mod claims;
mod cut_off;
mod duchess;
mod limits;
mod minimax;
mod plain;
mod puzzles;
mod shipped_puzzles;
mod tables;
mod tactics;
mod three_check;
mod uci;
