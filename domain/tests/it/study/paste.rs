//! What people paste: positions, games and turns alone, and what is said when they cannot be read.

use domain::line::Place;
use domain::position::Position;
use domain::study::{Study, StudyError};
use domain::variant::Variant;

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
fn turns_alone_go_on_from_where_one_is() {
    assert_eq!(paste("1. e4@c6 e6@e2 (1... d5@d3)").unwrap().line().count(), 3);
    let here = study("e4@c6").position_at(&place("1")).unwrap();
    let read = Study::read("e6@e2 d4@d6", &here).unwrap();
    assert_eq!((read.start(), read.line().count()), (&here, 2));
}

#[test]
fn a_word_with_slashes_in_a_comment_is_no_position() {
    let read = paste("{a/b/c/d or so} 1. e4@c6").unwrap();
    assert_eq!((read.comment_at(&Place::START), read.line().count()), ("a/b/c/d or so".to_owned(), 1));
    assert_eq!(paste("e4@c6{1/2/3/4}").unwrap().comment_at(&place("1")), "1/2/3/4");
    assert_eq!(paste("(e4@c6 {a/b/c/d})").unwrap_err().to_string(), refusal("(e4@c6 {a/b})"));
}

#[test]
fn what_is_said_twice_and_lines_that_begin_alike_are_one() {
    let text = "1. e4@c6 {a} ({first} 1. d4@d6 {b} (1. Nf3@a5)) (1. d4@d6 {b} Nf6@e5) (1. e4@c6 {a} {c}) 1... e6@e2 *";
    let read = paste(text).unwrap();
    assert_eq!(read.turns_text(), "1. e4@c6 {a} {c} (1. d4@d6 {b} {first} 1... Nf6@e5) (1. Nf3@a5) 1... e6@e2");
    assert_eq!(read.comment_at(&place("1")), "a c");
    assert_eq!(read.comment_at(&Place::START), "");
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
