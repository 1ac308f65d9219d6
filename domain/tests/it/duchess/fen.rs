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
    for (fen, sentence) in [
        ("", "the FEN is empty: it begins with the set-up, 6, 4, 3, 2x2 or 2"),
        ("5 1 K1c1", "there is no set-up '5': the FEN begins with 6, 4, 3, 2x2 or 2"),
        ("2", "the FEN does not say who is to move: a flap, 1 or 4, follows the set-up 2"),
        ("2 2 K1c1/K4c1", "column 3: '2' is not the flap of who is to move: in the set-up 2 it is 1 or 4"),
        ("3 red K1c1/K4c1", "column 3: 'red' is not the flap of who is to move: in the set-up 3 it is 1, 3 or 5"),
        (
            "2 K1c1/K4c1",
            "column 3: who is to move is missing: a flap, 1 or 4, stands between the set-up 2 and the pieces",
        ),
        ("2 1", "the FEN does not say where the pieces are: they follow the seat to move"),
        ("2 1 K1c1/K4c1/K3c1", "column 5: the set-up 2 has 2 seats, and between slashes there are the pieces of 3"),
        ("2 1 K1c1X1c2/K4c1", "column 9: 'X' is no piece: the letters are K, Q, R, B, N, D, F, W and P"),
        ("2 1 K1c11c2/K4c1", "column 9: say what stands on 1c2, such as P1c2 for a pawn"),
        (
            "2 1 K1c1Q1c/K4c1",
            "column 10: '1c' is no square: they are named by flap, line and depth, such as 3c2, and V",
        ),
        (
            "2 1 K1c1Q1é2/K4c1",
            "column 10: '1é2' is no square: they are named by flap, line and depth, such as 3c2, and V",
        ),
        (
            "2 1 K1c1Q1c7/K4c1",
            "column 10: '1c7' is no square: they are named by flap, line and depth, such as 3c2, and V",
        ),
        (
            "2 1 K1c1/K4c1Q2c1",
            "column 14: 2c1 is on a flap that is folded down: in the set-up 2 somebody sits at 1 or 4",
        ),
        ("2 1 K1c1/K4c1Q1c1", "column 14: there is a piece on 1c1 already"),
        ("2 1 K1c1P2e5/K4c1Q1a5", "column 18: there is a piece on 2e5 already (1a5 is 2e5)"),
        (
            "2 1 K1c1/K4c1 0 1",
            "column 15: '0' does not say what has been taken: - for nothing, or letters for each of the 2 seats with \
             slashes between them",
        ),
        ("2 1 K1c1/K4c1 K/-", "column 15: 'K' is no piece that can be taken"),
        (
            "2 1 K1c1/K4c1 - 5",
            "column 17: '5' does not name the flaps whose seats are out, each once, such as 36, or - for none",
        ),
        (
            "2 1 K1c1/K4c1 - 11",
            "column 17: '11' does not name the flaps whose seats are out, each once, such as 36, or - for none",
        ),
        ("2 1 K1c1/K4c1 - - x", "column 19: 'x' is no number of turns since the last capture, promotion or pawn move"),
        ("2 1 K1c1/K4c1 - - 0 -1", "column 21: '-1' is no number of a round"),
        ("2 1 K1c1/K4c1 - - 0 1 1", "column 23: '1' follows the end"),
        ("2 1 Q1c1/K4c1", "Red has no king"),
        ("2 1 K1c1/K4c1K4c2", "Green has two kings, on 4c1 and 4c2"),
        ("2 1 K1c1Q1c2/K4c1 Q/-", "Red has 2 queens, those that were taken included, and 1 at the start"),
    ] {
        assert_eq!(fen.parse::<DuchessPosition>().unwrap_err().to_string(), sentence, "{fen}");
    }
}
