//! Mallard's rules: of the games, and of playing them by correspondence.
//!
//! Nothing here does I/O, reads a clock or draws a random number: time is a parameter.

pub mod outcome;
pub mod seat;
pub mod variant;
