//! Mallard's rules: of the games, and of playing them by correspondence.
//!
//! Nothing here does I/O, reads a clock or draws a random number: time is a parameter.
//!
//! | to know | look in |
//! |---|---|
//! | who sits where and who wins with whom | [`seat`] |
//! | which games there are, and what one starts from | [`variant`], [`setup`] |
//! | how a position is set up, moved in and written | [`position`], [`turn`], [`duck`], [`duchess`] |
//! | how a game by correspondence goes | [`game`], with [`action`], [`event`] and [`refusal`] as its vocabularies |
//! | how one ends, and how a draw is offered and claimed | [`outcome`], [`draw`] |
//! | what players write to each other, and at which turn | [`comment`], [`ply`] |
//! | who may know of what happens | [`audience`] |
//! | how long a seat may think, and when it need not | [`time_control`], [`clock`], [`leave`] |
//! | what is replied without being there | [`conditional`] |
//! | how games are read and written as text | [`pgn`] |
//! | how a game is looked into, with its variations | [`study`], [`mod@line`] |
//!
//! ```
//! use domain::position::Position;
//! use domain::variant::Variant;
//!
//! let mut position = Position::start(Variant::Duck);
//! for text in ["e4@e6", "f6@f5", "Qh5@a6", "d6@a5", "Qxe8"] {
//!     let turn = position.read_turn(text)?;
//!     println!("{} of {} legal turns", position.write_turn(turn), position.count_turns());
//!     position = position.play(turn);
//! }
//! assert!(position.result().is_some());
//! assert_eq!(position.fen(), "rnbqQbnr/ppp1p1pp/3p1p2/*7/4P3/8/PPPP1PPP/RNB1KBNR b KQ - 0 3");
//! # Ok::<(), domain::turn::TurnError>(())
//! ```

pub mod action;
pub mod audience;
pub mod clock;
pub mod comment;
pub mod conditional;
pub mod draw;
pub mod duchess;
pub mod duck;
pub mod entry;
pub mod event;
pub mod game;
pub mod leave;
pub mod line;
pub mod material;
pub mod outcome;
pub mod pgn;
pub mod ply;
pub mod position;
pub mod refusal;
mod rules;
pub mod seat;
pub mod setup;
pub mod study;
pub mod time_control;
pub mod turn;
pub mod variant;
