//! Where clocks run out between turns: a study of Duchess goes on without the seat.

use domain::rules::line::NodePath;
use domain::rules::outcome::{Outcome, RulesEnding};
use domain::rules::pgn::{PgnError, PgnProblem};
use domain::rules::position::Position;
use domain::rules::seat::Side;
use domain::rules::study::{Study, StudyError};
use domain::rules::variant::Variant;

use super::place;

fn start(key: &str) -> Position {
    Position::start(key.parse::<Variant>().unwrap())
}

fn to_move(study: &Study, at: &NodePath) -> &'static str {
    let position = study.position_at(at).unwrap();
    position.seating().key(position.seat_to_move())
}

#[test]
fn a_line_goes_on_without_whose_clock_has_run_out() {
    let mut study = Study::new(start("duchess-4"));
    let mut here = NodePath::START;
    for entry in ["1c3-1c4", "out", "4c3-4c4", "5c3-5c4"] {
        here = study.play(&here, entry).unwrap();
    }
    assert_eq!(to_move(&study, &place("2")), "green");
    here = study.play(&here, "1c4-1c5").unwrap();
    assert_eq!(to_move(&study, &here), "green", "Blue is missed");
    assert_eq!(study.turns_text(), "1. 1c3-1c4 out 4c3-4c4 5c3-5c4 2. 1c4-1c5 --");
    let refused = study.play(&here, "2c3-2c4").unwrap_err().to_string();
    assert!(refused.contains("owner: Blue, mover: Green"), "{refused}");
    assert_eq!(Study::read(&study.to_string(), study.start()), Ok(study.clone()));
    let fen = study.position_at(&here).unwrap().fen();
    let from_there = Study::read(&fen, study.start()).unwrap();
    assert_eq!((from_there.start().fen(), to_move(&from_there, &NodePath::START)), (fen, "green"));
}

#[test]
fn turns_beside_a_clock_that_ran_out_are_a_variation() {
    let mut study = Study::new(start("duchess-6"));
    let out = study.play(&NodePath::START, "out").unwrap();
    study.play(&out, "2c3-2c4").unwrap();
    let beside = study.play(&NodePath::START, "1c3-1c4").unwrap();
    study.play(&beside, "out").unwrap();
    assert_eq!(study.turns_text(), "1. out (1. 1c3-1c4 out) 1... 2c3-2c4");
}

#[test]
fn a_side_that_is_out_as_a_whole_has_lost() {
    let mut study = Study::new(start("duchess-4"));
    let mut here = NodePath::START;
    for entry in ["out", "2c3-2c4", "out"] {
        here = study.play(&here, entry).unwrap();
    }
    let result = study.position_at(&here).unwrap().result().unwrap();
    assert_eq!((result.outcome, result.ending), (Outcome::Win(Side::BLACK), RulesEnding::DroppedOut));
    assert_eq!(study.play(&here, "out").unwrap_err(), StudyError::Over);
}

#[test]
fn the_record_of_a_game_can_be_pasted() {
    let record = "\
[Red \"ann\"]
[Yellow \"ben\"]
[Magenta \"cleo\"]
[White \"?\"]
[Result \"0-0-1\"]
[Variant \"Duchess 3\"]

1. 1c3-1c4 3c3-3c4 {solid} 5c3-5c4
2. 1c4-1c5 out
0-0-1
";
    let study = Study::read(record, &start("duchess-6")).unwrap();
    assert_eq!(study.game().tags.get("Magenta"), Some("cleo"));
    assert_eq!(study.turns_text(), "1. 1c3-1c4 3c3-3c4 {solid} 5c3-5c4 2. 1c4-1c5 out");
    assert!(study.to_string().contains("[Magenta \"cleo\"]\n[Result \"0-0-1\"]\n[Variant \"Duchess 3\"]\n"), "{study}");
    assert!(study.to_string().ends_with("\n0-0-1\n"), "{study}");

    let corner = "[Variant \"Duchess 4\"]\n[FEN \"4 2 K1a1/R1e2R1c4K2c1/P1d6K4a1/R4e2R4c4K5c1 - - 0 7\"]\n\n";
    let skipped = format!("{corner}7. .. R1c4-1c1 1d6-1d5 K5c1-5b1\n8. -- K2c1-2b1 out R4c4-4c1\n0-1\n");
    let study = Study::read(&skipped, &start("duchess-6")).unwrap();
    assert_eq!(study.line().count(), 6);
    assert!(study.turns_text().ends_with("K5c1-5b1 8. -- K2c1-2b1 out R4c4-4c1"), "{}", study.turns_text());
    let wrong = format!("{corner}7. .. R1c4-1c1 -- *");
    let error = PgnError { line: 4, column: 16, problem: PgnProblem::NotMissed };
    let refused = StudyError::Pgn { error, word: "--".to_owned() };
    assert_eq!(Study::read(&wrong, &start("duchess-6")), Err(refused));
}
