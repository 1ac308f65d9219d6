//! What a variant says of itself is what its positions do.

use domain::rules::check_status::CheckStatus;
use domain::rules::duck::PROMOTIONS;
use domain::rules::features::{BoardShape, KingRule, Promotion};
use domain::rules::position::Position;
use domain::rules::seat::Seat;
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
    for variant in Variant::ALL {
        let (start, turn, _) = first_turn(variant);
        let features = variant.features();
        let is_written = start.write_turn(turn).contains('@');
        assert_eq!((is_written, features.half_turns), (features.duck, features.duck), "{variant}");
        let any_duck = variant.turn_example().replace("e5", "*");
        let is_open = matches!(start.read_pattern(&any_duck), Ok(Pattern::AnyDuck(_)));
        assert_eq!(is_open, features.duck, "{variant}");
    }
}

#[test]
fn checks_are_counted_where_so_many_win() {
    for variant in Variant::ALL {
        let (start, _, after) = first_turn(variant);
        for seat in variant.seating().seats() {
            assert_eq!(start.checks_given(seat).is_some(), variant.features().checks_to_win.is_some(), "{variant}");
            assert_eq!(after.checks_given(seat).unwrap_or_default(), 0, "{variant}");
        }
    }
    assert_eq!(Variant::ThreeCheckDuck.features().checks_to_win, Some(3));
}

#[test]
fn a_seat_drops_out_and_others_play_on_only_where_turns_can_be_missed() {
    for variant in Variant::ALL {
        let start = Position::start(variant);
        let can_be_written = start.read_entry("out").is_ok();
        assert_eq!(can_be_written, variant.features().missed_turns, "{variant}");
        let plays_on = start.drop_out(start.seat_to_move()).is_ok();
        let has_partners = variant.seating().seats_of(variant.seating().side(start.seat_to_move())).count() > 1;
        assert_eq!(plays_on, variant.features().missed_turns && has_partners, "{variant}");
    }
}

#[test]
fn pawns_become_what_the_variant_says() {
    let letters: Vec<char> = PROMOTIONS.iter().map(|role| role.upper_char()).collect();
    for variant in Variant::ALL {
        match variant.features().promotion {
            Promotion::OneOf(choices) => {
                assert_eq!(choices, letters);
                let ready = Position::from_fen(variant, "4k3/P7/8/4*3/8/8/8/4K3 w - - 0 1").unwrap();
                for choice in choices {
                    assert!(ready.read_turn(&format!("a8={choice}@e6")).is_ok(), "{variant} {choice}");
                }
                assert!(ready.read_turn("a8@e6").is_err());
            }
            Promotion::CapturedPiece => assert_eq!(variant.features().board, BoardShape::Round),
        }
    }
    let ready = Position::from_fen("duchess-2".parse().unwrap(), "2 1 K1a1P1c6/K4a1 Q/- - 0 1").unwrap();
    assert!(ready.read_turn("1c6-V").is_ok() && ready.read_turn("1c6-V=Q").is_ok());
    assert!(ready.read_turn("1c6-V=R").is_err(), "no rook has been captured");
}

#[test]
fn a_king_is_captured_or_mated() {
    for variant in Variant::ALL.into_iter().filter(|variant| variant.features().kings == KingRule::Captured) {
        let attacking = Position::from_fen(variant, "4k3/8/8/*7/8/8/8/K3R3 w - - 0 1").unwrap();
        assert!(attacking.read_turn("Rxe8").is_ok(), "{variant}");
        assert_eq!(attacking.check_status(Seat::BLACK), CheckStatus::Free, "{variant}");
    }
    let variant: Variant = "duchess-2".parse().unwrap();
    assert_eq!(variant.features().kings, KingRule::Mated);
    let before = Position::from_fen(variant, "2 4 K1a1/R1e2R1c4K4c1").unwrap();
    let mated = before.play(before.read_turn("R1c4-1c1").unwrap());
    assert!(mated.result().is_some() && !mated.has_turn());
    assert_eq!(mated.check_status(Seat::FIRST), CheckStatus::Checkmated);
}
