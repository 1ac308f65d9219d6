//! What people paste: positions, games and turns alone, and what is said when they cannot be read.

use domain::rules::line::NodePath;
use domain::rules::position::Position;
use domain::rules::study::{Study, StudyError};
use domain::rules::variant::Variant;

use super::{place, start, study};

fn paste(text: &str) -> Result<Study, StudyError> {
    Study::read(text, &start())
}

fn refusal(text: &str) -> String {
    paste(text).unwrap_err().to_string()
}

#[test]
fn a_position_is_read_by_the_rules_it_fits() {
    let fen = "rnbqkbnr/pppppppp/8/4*3/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1";
    assert_eq!(paste(&format!("  {fen}\n")).unwrap().start().fen(), fen);
    let checks = Position::start(Variant::ThreeCheckDuck).fen();
    assert_eq!(paste(&checks).unwrap().start().variant(), Variant::ThreeCheckDuck);
    for variant in Variant::ALL {
        let fen = Position::start(variant).fen();
        assert_eq!(paste(&fen).unwrap().start(), &Position::start(variant), "{fen}");
    }
    assert!(refusal("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1").starts_with("this FEN is no position: "));
}

#[test]
fn a_position_that_cannot_be_is_refused_in_the_words_of_its_own_game_whatever_is_on_the_board() {
    let duchess = [
        ("6 1 ", "the FEN does not say where the pieces are"),
        ("6 6 K1a1", "column 5: the set-up 6 has 6 seats, and between slashes there are the pieces of 1"),
        ("3 2 K1c1/K3c1/K5c1", "column 3: '2' is not the flap of who is to move: in the set-up 3 it is 1, 3 or 5"),
        ("4 K1c1/K2c1/K4c1/K5c1 - -", "column 3: who is to move is missing"),
        ("5 1 K1c1/K2c1/K3c1/K4c1/K5c1", "there is no set-up '5'"),
        ("1 K1c1P1c2/K4c1", "there is no set-up '1'"),
        ("2 green K1c1P1c2/K4c1", "column 3: 'green' is not the flap of who is to move"),
        ("2_1_K1c1P1c9/K4c1", "column 10: '1c9' is no square"),
        ("2 1 K1c1\n/K4c1", "column 5: the set-up 2 has 2 seats"),
    ];
    let duck = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", "the board has 7 ranks instead of 8"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "after the board, 'w' or 'b' must say who is to move"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 +5", "column 58: the checks given, '+5', must"),
    ];
    for board in Variant::ALL.map(Position::start) {
        let refusal = |text: &str| Study::read(text, &board).unwrap_err().to_string();
        for (text, why) in duchess {
            assert!(
                refusal(text).starts_with(&format!("this FEN of Duchess is no position: {why}")),
                "{}",
                refusal(text)
            );
        }
        for (text, why) in duck {
            assert!(refusal(text).starts_with(&format!("this FEN is no position: {why}")), "{}", refusal(text));
        }
    }
}

#[test]
fn a_game_of_duchess_says_for_how_many_it_is_or_is_told_to() {
    for board in Variant::ALL.map(Position::start) {
        let fen = Position::start("duchess-3".parse().unwrap()).fen();
        for tags in ["", "[Variant \"Duchess\"]\n", "[Variant \"Duchess 3\"]\n"] {
            let read = Study::read(&format!("{tags}[FEN \"{fen}\"]\n\n1. N1b2-1c4 *"), &board).unwrap();
            assert_eq!((read.start().variant().key(), read.line().count()), ("duchess-3", 1), "{tags}");
        }
        let refusal = |text: &str| Study::read(text, &board).unwrap_err().to_string();
        let nameless = "line 1, column 1 ([Variant): it does not say for how many Duchess is played";
        assert!(refusal("[Variant \"Duchess\"]\n\n1. N1b2-1c4").starts_with(nameless));
        let broken = "line 1, column 1 ([FEN): the FEN is no position: column 3: '7' is not the flap";
        assert!(refusal("[FEN \"6 7 K1c1/K2c1\"]\n\n*").starts_with(broken));
        let other = "line 2, column 1 ([FEN): the FEN is no position: the FEN is one of Duchess for three";
        assert_eq!(refusal(&format!("[Variant \"Duck\"]\n[FEN \"{fen}\"]\n\n*")), other);
    }
}

