//! [`Features`]: the properties of a variant, for all code other than the rules and the drawing of boards.
//!
//! Code that has to know whether there is a duck asks for that feature, not for a variant's name: so adding a variant
//! does not affect it. How many play, and with whom, is the variant's
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

/// The properties of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// What shape the board has.
    pub board: BoardShape,
    /// Whether there is a duck that blocks every piece.
    pub duck: bool,
    /// Whether a turn has two steps, between which a board shows the piece moved and waits for the second.
    pub half_turns: bool,
    /// How many checks win, where checks are counted.
    pub checks_to_win: Option<u8>,
    /// The rule for kings.
    pub kings: KingRule,
    /// The rule for promotion.
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

/// The rule for kings.
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
    /// Its features.
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
