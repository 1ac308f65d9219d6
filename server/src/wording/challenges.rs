//! Seats as challenges speak of them.

use domain::rules::seat::{Seating, Side};
use domain::rules::variant::Variant;

use super::lists::one_of;
use super::{SeatNames, VariantNames, all_of};

/// The seats of one player: `Red`; `Red and Green`, where one player has both.
pub fn seats_of_player(seating: Seating, player: usize) -> String {
    all_of(&seating.seats_of_player(player).map(|seat| seating.name(seat)).collect::<Vec<_>>())
}

/// That one of the two sides falls to a player by lot: `White or Black, by lot`.
pub fn side_by_lot(seating: Seating) -> String {
    let (first, second) = (seating.side_name(Side::WHITE), seating.side_name(Side::BLACK));
    match seating.len() {
        // `Red and Green, or Blue and Magenta, by lot`
        3.. => format!("{first}, or {second}, by lot"),
        _ => format!("{first} or {second}, by lot"),
    }
}

/// That a game has fewer seats than a player asks for.
pub fn no_such_seat(variant: Variant, place: &str) -> String {
    let seating = variant.seating();
    let seats: Vec<_> = (0..seating.players()).map(|player| seats_of_player(seating, player)).collect();
    format!("{} has no {place} seat: choose {}, or random.", variant.name(), one_of(&seats))
}

/// When a player moves, and with whom they play: `moves first, with Yellow and Magenta`.
pub fn moves_with(place: &str, partners: &[&str]) -> String {
    match partners {
        [] => format!("moves {place}"),
        _ => format!("moves {place}, with {}", all_of(partners)),
    }
}
