//! Why a turn cannot be made, by its code.

use domain::rules::duchess::{DuchessPosition, DuchessTurnError, Role, SetUp, Square};

const PINNED: &str = "2 1 K1c1R1c3P1a3/K4a1Q4c4 P/- - 0 1";
const ON_THE_EDGE: &str = "2 1 K1c1P1c6/K4a1 PPQN/- - 0 1";

fn refused(position: &DuchessPosition, text: &str) -> DuchessTurnError {
    position.read_turn(text).expect_err(text)
}

#[test]
fn names_the_rule_by_its_code() {
    for (start, text, code) in [
        ("4", "hello", "unreadable"),
        ("4", " ", "empty"),
        ("4", "N1b2", "unreadable"),
        ("4", "1c3-1c4-1c5", "unreadable"),
        ("4", "1c3-1f4", "no-such-square"),
        ("4", "1c3-3c4", "folded"),
        ("4", "1c4-1c5", "empty-square"),
        ("4", "N2b2-2c4", "not-your-piece"),
        ("4", "B1b2-1c4", "other-piece"),
        ("4", "R1a1-1a2", "own-piece"),
        ("2 1 K1c1Q1c3/K4c1W1c5", "1c3-1c4-", "unreadable"),
        ("4 1 K1c1Q1c3/K2c1/K4c1P1c5/K5c1", "Q1c3-1c5", "partners-piece"),
        ("2 1 K1c1Q1c3/K4c1", "Q1c3-4c1", "king-is-not-taken"),
        ("4", "Q1c2-1c4", "blocked"),
        ("4", "N1b2-1b4", "illegal-piece-move"),
        ("4", "1c3-1c5", "illegal-piece-move"),
        ("4", "1c3-1d4", "nothing-to-take"),
        ("2 1 K1c1P1c3/K4c1P1c4", "1c3-1c4", "pawn-blocked"),
        ("2 1 K1c1/K4c1R2d6", "K1c1-1b1", "king-threatened"),
        (PINNED, "R1c3-1b3", "leaves-king"),
        (ON_THE_EDGE, "1c6-V=W", "promotion-not-taken"),
        (ON_THE_EDGE, "1c6-V=P", "promotion-not-taken"),
        (PINNED, "1a3-1a4=P", "promotion-misplaced"),
        ("4", "1a5-1c5", "empty-square"),
        ("4", "Q1c2-1A6", "illegal-piece-move"),
        ("4", "1B5x1a5", "empty-square"),
    ] {
        let set_up = start.parse::<SetUp>().map(DuchessPosition::start);
        let position = set_up.unwrap_or_else(|_| super::position(start));
        assert_eq!(refused(&position, text).code(), code, "{text}");
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
fn the_other_name_of_a_square_is_kept() {
    let refused = refused(&super::position("4 1 K1c1Q1c2N2e5/K2c1/K4c1/K5c1"), "Q1c2-1a5");
    let square: Square = "2e5".parse().unwrap();
    let error = Box::new(DuchessTurnError::OwnPiece { square, role: Role::Knight });
    assert_eq!(refused, DuchessTurnError::OtherwiseNamed { error, names: vec![("1a5".to_owned(), square)] });
    assert_eq!(refused.to_string(), "own-piece names=[(\"1a5\", 2e5)]");
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
