//! Duchess, Alan Blair's chess for two to six players on one round board.
//!
//! Six flaps lie round a hexagon; their squares bend, but rooks still go through opposite sides and bishops through
//! opposite corners. There are three more pieces: the duchess goes as bishop and knight, the fortress as rook and knight,
//! and the wizard a step, while all pieces of its side can teleport from beside one wizard to beside another. Kings are
//! never captured: a side wins when all kings of the other are mated at once, and whoever is mated meanwhile misses turns.
//!
//! | to know | look in |
//! |---|---|
//! | what touches what | `mesh`, from which `reach` works all else out |
//! | how the board looks | [`Drawing`] |
//! | who sits where | [`SetUp`] |
//! | how a position is moved in, and how it ends | `moves`, `check`, `position`, `ending` |
//! | how turns and positions are written; games are PGN | `turn`, `read`, `fen`; [`crate::rules::pgn`] |
//!
//! ```
//! use domain::rules::duchess::{DuchessPosition, SetUp};
//!
//! let mut position = DuchessPosition::start(SetUp::Two);
//! for text in ["N1b2-1c4", "4c3-4c4", "W1b1-1b2"] {
//!     position = position.play(position.read_turn(text).unwrap_or_else(|reason| panic!("{text}: {reason}")));
//! }
//! assert_eq!(position.seat_to_move(), SetUp::Two.seating().seat(1).unwrap());
//! assert_eq!(position.quiet_turns(), 1);
//! ```

mod board;
mod captured;
mod check;
mod drawing;
mod ending;
mod fen;
mod fen_error;
mod key;
mod material;
mod men;
mod mesh;
mod move_path;
mod moves;
mod perft;
mod piece;
mod position;
mod reach;
mod read;
mod set_up;
mod square;
mod square_set;
mod turn;
mod turn_error;
mod why_not;

pub use board::Board;
pub use captured::CapturedPieces;
pub use drawing::{Curve, Drawing, Point, Spot};
pub use fen::DuchessFen;
pub use fen_error::DuchessFenError;
pub use move_path::MovePath;
pub use piece::{Piece, Role};
pub use position::{DuchessPosition, QUIET_ROUNDS};
pub use reach::{FromSquare, Ray, Reach};
pub use set_up::{SetUp, UnknownSetUp};
pub use square::{Flap, Square, UnknownSquare};
pub use square_set::{SquareSet, Squares};
pub use turn::DuchessTurn;
pub use turn_error::DuchessTurnError;
