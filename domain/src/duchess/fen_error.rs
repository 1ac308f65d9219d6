//! Why a text is no FEN of Duchess, or the FEN no position.

use thiserror::Error;

use super::{Role, Square};

/// What is wrong with a FEN, and where. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the fields are what the sentences name")]
pub enum DuchessFenError {
    /// The text is empty.
    #[error("the FEN is empty: it begins with the set-up, 6, 4, 3, 2x2 or 2")]
    NoSetUp,
    /// The first field is no set-up.
    #[error("there is no set-up '{found}': there are 6, 4, 3, 2x2 and 2")]
    BadSetUp { found: String },
    /// The text ends after the set-up.
    #[error("the FEN does not say who is to move: the number of a flap follows the set-up")]
    NoSeat,
    /// The second field is no seat's.
    #[error("column {column}: '{found}' is no flap where somebody sits")]
    BadSeat { column: usize, found: String },
    /// The text ends after the seat to move.
    #[error("the FEN does not say where the pieces are: they follow the seat to move")]
    NoPieces,
    /// A field does not have a part for every seat.
    #[error("column {column}: there are {seats} seats, and {found} parts between slashes")]
    SeatCount { column: usize, seats: usize, found: usize },
    /// A piece is not a letter and a square.
    #[error("column {column}: '{found}' does not begin with a piece and its square, such as K1c1 or QV")]
    BadPiece { column: usize, found: String },
    /// A piece is where there is no board.
    #[error("column {column}: {square} is on a flap that is folded down")]
    Folded { column: usize, square: Square },
    /// Two pieces are on one square.
    #[error("column {column}: there is a piece on {square} already")]
    TwoPieces { column: usize, square: Square },
    /// A letter is none of a piece that can be taken.
    #[error("column {column}: '{found}' is no piece that can be taken")]
    BadTaken { column: usize, found: char },
    /// The seats that are out are not as they should be.
    #[error(
        "column {column}: '{found}' does not name the flaps whose seats are out, each once, such as 36, or - for none"
    )]
    BadOut { column: usize, found: String },
    /// A counter is no number.
    #[error("column {column}: '{found}' is no number of turns or rounds")]
    BadNumber { column: usize, found: String },
    /// Something follows the last field.
    #[error("column {column}: '{found}' follows the end")]
    Trailing { column: usize, found: String },
    /// A seat has no king.
    #[error("{seat} has no king")]
    NoKing { seat: &'static str },
    /// A seat has more than one king.
    #[error("{seat} has two kings, on {first} and {second}")]
    TwoKings { seat: &'static str, first: Square, second: Square },
    /// A seat has more pieces of a kind than it began with.
    #[error("{seat} has {count} pieces of the kind {role}, on the board and taken: there are {most} at the start")]
    TooMany { seat: &'static str, role: Role, count: usize, most: usize },
}
