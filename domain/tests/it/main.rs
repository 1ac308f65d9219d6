//! The tests of the rules through their public face, in one binary.

#![expect(clippy::unwrap_used, reason = "a test stops where something is not as it should be")]

mod agreement;
mod chess;
mod codes;
mod conditional;
mod conditional_replay;
mod correspondence;
mod duchess;
mod duchess_readers;
mod duck;
mod features;
mod game;
mod leave;
mod lines;
mod log_entries;
mod many;
mod outages;
mod pgn;
mod puzzles;
mod readers;
mod study;
mod table;
mod visible;
mod waiting;
