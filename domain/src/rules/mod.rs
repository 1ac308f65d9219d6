//! The rules of every game: what a position, a turn and a variant are, and how they are written.
//!
//! Nothing here knows of clocks, players, offers or events: a seat can drop out, and a side can have lost, for reasons
//! outside the rules. [`correspondence`](crate::correspondence) stands on it, and nothing here stands on that.
//!
//! | to know | look in |
//! |---|---|
//! | which games there are, and what each has and has not | [`variant`], [`features`] |
//! | who sits where and who wins with whom | [`seat`] |
//! | how a position is set up, moved in and written | [`position`], [`turn`], [`ply`] |
//! | the rule systems themselves, each in a folder | [`duck`], [`duchess`], [`chess`] |
//! | how a game ends, and what a draw can be claimed for | [`outcome`], [`draw`], [`check_status`] |
//! | what has been captured | [`material`] |
//! | a game with variations and comments | [`mod@line`], whose turns are [`entry`]s; [`study`] keeps one within bounds |
//! | how games are read and written as text | [`pgn`]; [`turn_list`] for what people type |
//! | a position with one solution | [`puzzle`] |
//! | what can be seen of what people write | [`visible`] |
//!
//! For a program that plays: [`Position::try_for_each_turn`](position::Position::try_for_each_turn) breaks off when told to,
//! [`Position::has_turn`](position::Position::has_turn) looks no further than the first turn, and
//! [`DuckPosition::key_after`](duck::DuckPosition::key_after) and its like in [`duchess`] keep a position's key up to date
//! turn by turn.
//!
//! Imports make no circle between folders: `duck`, `duchess` and `chess` know nothing of `variant` and `position`, `line` knows nothing
//! of `pgn`.

pub mod check_status;
pub mod chess;
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
pub mod puzzle;
mod quoted;
pub mod seat;
pub mod study;
pub mod turn;
pub mod turn_list;
pub mod variant;
pub mod visible;
