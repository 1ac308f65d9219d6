//! The names of seats and sides. Their keys are of `domain`.

use domain::rules::check_status::CheckStatus;
use domain::rules::seat::{Colour, Seat, Seating, Side};

use super::lists::all_of;

/// What people call the seats of a game.
pub trait SeatNames {
    /// A seat's name: `White`.
    fn name(self, seat: Seat) -> &'static str;

    /// The name of a side, which is that of its seats: `White`, `Red, Yellow and Magenta`.
    fn side_name(self, side: Side) -> String;
}

impl SeatNames for Seating {
    fn name(self, seat: Seat) -> &'static str {
        colour(self.colour(seat))
    }

    fn side_name(self, side: Side) -> String {
        all_of(&self.seats_of(side).map(|seat| self.name(seat)).collect::<Vec<_>>())
    }
}

/// The name of the seat whose pieces have a colour.
pub const fn colour(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "White",
        Colour::Black => "Black",
        Colour::Red => "Red",
        Colour::Blue => "Blue",
        Colour::Yellow => "Yellow",
        Colour::Green => "Green",
        Colour::Magenta => "Magenta",
        Colour::Cyan => "Cyan",
    }
}

/// A seat whose clock has run out, beside its name.
pub const OUT_OF_TIME: &str = "out of time";

/// A seat that has voted to resign in a game that goes on, beside its name; its partners alone read it.
pub const WANTS_TO_RESIGN: &str = "wants to resign";

/// How a seat stands by the rules, beside its name.
pub const fn check_status(status: CheckStatus) -> Option<&'static str> {
    match status {
        CheckStatus::Free => None,
        CheckStatus::InCheck => Some("in check"),
        CheckStatus::Checkmated => Some("mated"),
        CheckStatus::Stalemated => Some("cannot move"),
    }
}

/// How well a computer plays, beside its name.
pub fn level(number: u8) -> String {
    format!("level {number}")
}

/// A clock that begins with the second round, beside what it shows.
pub const CLOCK_NOT_STARTED: &str = "clock not started";

/// A clock of a seat that is not to move, beside what it shows.
pub const CLOCK_WAITS: &str = "waiting";
