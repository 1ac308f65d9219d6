//! Plays Duck Chess, Three-Check Duck Chess and Duchess, and says how good a position is.
//!
//! It knows the rules from [`domain::rules`] and does no I/O. A search gets a [`Game`](game::Game) and its
//! [`Limits`](limits::Limits), reports each line that it finds, and returns the best turn:
//!
//! ```
//! use domain::rules::variant::Variant;
//! use engine::game::Game;
//! use engine::limits::Limits;
//! use engine::{Engine, Options};
//!
//! let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
//! let game = Game::start(Variant::Duck);
//! let found = engine.search(&game, &Limits::nodes(2000), |_| ()).unwrap();
//! assert!(game.position().is_legal(found.turn()));
//! ```
//!
//! | to know | look in |
//! |---|---|
//! | what a search is given, and when it ends | [`game`], [`limits`] |
//! | what it says | [`report`], [`score`] |
//! | how a weaker game is played | [`strength`] |
//! | what looks random, and can be repeated | [`chance`] |
//! | how depth follows depth, and threads share their work | `deepen` |
//! | how the duck games are searched and judged | `duck`, and [`net`] for the net |
//! | how Duchess is | `duchess` |
//! | how endings of few men end | [`tables`] |
//! | what is proved by looking at every turn, and puzzles made of it | [`proof`], [`puzzles`] |
//! | what is remembered of positions | `hash_table` |
//! | the program for the Universal Chess Interface | [`uci`], `src/bin/mallard-uci.rs` |
//!
//! README.md of this crate tells what was tried and what it brought.

mod certain;
pub mod chance;
mod deepen;
pub mod duchess;
pub mod duck;
mod engine;
pub mod game;
mod hash_table;
pub mod limits;
pub mod net;
pub mod proof;
pub mod puzzles;
pub mod report;
pub mod score;
pub mod strength;
pub mod tables;
pub mod uci;

pub use engine::{Engine, Evaluation, OpponentModel, Options};
pub use hash_table::OutOfMemory;
