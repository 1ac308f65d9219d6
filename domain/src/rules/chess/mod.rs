//! Chess as it is played everywhere else: read from files and analysed, not played here.
//!
//! Duck Chess is chess with a duck and without check. So chess is kept here as Duck Chess in which no duck has come, with check on top:
//! the moves of the pieces, FEN, the ways in which programs write turns and the reasons why a piece cannot go somewhere are
//! [`duck`](crate::rules::duck)'s, and this folder knows what a king's safety adds. Chess960 is not read.
//!
//! ```
//! use domain::rules::chess::ChessPosition;
//! use domain::rules::outcome::RulesEnding;
//!
//! let mut position = ChessPosition::start();
//! for text in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6??", "Qxf7#"] {
//!     position = position.play(position.read_turn(text).unwrap_or_else(|reason| panic!("{reason}")));
//! }
//! assert_eq!(position.result().unwrap().ending, RulesEnding::Checkmate);
//! ```

mod fen;
mod fen_error;
mod moves;
mod position;
mod read;
mod san;
mod turn;
mod turn_error;

pub use fen_error::ChessFenError;
pub use position::ChessPosition;
pub use turn::ChessTurn;
pub use turn_error::ChessTurnError;
