//! Duck Chess and Three-Check Duck Chess.
//!
//! The rules are those of [duckchess.com](https://duckchess.com/). A turn is a piece move, as in chess but without check,
//! and then a move of the duck to any other empty square. Capturing the king wins at once, and a player without a piece move on
//! their turn wins too (they are *fowled*). In Three-Check Duck Chess a turn after which the mover attacks the king, the
//! duck in its new place, is a check, and the third check wins as well.
//!
//! ```
//! use domain::rules::duck::DuckPosition;
//!
//! let mut position = DuckPosition::start();
//! for text in ["e4@e6", "f6@f5", "Qh5@a6", "d6@a5"] {
//!     position = position.play(position.read_turn(text).unwrap_or_else(|reason| panic!("{reason}")));
//! }
//! let turn = position.read_turn("Qxe8").unwrap();
//! assert!(turn.captures_king());
//! assert!(position.play(turn).result().is_some());
//! ```

mod duck_fen;
mod fen;
mod fen_error;
mod half_turn;
mod immovable;
mod key;
mod material;
mod men;
mod moves;
mod perft;
mod piece_move;
mod position;
mod read;
mod san;
mod text;
mod turn;
mod turn_error;
mod uci;
mod why_not;

pub use duck_fen::DuckFen;
pub use fen_error::DuckFenError;
pub use half_turn::HalfTurn;
pub use immovable::Immovable;
pub use moves::PieceMoves;
pub use piece_move::{PROMOTIONS, PieceMove};
pub use position::{CHECKS_TO_WIN, DuckPosition};
pub(crate) use text::SquareNames;
pub use text::{DUCK_SIGNS, Origin, piece_part};
pub use turn::DuckTurn;
pub use turn_error::DuckTurnError;
