//! Mallard's rules: of the games, and of playing them by correspondence.
//!
//! Nothing here does I/O, reads a clock or draws a random number: time is a parameter.
//!
//! | to know | look in |
//! |---|---|
//! | who sits where and who wins with whom | [`seat`] |
//! | which games there are | [`variant`] |
//! | how a position is set up, moved in and written | [`position`], [`turn`], [`duck`] |
//! | how a game by correspondence goes | [`game`], with [`action`], [`event`] and [`refusal`] as its vocabularies |
//! | how long a seat may think | [`time_control`], [`clock`] |
//! | how games are read and written as text | [`pgn`] |

pub mod action;
pub mod clock;
pub mod comment;
pub mod draw;
pub mod duck;
pub mod event;
pub mod game;
pub mod outcome;
pub mod pgn;
pub mod ply;
pub mod position;
pub mod refusal;
mod rules;
pub mod seat;
pub mod setup;
pub mod time_control;
pub mod turn;
pub mod variant;
