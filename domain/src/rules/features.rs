//! [`Features`]: what a variant has and has not, for everything that is not a rule or the drawing of a board.
//!
//! A page, a picture or a record that has to know whether there is a duck asks for that, and not for the name of a variant:
//! so one more variant does not touch it. How many play, and with whom, is the variant's
//! [`seating`](crate::rules::variant::Variant::seating).
//!
//! ```
//! use domain::rules::features::{BoardShape, KingRule};
//! use domain::rules::variant::Variant;
//!
//! let features = Variant::ThreeCheckDuck.features();
//! assert!(features.duck && features.half_turns);
//! assert_eq!((features.board, features.kings), (BoardShape::Square, KingRule::Captured));
//! assert_eq!(features.checks_to_win, Some(3));
//! ```

use crate::rules::duck::CHECKS_TO_WIN;
use crate::rules::variant::Variant;

/// What a variant has and has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// What shape the board has.
    pub board: BoardShape,
    /// Whether a duck is moved that stands in the way of every piece.
    pub duck: bool,
    /// Whether a turn has two steps, between which a board shows the piece moved and waits for the second.
    pub half_turns: bool,
    /// How many checks win, where checks are counted.
    pub checks_to_win: Option<u8>,
    /// What becomes of kings.
    pub kings: KingRule,
    /// What pawns become.
    pub promotion: Promotion,
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

/// What becomes of kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KingRule {
    /// They are captured, which ends the game: there is no check that has to be answered.
    Captured,
    /// They are mated: a check has to be answered, and no turn may leave the own king in check.
    Mated,
}

/// What a pawn becomes at the end of its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promotion {
    /// It must become one of these, by their letters, in the order a person is offered them.
    OneOf(&'static [char]),
    /// It may become one of the pieces that have been captured from its seat, or stay what it is.
    CapturedPiece,
}

impl Variant {
    /// What it has and has not.
    pub const fn features(self) -> Features {
        match self {
            Self::Duck | Self::ThreeCheckDuck => Features {
                board: BoardShape::Square,
                duck: true,
                half_turns: true,
                checks_to_win: match self {
                    Self::ThreeCheckDuck => Some(CHECKS_TO_WIN),
                    _ => None,
                },
                kings: KingRule::Captured,
                promotion: Promotion::OneOf(&['Q', 'R', 'B', 'N']),
                missed_turns: false,
            },
            Self::Duchess(_) => Features {
                board: BoardShape::Round,
                duck: false,
                half_turns: false,
                checks_to_win: None,
                kings: KingRule::Mated,
                promotion: Promotion::CapturedPiece,
                missed_turns: true,
            },
        }
    }
}
