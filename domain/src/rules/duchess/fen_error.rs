//! Why a text is not a FEN of Duchess, or the FEN not a position.

use super::{Role, SetUp, Square};
use crate::rules::codes::codes;
use crate::rules::seat::Colour;

/// What is wrong with a FEN, and where. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the parameters of what is wrong")]
pub enum DuchessFenError {
    /// The text is empty.
    NoSetUp,
    /// The first field is no set-up.
    BadSetUp { found: String },
    /// The text ends after the set-up.
    NoSeat { set_up: SetUp },
    /// The pieces follow the set-up.
    SeatLeftOut { column: usize, set_up: SetUp },
    /// The second field is no seat's.
    BadSeat { column: usize, found: String, set_up: SetUp },
    /// The text ends after the seat to move.
    NoPieces,
    /// There are not the pieces of every seat.
    SeatCount { column: usize, set_up: SetUp, found: usize },
    /// A letter is none of a piece.
    BadPiece { column: usize, found: char },
    /// A square has no letter before it.
    PieceLeftOut { column: usize, found: String },
    /// A piece is on no square.
    BadSquare { column: usize, found: String },
    /// A piece is where there is no board.
    Folded { column: usize, square: Square, set_up: SetUp },
    /// Two pieces are on one square.
    TwoPieces { column: usize, square: Square, named: String },
    /// The captured pieces are not given for every seat.
    CapturedCount { column: usize, seats: usize, found: String },
    /// A letter stands for no piece that can be captured.
    BadCapturedPiece { column: usize, found: char },
    /// The field of seats that have dropped out is malformed.
    BadOut { column: usize, found: String },
    /// The first counter is no number.
    BadQuiet { column: usize, found: String },
    /// The second counter is no number.
    BadRound { column: usize, found: String },
    /// Something follows the last field.
    Trailing { column: usize, found: String },
    /// A seat has no king.
    NoKing { seat: Colour },
    /// A seat has more than one king.
    TwoKings { seat: Colour, first: Square, second: Square },
    /// A seat has more pieces of a kind than it began with.
    TooMany { seat: Colour, role: Role, count: usize, most: usize },
}

codes! {
    DuchessFenError {
        NoSetUp => "no-set-up",
        BadSetUp { found } => "bad-set-up",
        NoSeat { set_up } => "no-seat",
        SeatLeftOut { column, set_up } => "seat-left-out",
        BadSeat { column, found, set_up } => "bad-seat",
        NoPieces => "no-pieces",
        SeatCount { column, set_up, found } => "seat-count",
        BadPiece { column, found } => "bad-piece",
        PieceLeftOut { column, found } => "piece-left-out",
        BadSquare { column, found } => "bad-square",
        Folded { column, square, set_up } => "folded",
        TwoPieces { column, square, named } => "two-pieces",
        CapturedCount { column, seats, found } => "taken-count",
        BadCapturedPiece { column, found } => "bad-taken",
        BadOut { column, found } => "bad-out",
        BadQuiet { column, found } => "bad-quiet",
        BadRound { column, found } => "bad-round",
        Trailing { column, found } => "trailing",
        NoKing { seat } => "no-king",
        TwoKings { seat, first, second } => "two-kings",
        TooMany { seat, role, count, most } => "too-many",
    }
}
