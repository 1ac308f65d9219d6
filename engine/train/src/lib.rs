//! Makes the net that the engine judges positions of the duck games by.
//!
//! `self-play` writes [`sample`]s of games of the engine against itself; `train` learns a net from them.

pub mod model;
pub mod sample;
pub mod settings;
pub mod targets;
