//! The players of a game in one line: the opponents of the player whose list or email it is, followed by their
//! partners.

use domain::rules::seat::{Seat, Seating};

use super::all_of;

/// Against whom a seat's player plays, of players by seat: `ben and dan (with cleo)`; from nobody's seat all players, side by
/// side: `ann and cleo against ben and dan`.
pub fn players_line(seating: Seating, seat: Option<Seat>, players: &[String]) -> String {
    let Some(seat) = seat else { return sides(seating, players).join(" against ") };
    let against = named(players, seating.opponents(seat));
    let own_side = seating.seats_of(seating.side(seat));
    let partners = named(players, own_side.filter(|&other| !seating.is_same_player(seat, other)));
    if partners.is_empty() { against } else { format!("{against} (with {partners})") }
}

/// Who plays on each side, of players by seat: `ann and cleo`, and `ben and dan`.
pub fn sides(seating: Seating, players: &[String]) -> Vec<String> {
    seating.sides().map(|side| named(players, seating.seats_of(side))).collect()
}

fn named(players: &[String], seats: impl Iterator<Item = Seat>) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in seats.filter_map(|seat| players.get(seat.index())) {
        // A player who holds two seats is one player.
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    all_of(&names)
}

#[cfg(test)]
mod tests {
    use domain::rules::variant::Variant;

    use super::*;

    fn line_for(variant: &str, seat: Option<Seat>, players: &[&str]) -> Option<String> {
        let seating = variant.parse::<Variant>().ok()?.seating();
        let players: Vec<_> = players.iter().map(|&name| name.to_owned()).collect();
        Some(players_line(seating, seat, &players))
    }

    #[test]
    fn partners_are_not_among_the_opponents() {
        let four = ["ann", "ben", "cleo", "dan"];
        assert_eq!(line_for("duchess-4", Some(Seat::WHITE), &four).as_deref(), Some("ben and dan (with cleo)"));
        assert_eq!(line_for("duchess-4", None, &four).as_deref(), Some("ann and cleo against ben and dan"));
    }

    #[test]
    fn two_are_named_once_and_three_play_each_for_themselves() {
        assert_eq!(line_for("duck", Some(Seat::BLACK), &["ann", "ben"]).as_deref(), Some("ann"));
        let two = ["ann", "ben", "ann", "ben"];
        assert_eq!(line_for("duchess-2x2", Some(Seat::WHITE), &two).as_deref(), Some("ben"));
        assert_eq!(line_for("duchess-2x2", None, &two).as_deref(), Some("ann against ben"));
        let three = ["ann", "ben", "cleo"];
        assert_eq!(line_for("duchess-3", Some(Seat::BLACK), &three).as_deref(), Some("ann and cleo"));
        assert_eq!(line_for("duchess-3", None, &three).as_deref(), Some("ann against ben against cleo"));
    }
}
