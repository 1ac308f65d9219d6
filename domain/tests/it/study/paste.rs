//! What people paste: positions, games and turns alone, and what is wrong when they cannot be read.

use domain::rules::duchess::SetUp;
use domain::rules::line::NodePath;
use domain::rules::position::{FenError, Position};
use domain::rules::study::{Study, StudyError};
use domain::rules::variant::Variant;

use super::{place, start, study};

fn paste(text: &str) -> Result<Study, StudyError> {
    Study::read(text, &start())
}

fn refusal(text: &str) -> StudyError {
    paste(text).unwrap_err()
}

/// The code of why a text is not a position, after whose rules it is said.
fn fen_code(error: &StudyError) -> (&'static str, &'static str) {
    match error {
        StudyError::Fen(FenError::Duchess(error)) => ("duchess", error.code()),
        StudyError::Fen(error) => ("duck", error.code()),
        error => panic!("{error}"),
    }
}

/// Where a text is no game, the word there, and the code of why.
fn pgn_code(error: &StudyError) -> (usize, usize, &str, &'static str) {
    match error {
        StudyError::Pgn { error, word } => (error.line, error.column, word, error.problem.code()),
        StudyError::OtherGame { line, column, word, .. } => (*line, *column, word, error.code()),
        error => panic!("{error}"),
    }
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
    assert_eq!(fen_code(&refusal("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1")), ("duck", "rank-count"));
}

#[test]
fn a_position_that_cannot_be_is_refused_in_the_words_of_its_own_game_whatever_is_on_the_board() {
    let duchess = [
        ("6 1 ", "no-pieces"),
        ("6 6 K1a1", "seat-count"),
        ("3 2 K1c1/K3c1/K5c1", "bad-seat"),
        ("4 K1c1/K2c1/K4c1/K5c1 - -", "seat-left-out"),
        ("5 1 K1c1/K2c1/K3c1/K4c1/K5c1", "bad-set-up"),
        ("1 K1c1P1c2/K4c1", "bad-set-up"),
        ("2 green K1c1P1c2/K4c1", "bad-seat"),
        ("2_1_K1c1P1c9/K4c1", "bad-square"),
        ("2 1 K1c1\n/K4c1", "seat-count"),
    ];
    let duck = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", "rank-count"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "no-color"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 +5", "bad-checks"),
    ];
    for board in Variant::ALL.map(Position::start) {
        let refusal = |text: &str| Study::read(text, &board).unwrap_err();
        for (text, code) in duchess {
            assert_eq!(fen_code(&refusal(text)), ("duchess", code), "{text}");
        }
        for (text, code) in duck {
            assert_eq!(fen_code(&refusal(text)), ("duck", code), "{text}");
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
        let refusal = |text: &str| Study::read(text, &board).unwrap_err();
        let nameless = refusal("[Variant \"Duchess\"]\n\n1. N1b2-1c4");
        assert_eq!(pgn_code(&nameless), (1, 1, "[Variant", "no-set-up"));
        let broken = refusal("[FEN \"6 7 K1c1/K2c1\"]\n\n*");
        assert_eq!(pgn_code(&broken), (1, 1, "[FEN", "bad-fen"));
        let other = refusal(&format!("[Variant \"Duck\"]\n[FEN \"{fen}\"]\n\n*"));
        assert_eq!(pgn_code(&other), (2, 1, "[FEN", "bad-fen"));
        assert!(other.to_string().contains("OtherVariant(Duchess(Three))"), "{other}");
    }
}

#[test]
fn turns_of_another_game_than_the_one_on_the_board_are_told_so() {
    let other_game = |word: &str, written_as| {
        let word = word.to_owned();
        StudyError::OtherGame { line: 1, column: 4, word, written_as }
    };
    assert_eq!(refusal("1. N1b2-1c4 N2b2-2c4"), other_game("N1b2-1c4", Variant::Duchess(SetUp::Six)));
    assert_eq!(pgn_code(&refusal("[Red \"Ann\"]\n\n1. N1b2-1c4")), (3, 4, "N1b2-1c4", "other-game"));
    let six = Position::start("duchess-6".parse().unwrap());
    assert_eq!(Study::read("1. e4@c6 e6@e2", &six), Err(other_game("e4@c6", Variant::Duck)));
    let named = refusal("[Variant \"Duck\"]\n\n1. N1b2-1c4");
    assert_eq!(pgn_code(&named), (3, 4, "N1b2-1c4", "illegal-turn"));
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
    assert_eq!(refusal("(e4@c6 {a/b/c/d})"), refusal("(e4@c6 {a/b})"));
}

#[test]
fn what_is_said_twice_and_lines_that_begin_alike_are_one() {
    let text = "1. e4@c6 {a} ({first} 1. d4@d6 {b} (1. Nf3@a5)) (1. d4@d6 {b} Nf6@e5) (1. e4@c6 {a} {c}) 1... e6@e2 *";
    let read = paste(text).unwrap();
    assert_eq!(read.turns_text(), "1. e4@c6 {a} {c} (1. d4@d6 {first} {b} 1... Nf6@e5) (1. Nf3@a5) 1... e6@e2");
    assert_eq!(read.comment_at(&place("1")), "a c");
    assert_eq!(read.comment_at(&NodePath::START), "");
}

#[test]
fn what_cannot_be_read_is_named_with_its_place() {
    assert_eq!(paste(" \n"), Err(StudyError::Nothing));
    let illegal = refusal("1. e4@c6 e6@e2\n2. Ke3@d6 Nf6@a3");
    assert_eq!(pgn_code(&illegal), (2, 4, "Ke3@d6", "illegal-turn"));
    let tagged = refusal("[Variant \"Duck\"]\n\n1. e4@c6 quack *");
    assert_eq!(pgn_code(&tagged), (3, 10, "quack", "illegal-turn"));
    assert_eq!(pgn_code(&refusal("1. e4@c6 (1. d4@d6")).3, "variation-not-closed");
    assert_eq!(pgn_code(&refusal("[Variant \"Draughts\"]\n\n*")).3, "unknown-variant");
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
