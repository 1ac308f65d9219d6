//! Makes what the engine judges positions of the duck games by.
//!
//! `self-play` writes [`sample`]s of games of the engine against itself; `train` learns a net from them, and `tune` the weights of the
//! evaluation by hand.

pub mod model;
pub mod sample;
pub mod settings;
pub mod targets;
pub mod tuning;
