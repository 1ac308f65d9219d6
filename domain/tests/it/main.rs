//! The tests of the rules through their public face, in one binary.

#![expect(clippy::unwrap_used, reason = "a test stops where something is not as it should be")]

mod correspondence;
mod duck;
mod game;
mod pgn;
mod readers;
