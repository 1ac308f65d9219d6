//! [`Features`]: the properties of a variant, for all code other than the rules and the drawing of boards.
//!
//! Code that has to know whether there is a duck asks for that feature, not for a variant's name: so adding a variant
//! does not affect it. How many play, and with whom, is the variant's
//! [`seating`](crate::rules::variant::Variant::seating).
//!
//! ```
//! use domain::rules::features::BoardShape;
//! use domain::rules::variant::Variant;
//!
//! let features = Variant::ThreeCheckDuck.features();
//! assert!(features.duck && !features.missed_turns);
//! assert_eq!(features.checks_to_win, Some(3));
//! assert_eq!((features.board, features.pieces.first()), (BoardShape::Square, Some(&'Q')));
//! ```

use crate::rules::duck::CHECKS_TO_WIN;
use crate::rules::variant::Variant;

/// The properties of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// What shape the board has.
    pub board: BoardShape,
    /// Whether there is a duck that blocks every piece.
    pub duck: bool,
    /// The letters of its kinds of piece besides the king, by what they can do.
    pub pieces: &'static [char],
    /// How many checks win a game, if checks count.
    pub checks_to_win: Option<u8>,
    /// Whether a seat that cannot move, or has dropped out, misses its turns while the others play on.
    pub missed_turns: bool,
}

/// The shape of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardShape {
    /// Eight by eight squares.
    Square,
    /// Six flaps round a hexagon.
    Round,
}

impl Variant {
    /// Its features.
    pub const fn features(self) -> Features {
        match self {
            Self::Duck | Self::ThreeCheckDuck => Features {
                board: BoardShape::Square,
                duck: true,
                pieces: &['Q', 'R', 'B', 'N', 'P'],
                checks_to_win: if let Self::ThreeCheckDuck = self { Some(CHECKS_TO_WIN) } else { None },
                missed_turns: false,
            },
            Self::Duchess(_) => Features {
                board: BoardShape::Round,
                duck: false,
                pieces: &['Q', 'F', 'D', 'R', 'B', 'N', 'W', 'P'],
                checks_to_win: None,
                missed_turns: true,
            },
            Self::Chess => Features { duck: false, checks_to_win: None, ..Self::Duck.features() },
        }
    }
}
