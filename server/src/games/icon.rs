//! A seat's picture beside its player's name: a king of its colour, or what its pieces stand on in Duchess.

use domain::seat::{Seat, Seating};
use domain::variant::Variant;

use super::board::seat_piece;
use super::round::seat_base;

/// The picture of a seat.
pub struct SeatIcon {
    /// Its name in a sprite.
    pub name: String,
    /// Its colour, where the sprite is that of Duchess: `red`.
    pub colour: Option<&'static str>,
}

impl SeatIcon {
    /// Of a seat in a game of this variant.
    pub fn of(variant: Variant, seat: Seat) -> Self {
        match variant {
            Variant::Duck | Variant::ThreeCheckDuck => Self { name: seat_piece(seat).to_owned(), colour: None },
            Variant::Duchess(set_up) => {
                let seating: Seating = set_up.seating();
                Self { name: seat_base(seating, seat), colour: Some(set_up.colour(seat)) }
            }
        }
    }
}
