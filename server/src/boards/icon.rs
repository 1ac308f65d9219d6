//! A seat's icon, shown next to its player's name: a king of its colour, or in Duchess a token like its pieces.

use domain::rules::seat::Seat;
use domain::rules::variant::Variant;

use super::round::{king_figure, pips, token_shape};
use super::seat_piece;
use crate::wording::SeatNames;

/// The picture of a seat.
pub struct SeatIcon {
    /// Its name in the sprite of the pieces, where it is no token.
    pub piece: &'static str,
    /// What Duchess has instead.
    pub token: Option<SeatToken>,
}

/// A token without a figure on it.
pub struct SeatToken {
    /// `red`
    pub colour: &'static str,
    /// `round`, `square` or `hexagon`, by the side.
    pub shape: &'static str,
    /// Its king's name in the sprite of the pieces.
    pub king: &'static str,
    /// The number of the seat on its side; none for a seat that is alone.
    pub pips: Option<usize>,
}

/// A seat's mark in lists of turns, where more than two seats or missed turns have to be distinguished: its token with
/// its pips.
pub struct SeatMark {
    /// `Red`
    pub name: &'static str,
    /// What is drawn.
    pub token: SeatToken,
}

impl SeatMark {
    /// Of a seat; none where the pieces have no tokens.
    pub fn of(variant: Variant, seat: Seat) -> Option<Self> {
        let token = SeatIcon::of(variant, seat).token?;
        Some(Self { name: variant.seating().name(seat), token })
    }
}

impl SeatIcon {
    /// For a seat whose colour is not settled yet: the duck, which belongs to nobody.
    pub const OPEN: Self = Self { piece: "duck", token: None };

    /// Of a seat in a game of this variant.
    pub fn of(variant: Variant, seat: Seat) -> Self {
        let token = match variant {
            Variant::Duck | Variant::ThreeCheckDuck | Variant::Chess => None,
            Variant::Duchess(set_up) => Some(SeatToken {
                colour: set_up.colour(seat),
                shape: token_shape(set_up, seat),
                king: king_figure(set_up, seat),
                pips: pips(set_up, seat),
            }),
        };
        Self { piece: seat_piece(seat), token }
    }
}
