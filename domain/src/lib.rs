//! Mallard's rules: of the games, and of playing them by correspondence.
//!
//! Nothing here does I/O, reads a clock or draws a random number: time is a parameter.
//!
//! - [`rules`]: what a position, a turn, a variant and a notation are. It knows no clocks, players, offers or events, and uses
//!   nothing of `correspondence`: an engine, a library of games or an analysis stands on it alone.
//! - [`correspondence`]: a game over weeks, which stands on the rules.
//!
//! Each opens with a map of its modules. Only `rules` tells rule systems apart; everything else asks a variant's
//! [`features`](rules::features).
//!
//! ```
//! use domain::rules::position::Position;
//! use domain::rules::variant::Variant;
//!
//! let mut position = Position::start(Variant::Duck);
//! for text in ["e4@e6", "f6@f5", "Qh5@a6", "d6@a5", "Qxe8"] {
//!     let turn = position.read_turn(text)?;
//!     println!("{} of {} legal turns", position.write_turn(turn), position.count_turns());
//!     position = position.play(turn);
//! }
//! assert!(position.result().is_some());
//! assert_eq!(position.fen(), "rnbqQbnr/ppp1p1pp/3p1p2/*7/4P3/8/PPPP1PPP/RNB1KBNR b KQ - 0 3");
//! # Ok::<(), domain::rules::turn::TurnError>(())
//! ```

pub mod correspondence;
pub mod rules;
