//! [`Entry`]: an element of a line: a turn, or a seat dropping out where that does not end the game.
//!
//! ```
//! use domain::rules::entry::Entry;
//! use domain::rules::position::Position;
//! use domain::rules::variant::Variant;
//!
//! let four = Position::start("duchess-4".parse::<Variant>().unwrap());
//! let red_is_out = four.read_entry("out").unwrap();
//! assert_eq!(red_is_out, Entry::DropOut);
//! assert_eq!(four.seating().key(four.after(red_is_out).seat_to_move()), "blue");
//! assert!(Position::start(Variant::Duck).read_entry("out").is_err(), "there it would be the end");
//! ```

use crate::rules::turn::Turn;

/// A step from one position of a line to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// The seat to move makes its turn.
    Turn(Turn),
    /// The seat to move drops out, written `out`.
    DropOut,
}

impl Entry {
    /// The turn, if it is one.
    pub const fn turn(self) -> Option<Turn> {
        match self {
            Self::Turn(turn) => Some(turn),
            Self::DropOut => None,
        }
    }
}

impl From<Turn> for Entry {
    fn from(turn: Turn) -> Self {
        Self::Turn(turn)
    }
}
