//! Why a text is no FEN of Duchess, or the FEN no position.

use std::fmt;

use thiserror::Error;

use super::{Role, SetUp, Square};

/// What is wrong with a FEN, and where. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the fields are what the sentences name")]
pub enum DuchessFenError {
    /// The text is empty.
    #[error("the FEN is empty: it begins with the set-up, 6, 4, 3, 2x2 or 2")]
    NoSetUp,
    /// The first field is no set-up.
    #[error("there is no set-up '{found}': the FEN begins with 6, 4, 3, 2x2 or 2")]
    BadSetUp { found: String },
    /// The text ends after the set-up.
    #[error("the FEN does not say who is to move: a flap, {}, follows the set-up {set_up}", Flaps(*set_up))]
    NoSeat { set_up: SetUp },
    /// The pieces follow the set-up.
    #[error(
        "column {column}: who is to move is missing: a flap, {}, stands between the set-up {set_up} and the pieces",
        Flaps(*set_up)
    )]
    SeatLeftOut { column: usize, set_up: SetUp },
    /// The second field is no seat's.
    #[error("column {column}: '{found}' is not the flap of who is to move: in the set-up {set_up} it is {}", Flaps(*set_up))]
    BadSeat { column: usize, found: String, set_up: SetUp },
    /// The text ends after the seat to move.
    #[error("the FEN does not say where the pieces are: they follow the seat to move")]
    NoPieces,
    /// There are not the pieces of every seat.
    #[error("column {column}: the set-up {set_up} has {} seats, and between slashes there are the pieces of {found}", set_up.seating().len())]
    SeatCount { column: usize, set_up: SetUp, found: usize },
    /// A letter is none of a piece.
    #[error("column {column}: '{found}' is no piece: the letters are K, Q, R, B, N, D, F, W and P")]
    BadPiece { column: usize, found: char },
    /// A square has no letter before it.
    #[error("column {column}: say what stands on {found}, such as P{found} for a pawn")]
    PieceLeftOut { column: usize, found: String },
    /// A piece is on no square.
    #[error("column {column}: '{found}' is no square: they are named by flap, line and depth, such as 3c2, and V")]
    BadSquare { column: usize, found: String },
    /// A piece is where there is no board.
    #[error(
        "column {column}: {square} is on a flap that is folded down: in the set-up {set_up} somebody sits at {}",
        Flaps(*set_up)
    )]
    Folded { column: usize, square: Square, set_up: SetUp },
    /// Two pieces are on one square.
    #[error("column {column}: there is a piece on {square} already{}", OtherName(*square, named))]
    TwoPieces { column: usize, square: Square, named: String },
    /// What has been taken is not said of every seat.
    #[error(
        "column {column}: '{found}' does not say what has been taken: - for nothing, or letters for each of the {seats} \
         seats with slashes between them"
    )]
    TakenCount { column: usize, seats: usize, found: String },
    /// A letter is none of a piece that can be taken.
    #[error("column {column}: '{found}' is no piece that can be taken")]
    BadTaken { column: usize, found: char },
    /// The seats that are out are not as they should be.
    #[error(
        "column {column}: '{found}' does not name the flaps whose seats are out, each once, such as 36, or - for none"
    )]
    BadOut { column: usize, found: String },
    /// The first counter is no number.
    #[error("column {column}: '{found}' is no number of turns since the last capture, promotion or pawn move")]
    BadQuiet { column: usize, found: String },
    /// The second counter is no number.
    #[error("column {column}: '{found}' is no number of a round")]
    BadRound { column: usize, found: String },
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
    #[error("{seat} has {count} {}, those that were taken included, and {most} at the start", role.plural())]
    TooMany { seat: &'static str, role: Role, count: usize, most: usize },
}

/// Where somebody sits: `1, 3 or 5`.
struct Flaps(SetUp);

impl fmt::Display for Flaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(set_up) = self;
        let seats = set_up.seating().len();
        for seat in set_up.seating().seats() {
            let joint = match seat.index() {
                0 => "",
                n if n + 1 == seats => " or ",
                _ => ", ",
            };
            write!(f, "{joint}{}", set_up.flap(seat))?;
        }
        Ok(())
    }
}

/// ` (1a5 is 2e5)`, where a square was called by its other name.
struct OtherName<'a>(Square, &'a str);

impl fmt::Display for OtherName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(square, named) = self;
        if named.eq_ignore_ascii_case(&square.to_string()) { Ok(()) } else { write!(f, " ({named} is {square})") }
    }
}
