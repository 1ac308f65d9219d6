//! What pages need to know about a variant's board besides its contents, so that they need not ask for its shape.

use domain::rules::features::BoardShape;
use domain::rules::seat::Seat;
use domain::rules::variant::Variant;

use super::round;
use crate::wording::board;

/// The kind of board that a variant is played on.
#[derive(Clone, Copy)]
pub struct BoardKind(Variant);

/// How the board is brought before another seat.
#[derive(Clone, Copy)]
pub struct Rotation {
    /// What is done to the board: `flip`.
    pub verb: &'static str,
    /// The button: `Flip the board`.
    pub name: &'static str,
    /// What its key does: `Turn the board, flap by flap`.
    pub key: &'static str,
    /// Its icon, as a path in a `viewBox` of 24 by 24.
    pub icon: &'static str,
}

const FLIP: Rotation = Rotation {
    verb: board::FLIP,
    name: board::FLIP_THE_BOARD,
    key: board::FLIP_THE_BOARD,
    icon: "M8 4v15M4.5 15.5L8 19l3.5-3.5M16 20V5M12.5 8.5L16 5l3.5 3.5",
};

const TURN: Rotation = Rotation {
    verb: board::TURN,
    name: board::TURN_THE_BOARD,
    key: board::TURN_FLAP_BY_FLAP,
    icon: "M19.5 12a7.5 7.5 0 1 1-2.4-5.5M17.5 2.5v4.3h-4.3",
};

impl BoardKind {
    /// Of a variant.
    pub const fn of(variant: Variant) -> Self {
        Self(variant)
    }

    /// Its shape, for the templates of boards alone.
    pub const fn shape(self) -> BoardShape {
        self.0.features().board
    }

    /// The name of the style sheet that it needs besides the one of all boards.
    pub const fn style_sheet(self) -> Option<&'static str> {
        match self.shape() {
            BoardShape::Square => None,
            BoardShape::Round => Some("round"),
        }
    }

    /// The script that it needs besides the one of all boards, to be loaded before turns are made on it.
    pub const fn script(self) -> Option<&'static str> {
        match self.shape() {
            BoardShape::Square => None,
            BoardShape::Round => Some("round/system"),
        }
    }

    /// For how many a round board is laid, in a word; none for a square one.
    pub const fn table(self) -> Option<&'static str> {
        match self.0 {
            Variant::Duck | Variant::ThreeCheckDuck | Variant::Chess => None,
            Variant::Duchess(set_up) => Some(round::table(set_up)),
        }
    }

    /// How many bytes the data of a position take that scripts get, about, where there is much to choose from: with 20 moves a
    /// square board takes 2,900, with 81 moves a round one 12,000.
    pub const fn data_bytes(self) -> usize {
        match self.shape() {
            BoardShape::Square => 8 * 1024,
            BoardShape::Round => 16 * 1024,
        }
    }

    /// How it is brought before another seat.
    pub const fn rotation(self) -> Rotation {
        match self.shape() {
            BoardShape::Square => FLIP,
            BoardShape::Round => TURN,
        }
    }

    /// The seat at its lower edge for a viewer who plays from a seat, and may have chosen to see all boards from White's side: round ones
    /// have none.
    pub const fn lower_seat(self, own: Seat, from_whites_side: bool) -> Seat {
        match self.shape() {
            BoardShape::Square if from_whites_side => Seat::WHITE,
            BoardShape::Square | BoardShape::Round => own,
        }
    }
}
