//! Games as text.

use std::time::Duration;

use domain::duchess::{DuchessPosition, DuchessRecord, RecordReader, RecordedStep, SetUp, Step};
use domain::outcome::Outcome;
use domain::pgn::{Comment, Tags};
use domain::seat::Side;
use proptest::collection::vec;
use proptest::prelude::*;

use super::properties::any_start;
use super::turns;

fn read(text: &str) -> Vec<Result<DuchessRecord, String>> {
    RecordReader::new(text.as_bytes()).map(|game| game.map_err(|error| error.to_string())).collect()
}

fn one(text: &str) -> DuchessRecord {
    let games = read(text);
    assert_eq!(games.len(), 1, "{games:?}");
    games[0].clone().unwrap()
}

#[test]
fn has_a_tag_for_every_seat_and_a_line_for_every_round() {
    let text = "\
[Event \"Friday\"]
[Site \"?\"]
[Date \"2026.11.21\"]
[Round \"?\"]
[Red \"Ann\"]
[Blue \"Ben\"]
[Green \"Cleo\"]
[Magenta \"?\"]
[Result \"0-1\"]
[Variant \"Duchess 4\"]
[SetUp \"1\"]
[FEN \"4 2 K1a1/R1e2R1c4K2c1/P1d6K4a1/R4e2R4c4K5c1 - - 0 7\"]
[Annotator \"Dora\"]

{A composition}
7. .. R1c4-1c1 {[%clk 1:00:00] Red is mated} 1d6-1d5 K5c1-5b1
8. -- K2c1-2b1 out R4c4-4c1 {and so} {is Green}
0-1
";
    let game = one(text);
    assert_eq!(game.to_string(), text);
    assert_eq!((game.tags.get("Green"), game.tags.get("Magenta")), (Some("Cleo"), None));
    assert_eq!(game.steps[0].clock, Some(Duration::from_secs(3600)));
    assert_eq!(game.last_position().result().map(|result| result.outcome), game.outcome);
}

#[test]
fn need_not_say_all_that_follows() {
    let text =
        "[Variant \"duchess-2x2\"]\n\nN1b2-1c4 2c3-2c4 (2. 2c3-2d3) out 5c3-5c4 $1 1d3-1d4; so so\n2c4-2c5 5c4-5d4";
    let game = one(text);
    assert_eq!((game.steps.len(), game.outcome), (7, None));
    assert!(
        game.to_string().contains("1. N1b2-1c4 2c3-2c4 out 5c3-5c4\n2. 1d3-1d4 {so so} 2c4-2c5 -- 5c4-5d4\n*\n"),
        "{game}"
    );
    assert_eq!(game.last_position().set_up(), SetUp::TwoByTwo);
}

#[test]
fn tells_for_which_of_three_it_ended() {
    for (result, outcome) in [
        ("0-0-1", Some(Outcome::Win(SetUp::Three.seating().sides().nth(2).unwrap()))),
        ("1/3-1/3-1/3", Some(Outcome::Draw)),
        ("*", None),
    ] {
        let game = DuchessRecord::new(DuchessPosition::start(SetUp::Three), [], outcome);
        assert!(game.to_string().contains(&format!("[Result \"{result}\"]")));
        assert_eq!(one(&game.to_string()), game);
    }
    let drawn = DuchessRecord::new(DuchessPosition::start(SetUp::Six), [], Some(Outcome::Draw));
    assert!(drawn.to_string().ends_with("\n1/2-1/2\n"));
    assert_eq!(one("[Variant \"Duchess 2\"]\n[Result \"1-0\"]\n").outcome, Some(Outcome::Win(Side::WHITE)));
}

#[test]
fn ends_with_who_is_out_when_that_decides() {
    let game = DuchessRecord::new(DuchessPosition::start(SetUp::Two), [Step::Out], Some(Outcome::Win(Side::BLACK)));
    assert!(game.to_string().ends_with("\n\n1. out\n0-1\n"), "{game}");
    assert_eq!(game.last_position().result().map(|result| result.outcome), game.outcome);
    assert_eq!(one(&game.to_string()), game);
}

#[test]
fn says_what_is_wrong_and_goes_on_with_the_next_game() {
    let good = DuchessRecord::new(DuchessPosition::start(SetUp::Two), [], None).to_string();
    for (text, sentence) in [
        (
            "1. N1b2-1c4 *",
            "line 1, column 4: the tag Variant is missing: write [Variant \"Duchess 6\"], or 4, 3, 2x2 or 2",
        ),
        (
            "[Variant \"Chess\"]\n\n*",
            "line 1, column 1: 'Chess' is no variant of Duchess: there are Duchess 6, 4, 3, 2x2 and 2",
        ),
        (
            "[Variant \"Duchess 2\"]\n[FEN \"2\"]\n\n*",
            "line 2, column 1: the FEN is no position: the FEN does not say who is to move: a flap, 1 or 4, follows the set-up 2",
        ),
        (
            "[Variant \"Duchess 2\"]\n[FEN \"3 1 K1c1/K3c1/K5c1\"]\n\n*",
            "line 2, column 1: the FEN is of another set-up than the variant",
        ),
        (
            "[Variant \"Duchess 2\"]\n\n1. 1c3-1c4 1c4-1c5 *",
            "line 3, column 12: the pawn on 1c4 is Red's, and it is Green's turn",
        ),
        ("[Variant \"Duchess 2\"]\n\n1. 1c3-1c4 -- *", "line 3, column 12: nobody misses a turn here"),
        ("[Variant \"Duchess 2\"]\n\n1. {1c3-1c4", "line 3, column 4: the comment that begins here is not closed"),
    ] {
        assert_eq!(read(text)[0], Err(sentence.to_owned()), "{text}");
        let file = format!("{text}\n\n{good}");
        assert_eq!(read(&file).last().unwrap().as_ref().map(ToString::to_string), Ok(good.clone()), "{file}");
    }
}

fn any_record() -> impl Strategy<Value = DuchessRecord> {
    let words = vec("[ -~é\n]{0,20}", 1..8);
    let tags = vec(("[A-Z][A-Za-z0-9_]{1,6}", "[ -~é\n]{0,20}"), 0..4);
    (any_start(), vec(any::<u32>(), 0..20), words, tags, 0..4_usize).prop_map(|(start, choices, words, tags, ended)| {
        let seating = start.set_up().seating();
        let outcome = seating.sides().map(Outcome::Win).chain([Outcome::Draw]).nth(ended);
        let mut game = DuchessRecord::new(start, [], outcome);
        tags.iter().for_each(|(name, value)| game.tags.set(name, value));
        game.comments.extend(Comment::new(&words[0]));
        let mut position = game.start.clone();
        for choice in choices {
            let turns = turns(&position);
            let Some(&turn) = turns.get(choice as usize % turns.len().max(1)) else { break };
            let step = if choice % 11 == 0 { Step::Out } else { Step::Turn(turn) };
            position = step.after(&position);
            let mut recorded = RecordedStep::from(step);
            recorded.clock = (choice % 5 == 0).then(|| Duration::from_millis(choice.into()));
            recorded.comments.extend(words.iter().take(choice as usize % 3).filter_map(|words| Comment::new(words)));
            game.steps.push(recorded);
        }
        game
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn games_that_were_written_come_back_equal(games in vec(any_record(), 1..4)) {
        let file: String = games.iter().map(|game| format!("{game}\n")).collect();
        let read: Result<Vec<_>, _> = RecordReader::new(file.as_bytes()).collect();
        prop_assert!(read.as_ref() == Ok(&games), "{file}\n{read:?}");
    }

    #[test]
    fn what_is_cut_off_or_changed_is_read_or_refused(game in any_record(), at in any::<usize>(), byte in any::<u8>()) {
        let mut bytes = game.to_string().into_bytes();
        let at = at % bytes.len();
        let _ = RecordReader::new(&bytes[..at]).count();
        bytes[at] = byte;
        prop_assert!(RecordReader::new(&bytes[..]).count() <= bytes.len());
    }
}

#[test]
fn knows_nobody_by_the_names_of_other_games() {
    let game = one("[White \"Ann\"]\n[Red \"?\"]\n[Variant \"Duchess 2\"]\n\n*");
    assert_eq!(game.tags, Tags::default());
}
