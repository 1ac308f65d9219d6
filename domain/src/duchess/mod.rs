//! Duchess, Alan Blair's chess for two to six players on one round board.

mod mesh;
mod piece;
mod reach;
mod set_up;
mod square;
mod square_set;

pub use piece::{Piece, Role};
pub use reach::{FromSquare, Ray, Reach};
pub use set_up::{SetUp, UnknownSetUp};
pub use square::{Flap, Square, UnknownSquare};
pub use square_set::{SquareSet, Squares};
