//! What a variant says of itself is what its positions do.

use domain::rules::position::Position;
use domain::rules::turn::{Pattern, Turn};
use domain::rules::variant::Variant;

/// A turn that can be made in the first position, and the position after it.
fn first_turn(variant: Variant) -> (Position, Turn, Position) {
    let start = Position::start(variant);
    let turn = start.read_turn(variant.turn_example()).unwrap();
    let after = start.play(turn);
    (start, turn, after)
}

#[test]
fn a_turn_has_a_duck_where_the_variant_has_one() {
    for variant in Variant::READ {
        let (start, turn, _) = first_turn(variant);
        let features = variant.features();
        let is_written = start.write_turn(turn).contains('@');
        assert_eq!(is_written, features.duck, "{variant}");
        let any_duck = variant.turn_example().replace("e5", "*");
        let is_open = matches!(start.read_pattern(&any_duck), Ok(Pattern::AnyDuck(_)));
        assert_eq!(is_open, features.duck, "{variant}");
    }
}

#[test]
fn a_seat_drops_out_and_others_play_on_only_where_turns_can_be_missed() {
    for variant in Variant::READ {
        let start = Position::start(variant);
        let can_be_written = start.read_entry("out").is_ok();
        assert_eq!(can_be_written, variant.features().missed_turns, "{variant}");
        let plays_on = start.drop_out(start.seat_to_move()).is_ok();
        let has_partners = variant.seating().seats_of(variant.seating().side(start.seat_to_move())).count() > 1;
        assert_eq!(plays_on, variant.features().missed_turns && has_partners, "{variant}");
    }
}

#[test]
fn every_seat_begins_with_every_kind_of_piece() {
    for variant in Variant::READ {
        for (_, material) in Position::start(variant).material().iter() {
            let kinds: Vec<_> = material.on_board.iter().map(|(letter, _)| *letter).collect();
            assert_eq!(kinds, variant.features().pieces, "{variant}");
        }
    }
}
