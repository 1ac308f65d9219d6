//! Chess on the analysis board.

use domain::rules::position::Position;
use domain::rules::study::{Study, StudyError};
use domain::rules::variant::Variant;

fn paste(text: &str, on: Variant) -> Result<Study, StudyError> {
    Study::read(text, &Position::start(on))
}

#[test]
fn chess_can_be_pasted_onto_any_square_board() {
    let game = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 e5 (1... c5) *";
    for board in [Variant::Duck, Variant::ThreeCheckDuck, Variant::Chess, "duchess-6".parse().unwrap()] {
        let study = paste(game, board).unwrap();
        assert_eq!((study.start(), study.line().count()), (&Position::start(Variant::Chess), 3), "{board}");
    }
    for board in [Variant::Duck, Variant::Chess] {
        let study = paste("1. e4 e5 2. Nf3", board).unwrap();
        assert_eq!((study.start().variant(), study.line().count()), (Variant::Chess, 3), "{board}");
        let study = paste("1. e4@c6 e5@d6", board).unwrap();
        assert_eq!((study.start().variant(), study.line().count()), (Variant::Duck, 2), "{board}");
    }
    assert!(
        matches!(paste("1. e4@c6 e5", Variant::Duck), Err(StudyError::Pgn { .. })),
        "the duck is on the board by then"
    );
}

#[test]
fn a_position_is_of_the_board_it_is_pasted_onto_unless_there_is_a_duck() {
    let (with, without) = ("4k3/8/8/4*3/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(paste(without, Variant::Chess).unwrap().start().variant(), Variant::Chess);
    assert_eq!(paste(without, Variant::Duck).unwrap().start().variant(), Variant::Duck);
    assert_eq!(paste(with, Variant::Chess).unwrap().start().variant(), Variant::Duck);
    let checks = format!("{without} +1+0");
    assert_eq!(paste(&checks, Variant::Chess).unwrap().start().variant(), Variant::ThreeCheckDuck);
    let refused = paste("4k3/8/8/8/8/8/8/K3R3 w - - 0 1", Variant::Chess).unwrap_err();
    assert!(matches!(&refused, StudyError::Fen(error) if error.code() == "in-check"), "{refused}");
}

#[test]
fn turns_alone_go_on_from_where_one_is() {
    let mut study = Study::new(Position::start(Variant::Chess));
    let here = study.play(&"0".parse().unwrap(), "e4").unwrap();
    let position = study.position_at(&here).unwrap();
    let more = Study::read("e5 Nf3 (Nc3)", &position).unwrap();
    assert_eq!((more.start(), more.line().count()), (&position, 3));
    assert_eq!(more.turns_text(), "1... e5 2. Nf3 (2. Nc3)");
    assert_eq!(Study::read(&more.to_string(), &Position::start(Variant::Duck)), Ok(more));
}

#[test]
fn nothing_follows_mate_but_pieces_can_be_moved_in_a_dead_position() {
    let mate = paste("1. f3 e5 2. g4 Qh4#", Variant::Chess).unwrap();
    assert_eq!(mate.clone().play(&"4".parse().unwrap(), "Kf2"), Err(StudyError::Over));
    let mut dead = paste("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Variant::Chess).unwrap();
    assert!(dead.start().result().is_some());
    assert!(dead.play(&"0".parse().unwrap(), "Kd2").is_ok());
}

#[test]
fn turns_of_duchess_are_told_so() {
    let refused = paste("1. N1b2-1c4", Variant::Chess).unwrap_err();
    assert!(matches!(refused, StudyError::OtherGame { written_as: Variant::Duchess(_), .. }), "{refused}");
}

#[test]
fn a_forgotten_duck_makes_no_chess_of_what_is_added_to_a_board() {
    let start = Position::start(Variant::Duck);
    let refused = Study::read_after("1. e4 e5", &start).unwrap_err();
    assert!(matches!(&refused, StudyError::Pgn { word, .. } if word == "e4"), "{refused}");
    assert!(Study::read_after("1. e4@c6 e5@a3", &start).is_ok());
}

#[test]
fn the_game_that_can_be_read_further_says_what_is_wrong() {
    let of_chess = paste("1. e4 e5 2. Nf3 Nc6 3. Bb9", Variant::Duck).unwrap_err();
    assert!(matches!(&of_chess, StudyError::Pgn { word, .. } if word == "Bb9"), "{of_chess}");
    let of_ducks = paste("1. e4@c6 e5@a3 2. Nf3", Variant::Chess).unwrap_err();
    assert!(matches!(&of_ducks, StudyError::Pgn { word, .. } if word == "Nf3"), "{of_ducks}");
}
