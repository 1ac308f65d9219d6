//! Mallard's rules: of the games, and of playing them by correspondence.
//!
//! Nothing here does I/O, reads a clock or draws a random number: time is a parameter.

pub mod duck;
pub mod outcome;
pub mod pgn;
pub mod position;
mod rules;
pub mod seat;
pub mod turn;
pub mod variant;
