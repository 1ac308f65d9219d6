//! Games as text: a line for every round, whatever else PGN holds.

use std::time::Duration;

use domain::rules::duchess::SetUp;
use domain::rules::entry::Entry;
use domain::rules::line::Comment;
use domain::rules::pgn::{PgnGame, PgnReader, PgnResult, PgnTurn};
use domain::rules::position::Position;
use domain::rules::turn::Turn;
use domain::rules::variant::Variant;
use proptest::collection::vec;
use proptest::prelude::*;

use super::properties::any_start;
use super::turns;

fn read(text: &str) -> Vec<Result<PgnGame, String>> {
    PgnReader::new(text.as_bytes()).map(|game| game.map_err(|error| error.to_string())).collect()
}

fn one(text: &str) -> PgnGame {
    let games = read(text);
    assert_eq!(games.len(), 1, "{games:?}");
    games[0].clone().unwrap()
}

fn game(set_up: SetUp, entries: &[Entry], result: PgnResult) -> PgnGame {
    PgnGame::new(Position::start(Variant::Duchess(set_up)), entries.iter().copied(), result)
}

/// What the rules say of the end.
fn by_the_rules(game: &PgnGame) -> Option<PgnResult> {
    game.last_position().result().map(|result| result.outcome.into())
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
    assert_eq!(game.line.turns[0].clock, Some(Duration::from_secs(3600)));
    assert_eq!(by_the_rules(&game), Some(game.result));
}

#[test]
fn need_not_say_all_that_follows() {
    let text =
        "[Variant \"duchess-2x2\"]\n\nN1b2-1c4 2c3-2c4 (2. 2d3-2d4) out 5c3-5c4 $1 1d3-1d4; so so\n2c4-2c5 5c4-5d4";
    let game = one(text);
    assert_eq!((game.line.turns.len(), game.result), (7, PgnResult::Open));
    let turns = "\n1. N1b2-1c4 2c3-2c4 (1... 2d3-2d4) 1... out 5c3-5c4 $1\n2. 1d3-1d4 {so so} 2c4-2c5 -- 5c4-5d4\n*\n";
    assert!(game.to_string().ends_with(turns), "{game}");
    assert_eq!(game.last_position().variant(), Variant::Duchess(SetUp::TwoByTwo));
}

#[test]
fn tells_for_which_of_three_it_ended() {
    for (text, result) in [("0-0-1", PgnResult::ThirdSideWon), ("1/3-1/3-1/3", PgnResult::Draw), ("*", PgnResult::Open)]
    {
        let game = game(SetUp::Three, &[], result);
        assert!(game.to_string().contains(&format!("[Result \"{text}\"]")));
        assert_eq!(one(&game.to_string()), game);
    }
    assert!(game(SetUp::Six, &[], PgnResult::Draw).to_string().ends_with("\n1/2-1/2\n"));
    assert_eq!(one("[Variant \"Duchess 2\"]\n[Result \"1-0\"]\n").result, PgnResult::FirstSideWon);
}

#[test]
fn ends_with_who_is_out_when_that_decides() {
    let game = game(SetUp::Two, &[Entry::DropOut], PgnResult::SecondSideWon);
    assert!(game.to_string().ends_with("\n\n1. out\n0-1\n"), "{game}");
    assert_eq!(by_the_rules(&game), Some(game.result));
    assert_eq!(one(&game.to_string()), game);
}

#[test]
fn says_what_is_wrong_and_goes_on_with_the_next_game() {
    let good = game(SetUp::Two, &[], PgnResult::Open).to_string();
    for (text, error) in [
        ("[Variant \"Duchess\"]\n\n*", "line=1 column=1: no-set-up"),
        ("[Variant \"Duchess 2\"]\n[FEN \"2\"]\n\n*", "line=2 column=1: bad-fen error=Duchess(NoSeat { set_up: Two })"),
        (
            "[Variant \"Duchess 2\"]\n[FEN \"3 1 K1c1/K3c1/K5c1\"]\n\n*",
            "line=2 column=1: bad-fen error=OtherVariant(Duchess(Three))",
        ),
        (
            "[Variant \"Duchess 2\"]\n\n1. 1c3-1c4 1c4-1c5 *",
            "line=3 column=12: illegal-turn written=\"1c4-1c5\" is_in_variation=false error=Duchess(NotYourPiece { square: 1c4, role: Pawn, owner: Red, mover: Green })",
        ),
        ("[Variant \"Duchess 2\"]\n\n1. 1c3-1c4 -- *", "line=3 column=12: not-missed"),
        ("[Variant \"Duchess 2\"]\n\n1. {1c3-1c4", "line=3 column=4: comment-not-closed"),
    ] {
        assert_eq!(read(text)[0], Err(error.to_owned()), "{text}");
        let file = format!("{text}\n\n{good}");
        assert_eq!(read(&file).last().unwrap().as_ref().map(ToString::to_string), Ok(good.clone()), "{file}");
    }
}

fn any_record() -> impl Strategy<Value = PgnGame> {
    let words = vec("[ -~é\n]{0,20}", 1..8);
    let tags = vec(("[A-Z][A-Za-z0-9_]{1,6}", "[ -~é\n]{0,20}"), 0..4);
    (any_start(), vec(any::<u32>(), 0..20), words, tags, 0..4_usize).prop_map(|(start, choices, words, tags, ended)| {
        let sides = start.set_up().seating().sides().count();
        let results = [PgnResult::FirstSideWon, PgnResult::SecondSideWon, PgnResult::ThirdSideWon];
        let result = results[..sides].iter().copied().chain([PgnResult::Draw]).nth(ended).unwrap_or_default();
        let mut position = start.clone();
        let mut game = PgnGame::new(start.into(), [], result);
        tags.iter().for_each(|(name, value)| game.tags.set(name, value));
        game.line.comments.extend(Comment::new(&words[0]));
        for choice in choices {
            let turns = turns(&position);
            let Some(&turn) = turns.get(choice as usize % turns.len().max(1)) else { break };
            let is_out = choice % 11 == 0;
            let seat = position.seat_to_move();
            position = if is_out { position.drop_out(seat) } else { position.play(turn) };
            let mut step = PgnTurn::from(if is_out { Entry::DropOut } else { Entry::Turn(Turn::Duchess(turn)) });
            step.clock = (choice % 5 == 0).then(|| Duration::from_millis(choice.into()));
            step.comments.extend(words.iter().take(choice as usize % 3).filter_map(|words| Comment::new(words)));
            game.line.turns.push(step);
        }
        game
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn games_that_were_written_come_back_equal(games in vec(any_record(), 1..4)) {
        let file: String = games.iter().map(|game| format!("{game}\n")).collect();
        let read: Result<Vec<_>, _> = PgnReader::new(file.as_bytes()).collect();
        prop_assert!(read.as_ref() == Ok(&games), "{file}\n{read:?}");
    }

    #[test]
    fn what_is_cut_off_or_changed_is_read_or_refused(game in any_record(), at in any::<usize>(), byte in any::<u8>()) {
        let mut bytes = game.to_string().into_bytes();
        let at = at % bytes.len();
        let _ = PgnReader::new(&bytes[..at]).count();
        bytes[at] = byte;
        prop_assert!(PgnReader::new(&bytes[..]).count() <= bytes.len());
    }
}
