//! What a player is told when a turn cannot be made.

use domain::rules::duchess::{DuchessPosition, DuchessTurnError, Role, SetUp, Square};

const PINNED: &str = "2 1 K1c1R1c3P1a3/K4a1Q4c4 P/- - 0 1";
const ON_THE_EDGE: &str = "2 1 K1c1P1c6/K4a1 PPQN/- - 0 1";

fn refused(position: &DuchessPosition, text: &str) -> DuchessTurnError {
    position.read_turn(text).expect_err(text)
}

#[test]
fn names_the_rule_in_a_sentence() {
    for (start, text, sentence) in [
        ("4", "hello", "'hello' is not a turn: write where a piece goes from and to, such as N1b2-1c4 or 1c6-V=Q"),
        ("4", " ", "the turn is missing: write where a piece goes from and to, such as N1b2-1c4 or 1c6-V=Q"),
        ("4", "N1b2", "'N1b2' is not a turn: write where a piece goes from and to, such as N1b2-1c4 or 1c6-V=Q"),
        (
            "4",
            "1c3-1c4-1c5",
            "'1c3-1c4-1c5' is not a turn: write where a piece goes from and to, such as N1b2-1c4 or 1c6-V=Q",
        ),
        ("4", "1c3-1f4", "there is no square '1f4': squares are named by flap, line and depth, such as 3c2, and V"),
        ("4", "1c3-3c4", "3c4 is on a flap that is folded down"),
        ("4", "1c4-1c5", "there is no piece on 1c4"),
        ("4", "N2b2-2c4", "the knight on 2b2 is Blue's, and it is Red's turn"),
        ("4", "B1b2-1c4", "there is a knight on 1b2, not a bishop"),
        ("4", "R1a1-1a2", "your own bishop is on 1a2"),
        (
            "2 1 K1c1Q1c3/K4c1W1c5",
            "1c3-1c4-",
            "'1c3-1c4-' is not a turn: write where a piece goes from and to, such as N1b2-1c4 or 1c6-V=Q",
        ),
        ("4 1 K1c1Q1c3/K2c1/K4c1P1c5/K5c1", "Q1c3-1c5", "the pawn on 1c5 is Green's, who is on your side"),
        ("2 1 K1c1Q1c3/K4c1", "Q1c3-4c1", "Green's king is on 4c1, and kings are never taken"),
        ("4", "Q1c2-1c4", "the queen cannot go from 1c2 to 1c4: a pawn is on 1c3"),
        ("4", "N1b2-1b4", "a knight does not move from 1b2 to 1b4, and no wizard of your side is next to both"),
        ("4", "1c3-1c5", "a pawn does not move from 1c3 to 1c5, and no wizard of your side is next to both"),
        (
            "4",
            "1c3-1d4",
            "the pawn on 1c3 has nothing to take on 1d4: without taking, pawns go over a side of their square",
        ),
        (
            "2 1 K1c1P1c3/K4c1P1c4",
            "1c3-1c4",
            "the pawn on 1c3 cannot go to 1c4, a pawn is there: pawns take over a corner of their square",
        ),
        ("2 1 K1c1/K4c1R2d6", "K1c1-1b1", "the king cannot go to 1b1: the rook on 2d6 threatens it there"),
        (PINNED, "R1c3-1b3", "your king on 1c1 would be threatened by the queen on 4c4"),
        (
            ON_THE_EDGE,
            "1c6-V=W",
            "no wizard of yours has been taken that the pawn could become: it may become a knight or a queen",
        ),
        (
            ON_THE_EDGE,
            "1c6-V=P",
            "no pawn of yours has been taken that the pawn could become: it may become a knight or a queen",
        ),
        (PINNED, "1a3-1a4=P", "only a pawn that comes to V becomes another piece"),
        ("4", "1a5-1c5", "there is no piece on 2e5 (1a5 is 2e5)"),
        (
            "4",
            "Q1c2-1A6",
            "a queen does not move from 1c2 to 2d5, and no wizard of your side is next to both (1A6 is 2d5)",
        ),
        ("4", "1B5x1a5", "there is no piece on 2e6 (1B5 is 2e6)"),
    ] {
        let set_up = start.parse::<SetUp>().map(DuchessPosition::start);
        let position = set_up.unwrap_or_else(|_| super::position(start));
        assert_eq!(refused(&position, text).to_string(), sentence, "{text}");
    }
}

#[test]
fn whether_something_is_taken_the_position_knows() {
    for (start, written, canonical) in [
        ("2 1 K1c1P1c3/K4c1", "1c3x1c4", "1c3-1c4"),
        ("2 1 K1c1P1c3/K4c1P1d4", "1c3-1d4", "1c3x1d4"),
        ("2 1 K1c1P1c3/K4c1P1d4", "1c3:1d4", "1c3x1d4"),
    ] {
        let position = super::position(start);
        let turn = position.read_turn(written).unwrap_or_else(|reason| panic!("{written}: {reason}"));
        assert_eq!(position.write_turn(turn), canonical, "as in the duck games");
    }
}

#[test]
fn of_another_player_the_other_name_is_said_too() {
    let refused = refused(&super::position("4 1 K1c1Q1c2N2e5/K2c1/K4c1/K5c1"), "Q1c2-1a5");
    assert_eq!(refused.to_string(), "your own knight is on 2e5 (1a5 is 2e5)");
    assert_eq!(refused.of_another(), "their own knight is on 2e5 (1a5 is 2e5)");
}

#[test]
fn can_be_told_apart_by_programs() {
    let square = |name: &str| name.parse::<Square>().unwrap();
    let position = super::position(PINNED);
    assert_eq!(
        refused(&position, "R1c3-1b3"),
        DuchessTurnError::LeavesKing { king: square("1c1"), role: Role::Queen, square: square("4c4") }
    );
    assert_eq!(refused(&position, "1b1-1b2"), DuchessTurnError::EmptySquare { square: square("1b1") });
}

#[test]
fn says_that_the_game_is_over() {
    let over = super::played(&super::position("2 1 Q1c2K1e2/K4a4"), "Q1c2-4c1");
    let over = over.drop_out(over.seat_to_move());
    assert_eq!(refused(&over, "K4a4-4a3"), DuchessTurnError::GameOver);
}
