//! Seats as challenges speak of them.

use domain::rules::seat::{Seating, Side};

use super::{SeatNames, all_of};

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

/// When a player moves, and with whom they play: `moves first, with Yellow and Magenta`.
pub fn moves_with(place: &str, partners: &[&str]) -> String {
    match partners {
        [] => format!("moves {place}"),
        _ => format!("moves {place}, with {}", all_of(partners)),
    }
}
