//! Games looked into: lines with variations, and studies by the rules.

mod clocks;
mod line;
mod paste;

use domain::rules::line::NodePath;
use domain::rules::pgn::{PgnGame, PgnResult};
use domain::rules::position::Position;
use domain::rules::study::{Study, StudyError};
use domain::rules::variant::Variant;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::duck::any_start;

pub fn place(text: &str) -> NodePath {
    text.parse().unwrap()
}

fn start() -> Position {
    Position::start(Variant::Duck)
}

/// A study with these turns of the line itself.
fn study(turns: &str) -> Study {
    let mut study = Study::new(start());
    let mut here = NodePath::START;
    for turn in turns.split_whitespace() {
        here = study.play(&here, turn).unwrap();
    }
    study
}

#[test]
fn what_cannot_be_played_leaves_the_study_as_it_was() {
    let mut study = study("e4@e6 f6@f5 Qh5@a6 d6@a5 Qxe8");
    let before = study.clone();
    assert_eq!(study.play(&place("5"), "Nf6@e5"), Err(StudyError::Over));
    assert_eq!(study.play(&place("9"), "Nf6@e5"), Err(StudyError::NotThere));
    assert!(matches!(study.play(&place("1"), "e4@e6"), Err(StudyError::Turn(_))));
    assert_eq!(study.comment(&place("1"), &"x".repeat(2001)), Err(StudyError::CommentTooLong));
    assert_eq!(study, before);
}

#[test]
fn a_game_that_goes_on_comes_into_its_study() {
    let mut study = study("e4@c6 e6@e2 Nc3@d6 Nf6@d5");
    let here = study.play(&place("2"), "d4@d6").unwrap();
    study.comment(&here, "this is what I would play").unwrap();
    let there = study.play(&here, "Nc6@e5").unwrap();
    let game = |turns: &str| {
        let mut position = start();
        let played = turns.split_whitespace().map(|text| {
            let turn = position.read_turn(text).unwrap();
            position = position.play(turn);
            turn.into()
        });
        PgnGame::new(start(), played.collect::<Vec<_>>(), PgnResult::Open)
    };
    assert_eq!(study.follow(game("e4@c6 e6@e2 d4@d6"), &there).unwrap(), place("4"));
    let text = "1. e4@c6 e6@e2 2. d4@d6 {this is what I would play} (2. Nc3@d6 Nf6@d5) 2... Nc6@e5";
    assert_eq!(study.turns_text(), text);
    let there = study.follow(game("e4@c6 e6@e2 d4@d6 a6@a5"), &place("4")).unwrap();
    assert_eq!((there, study.line().turns.len()), (place("3.1.1"), 4));
    let other = PgnGame::new(study.position_at(&place("1")).unwrap(), [], PgnResult::Open);
    assert_eq!(study.follow(other, &NodePath::START), Err(StudyError::OtherStart));
}

#[test]
fn a_study_has_bounds() {
    let shuffle = ["Nf3@a3", "Nf6@a6", "Ng1@a3", "Ng8@a6"];
    let mut turns = shuffle.iter().cycle();
    let mut position = start();
    let mut played = Vec::new();
    while played.len() <= Study::MAX_DEPTH {
        let turn = position.read_turn(turns.next().unwrap()).unwrap();
        position = position.play(turn);
        played.push(turn.into());
    }
    let game = |length: usize| PgnGame::new(start(), played[..length].iter().copied(), PgnResult::Open);
    let mut longest = Study::of(game(Study::MAX_DEPTH)).unwrap();
    assert_eq!(Study::of(game(Study::MAX_DEPTH + 1)), Err(StudyError::TooDeep));
    assert_eq!(longest.play(&NodePath::main(Study::MAX_DEPTH), "Nf3@a3"), Err(StudyError::TooDeep));
    let note = "quack ".repeat(300);
    let mut told = Study::of(game(60)).unwrap();
    let refused = (0..=60).find_map(|turns| told.comment(&NodePath::main(turns), &note).err());
    assert_eq!(refused, Some(StudyError::TooLong));
    assert!(told.to_string().len() <= Study::MAX_BYTES);
}

#[derive(Clone, Debug)]
enum Deed {
    Play(usize, u32),
    Say(usize, String),
    Promote(usize),
    Remove(usize),
}

fn any_deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        6 => (any::<usize>(), any::<u32>()).prop_map(|(place, turn)| Deed::Play(place, turn % 4000)),
        2 => (any::<usize>(), "[ -~é\n]{0,30}").prop_map(|(place, words)| Deed::Say(place, words)),
        1 => any::<usize>().prop_map(Deed::Promote),
        1 => any::<usize>().prop_map(Deed::Remove),
    ]
}

/// A position of the duck games, or the start of Duchess.
pub fn any_beginning() -> impl Strategy<Value = Position> {
    let duchess = prop::sample::select(&Variant::ALL[2..]).prop_map(Position::start);
    let chess = crate::chess::any_beginning().prop_map(Position::Chess);
    prop_oneof![2 => any_start().prop_map(Position::Duck), 1 => duchess, 1 => chess]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn studies_that_were_written_come_back_equal(start in any_beginning(), deeds in vec(any_deed(), 0..40)) {
        let mut study = Study::new(start.clone());
        for deed in deeds {
            let places = line::places(study.line());
            let at = |index: usize| &places[index % places.len()];
            match deed {
                Deed::Play(index, number) => {
                    let position = study.position_at(at(index)).unwrap();
                    let mut entries = Vec::new();
                    position.for_each_turn(|turn| entries.push(position.write_turn(turn)));
                    let is_round = position.read_entry("out").is_ok();
                    if is_round && number % 8 == 0 {
                        study.play(at(index), "out").unwrap();
                    } else if !entries.is_empty() {
                        study.play(at(index), &entries[number as usize % entries.len()]).unwrap();
                    }
                }
                Deed::Say(index, words) => study.comment(at(index), &words).unwrap(),
                Deed::Promote(index) => {
                    let promoted = study.promote(at(index));
                    prop_assert!(study.line().has(&promoted));
                }
                Deed::Remove(index) => {
                    let back = study.remove(at(index));
                    prop_assert!(study.line().has(&back));
                }
            }
        }
        let text = study.to_string();
        prop_assert_eq!(Study::read(&text, &start), Ok(study.clone()), "{}", text);
        if !study.is_empty() {
            let turns = study.turns_text();
            let read = Study::read(&turns, &start).unwrap();
            prop_assert_eq!(read.line(), study.line(), "{}", turns);
        }
    }

    #[test]
    fn nothing_that_is_pasted_makes_the_reader_panic(text in "[\\[\\]{}()\";%$@,ΘDeNf3-6/ .*\n]{0,160}") {
        let _ = Study::read(&text, &start());
    }

    #[test]
    fn nothing_of_duchess_that_is_pasted_makes_the_reader_panic(
        words in vec(prop::sample::select(&["out", "--", "..", "1c3-1c4", "2c3-2c4", "V", "(", ")", "{", "}", "$1", "1.", "0-0-1", "6", "K1a1/", "7c9", "é"][..]), 0..40),
        start in any_beginning(),
    ) {
        if let Ok(study) = Study::read(&words.join(" "), &start) {
            prop_assert_eq!(Study::read(&study.to_string(), &start), Ok(study));
        }
    }
}
