//! Mallard's rules: of the games, and of playing them by correspondence.
//!
//! Nothing here does I/O, reads a clock or draws a random number: time is a parameter.
//!
//! A [`Position`](position::Position) of any [`Variant`](variant::Variant) reads [turns](turn), plays them and tells how
//! the game has [ended](outcome); [`duck`] holds the rules of the duck games, [`pgn`] reads and writes whole games.
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

pub mod duck;
pub mod outcome;
pub mod pgn;
pub mod position;
mod rules;
pub mod seat;
pub mod turn;
pub mod variant;
