//! The rules of every game: what a position, a turn and a variant are, and how they are written.
//!
//! Nothing here knows of clocks, players, offers or events; [`correspondence`](crate::correspondence) stands on it.
//!
//! | to know | look in |
//! |---|---|
//! | who sits where and who wins with whom | [`seat`] |
//! | which games there are | [`variant`] |
//! | how a position is set up, moved in and written | [`position`], [`turn`], [`duck`], [`duchess`] |
//! | how a game ends, and what a draw can be claimed for | [`outcome`], [`draw`] |
//! | how games are read and written as text | [`pgn`] |
//! | how a game is looked into, with its variations | [`study`], [`mod@line`] |

pub mod check_status;
pub(crate) mod codes;
pub mod draw;
pub mod duchess;
pub mod duck;
pub mod entry;
pub mod features;
pub mod line;
pub mod material;
pub mod outcome;
mod perft;
pub mod pgn;
pub mod ply;
pub mod position;
mod quoted;
pub mod seat;
pub mod study;
pub mod turn;
pub mod turn_list;
pub mod variant;
