//! Positions as text.

use domain::rules::duchess::{CapturedPieces, DuchessPosition, SetUp};

#[test]
fn tells_where_a_game_starts() {
    let two = DuchessPosition::start(SetUp::Two);
    assert_eq!(
        two.to_string(),
        "2 1 R1a1W1b1K1c1F1d1R1e1B1a2N1b2Q1c2B1d2D1e2P1a3P1b3P1c3P1d3P1e3/\
         R4a1W4b1K4c1F4d1R4e1B4a2N4b2Q4c2B4d2D4e2P4a3P4b3P4c3P4d3P4e3 - - 0 1"
    );
    for set_up in SetUp::ALL {
        let start = DuchessPosition::start(set_up);
        assert_eq!(start.to_string().parse(), Ok(start));
    }
}

#[test]
fn tells_what_was_taken_who_is_out_and_how_long_nothing_happened() {
    let text = "6 3 K1c1/K2c1/K3c1QV/K4c1/K5c1/R6a1K6c1 PPN/-/-/QW/-/- 46 17 9";
    let position = super::position(text);
    assert_eq!(position.to_string(), text);
    let seats: Vec<_> = position.set_up().seating().seats().collect();
    assert_eq!(
        (position.captured(seats[0]).to_string(), position.captured(seats[1])),
        ("PPN".to_owned(), CapturedPieces::default())
    );
    assert_eq!(
        seats.iter().map(|&seat| position.has_dropped_out(seat)).collect::<Vec<_>>(),
        [false, false, false, true, false, true]
    );
    assert_eq!((position.quiet_turns(), position.round().get()), (17, 9));
}

#[test]
fn may_be_short_and_in_any_order() {
    let position = super::position("2 1 R1a1K1c1N1a5/K4c1QV");
    assert_eq!(position.to_string(), "2 1 R1a1K1c1N2e5/K4c1QV - - 0 1");
    assert_eq!(super::position("2_1_k1c1n1A5r1a1/k4c1qv"), position);
}

#[test]
fn passes_the_turn_of_who_cannot_move() {
    let position = super::position("4 1 K1a1/K2c1R1e2R1b4/K4c1P4c3/K5c1 - - 0 1");
    assert_eq!(position.to_string(), "4 2 K1a1/R1e2R1b4K2c1/K4c1P4c3/K5c1 - - 1 1", "Red is in stalemate");
}

#[test]
fn says_what_is_wrong_and_where() {
    for (fen, beginning) in [
        ("", "no-set-up"),
        ("5 1 K1c1", "bad-set-up"),
        ("2", "no-seat"),
        ("2 2 K1c1/K4c1", "bad-seat column=3"),
        ("3 red K1c1/K4c1", "bad-seat column=3"),
        ("2 K1c1/K4c1", "seat-left-out column=3"),
        ("2 1", "no-pieces"),
        ("2 1 K1c1/K4c1/K3c1", "seat-count column=5"),
        ("2 1 K1c1X1c2/K4c1", "bad-piece column=9"),
        ("2 1 K1c11c2/K4c1", "piece-left-out column=9"),
        ("2 1 K1c1Q1c/K4c1", "bad-square column=10"),
        ("2 1 K1c1Q1é2/K4c1", "bad-square column=10"),
        ("2 1 K1c1Q1c7/K4c1", "bad-square column=10"),
        ("2 1 K1c1/K4c1Q2c1", "folded column=14"),
        ("2 1 K1c1/K4c1Q1c1", "two-pieces column=14"),
        ("2 1 K1c1P2e5/K4c1Q1a5", "two-pieces column=18"),
        ("2 1 K1c1/K4c1 0 1", "taken-count column=15"),
        ("2 1 K1c1/K4c1 K/-", "bad-taken column=15"),
        ("2 1 K1c1/K4c1 - 5", "bad-out column=17"),
        ("2 1 K1c1/K4c1 - 11", "bad-out column=17"),
        ("2 1 K1c1/K4c1 - - x", "bad-quiet column=19"),
        ("2 1 K1c1/K4c1 - - 0 -1", "bad-round column=21"),
        ("2 1 K1c1/K4c1 - - 0 1 1", "trailing column=23"),
        ("2 1 Q1c1/K4c1", "no-king"),
        ("2 1 K1c1/K4c1K4c2", "two-kings"),
        ("2 1 K1c1Q1c2/K4c1 Q/-", "too-many"),
    ] {
        let error = fen.parse::<DuchessPosition>().unwrap_err().to_string();
        assert!(error.starts_with(beginning), "{fen}: {error}");
    }
}