#[test]
fn turns_of_another_game_than_the_one_on_the_board_are_told_so() {
    let duchess = "line 1, column 4 (N1b2-1c4): this is a turn of Duchess, and the text does not say for how many: write \
                   [Variant \"Duchess 6\"] above it, or 4, 3, 2x2 or 2";
    assert_eq!(refusal("1. N1b2-1c4 N2b2-2c4"), duchess);
    assert!(refusal("[Red \"Ann\"]\n\n1. N1b2-1c4").ends_with("above it, or 4, 3, 2x2 or 2"));
    let six = Position::start("duchess-6".parse().unwrap());
    let refused = Study::read("1. e4@c6 e6@e2", &six).unwrap_err().to_string();
    let duck = "line 1, column 4 (e4@c6): this is a turn of Duck Chess, and Duchess is on the board: write [Variant \"Duck\"] \
                above it, or [Variant \"Three-check Duck\"]";
    assert_eq!(refused, duck);
    let named = refusal("[Variant \"Duck\"]\n\n1. N1b2-1c4");
    assert!(named.contains("is not a turn: write a piece move"), "{named}");
}

#[test]
fn turns_alone_go_on_from_where_one_is() {
    assert_eq!(paste("1. e4@c6 e6@e2 (1... d5@d3)").unwrap().line().count(), 3);
    let here = study("e4@c6").position_at(&place("1")).unwrap();
    let read = Study::read("e6@e2 d4@d6", &here).unwrap();
    assert_eq!((read.start(), read.line().count()), (&here, 2));
}

#[test]
fn a_word_with_slashes_in_a_comment_is_no_position() {
    let read = paste("{a/b/c/d or so} 1. e4@c6").unwrap();
    assert_eq!((read.comment_at(&NodePath::START), read.line().count()), ("a/b/c/d or so".to_owned(), 1));
    assert_eq!(paste("e4@c6{1/2/3/4}").unwrap().comment_at(&place("1")), "1/2/3/4");
    assert_eq!(paste("(e4@c6 {a/b/c/d})").unwrap_err().to_string(), refusal("(e4@c6 {a/b})"));
}

#[test]
fn what_is_said_twice_and_lines_that_begin_alike_are_one() {
    let text = "1. e4@c6 {a} ({first} 1. d4@d6 {b} (1. Nf3@a5)) (1. d4@d6 {b} Nf6@e5) (1. e4@c6 {a} {c}) 1... e6@e2 *";
    let read = paste(text).unwrap();
    assert_eq!(read.turns_text(), "1. e4@c6 {a} {c} (1. d4@d6 {b} {first} 1... Nf6@e5) (1. Nf3@a5) 1... e6@e2");
    assert_eq!(read.comment_at(&place("1")), "a c");
    assert_eq!(read.comment_at(&NodePath::START), "");
}

#[test]
fn what_cannot_be_read_is_named_with_its_place() {
    assert_eq!(paste(" \n"), Err(StudyError::Nothing));
    let illegal = refusal("1. e4@c6 e6@e2\n2. Ke3@d6 Nf6@a3");
    assert!(illegal.starts_with("line 2, column 4 (Ke3@d6): "), "{illegal}");
    let tagged = refusal("[Variant \"Duck\"]\n\n1. e4@c6 quack *");
    assert!(tagged.starts_with("line 3, column 10 (quack): "), "{tagged}");
    assert!(refusal("1. e4@c6 (1. d4@d6").contains("the variation that begins here is not closed"));
    assert!(refusal("[Variant \"Draughts\"]\n\n*").contains("there are no rules for the variant 'Draughts'"));
    assert_eq!(paste(&"e4@c6 ".repeat(9000)), Err(StudyError::TooLong));
}

#[test]
fn studies_are_joined_where_they_start_alike() {
    let mut one = study("e4@c6 e6@e2");
    one.join(&study("e4@c6 d5@d3")).unwrap();
    assert_eq!(one.turns_text(), "1. e4@c6 e6@e2 (1... d5@d3)");
    let elsewhere = Study::new(one.position_at(&place("1")).unwrap());
    assert_eq!(one.join(&elsewhere), Err(StudyError::OtherStart));
}
