//! PGN as it is found, and as we write it.

mod places;
mod properties;

use std::time::Duration;

use domain::rules::line::Comment;
use domain::rules::outcome::RulesEnding;
use domain::rules::pgn::{PgnError, PgnGame, PgnProblem, PgnReader, PgnResult};
use domain::rules::position::Position;
use domain::rules::variant::Variant;

fn read(text: &str) -> Vec<Result<PgnGame, PgnError>> {
    PgnReader::new(text.as_bytes()).collect()
}

fn only(text: &str) -> PgnGame {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0).unwrap()
}

/// The turns of a game in short notation.
fn turns(game: &PgnGame) -> String {
    let mut position = game.start.clone();
    let mut texts = Vec::new();
    for step in &game.line.turns {
        texts.push(position.write_entry(step.turn));
        position = position.after(step.turn);
    }
    texts.join(" ")
}

const OPENING: &str = "e4@c6 e6@e2 d4@d6 Nf6@e2";

#[test]
fn reads_every_notation_in_use() {
    for text in [
        "1. e4@c6 e6@e2\n2. d4@d6 Nf6@e2",
        "[Variant \"Duck\"]\n1. e4,c6 e6,e2 2. d4,d6 Nf6,e2",
        "e2e4,e4c6 e7e6,e6e2 d2d4,d4d6 g8f6,f6e2",
        "1. e4 Θc6 e6 Θe2 2. d4 Θd6+ Nf6! Θe2#",
        "1.e4 {@c6} e6 {@e2} 2.d4 {@d6} Nf6 {@e2}",
        "1. e4 {[Duck \"c6\"]} e6 {[Duck \"e2\"]} 2. d4 {[Duck \"d6\"]} Nf6 {[Duck \"e2\"]}",
        "1. e4 Dc6\n2. e6 De2\n3. d4 Dd6\n4. Nf6 De2",
        "1. e4 @c6 e6 @ e2 2. d4, d6 Nf6 , e2",
        "1. e4 ϑc6 e6 🦆 e2 2. d4 ϴ d6 Nf6 θe2",
    ] {
        assert_eq!(turns(&only(text)), OPENING, "{text}");
    }
}

#[test]
fn reads_the_samples_found_on_the_web() {
    let samples = include_str!("../../oracle/duck-import-samples.txt");
    let lines: Vec<&str> = samples.lines().collect();
    let blocks = lines.split(|line| line.starts_with('#')).filter(|block| !block.is_empty());
    let mut games = Vec::new();
    for block in blocks {
        if block.iter().filter(|line| line.starts_with("1.")).count() > 1 {
            games.extend(block.iter().map(|line| turns(&only(line))));
        } else {
            games.push(turns(&only(&block.join("\n"))));
        }
    }
    assert_eq!(
        games,
        [
            "e4@c6 e6@e2 d4@d6 Nf6@e2 Nc3@e7 d5@e5",
            "e4@c6 e6@e2 d4@d6 Nf6@e2",
            "e4@c6 e6@e2",
            "d4@d6 e5@e7 Nf3@f6 exd4@a6 Qxd4@c6 f5@a5 Qxd7@b4 Nc6@d1 Qxe8",
            "e4@e6 d5@d3",
            "e4@g6 d5@c4",
            "e4@e5 Nf6@d4",
            "e4@d6",
        ]
    );
}

#[test]
fn reads_a_game_of_chess_com() {
    let game = only(
        r#"[Variant "FFA"]
[RuleVariants "DuckChess EnPassant Play4Mate Stalemate=win"]
[StartFen4 "2PC"]

1. g5-g7Θ-g9 .. h10-h8Θg9-h10
2. Nj4-i6Θh10-i9 .. h8xg7Θi9-d9
3. Qg4xg7Θd9-f9 .. i10-i8Θf9-d8
4. Qg7xg10Θd8-e7+ .. Ne11-f9Θe7-g4
5. Qg10xKh11#
"#,
    );
    assert_eq!(turns(&game), "d4@d6 e5@e7 Nf3@f6 exd4@a6 Qxd4@c6 f5@a5 Qxd7@b4 Nc6@d1 Qxe8");
    assert_eq!(game.last_position().result().unwrap().ending, RulesEnding::KingCaptured);
}

/// A file of one of its variants has the tags of PGN, but a date in words.
#[test]
fn reads_who_played_on_chess_com_and_when() {
    let when = |date: &str| {
        let tags =
            format!("[White \"ubi\"]\n[WhiteElo \"1894\"]\n[Black \"gmy\"]\n[Date \"{date}\"]\n[StartFen4 \"2PC\"]");
        let game = only(&format!("{tags}\n\n1. g5-g7Θ-g9 *\n"));
        let tag = |name: &str| game.tags.get(name).unwrap_or_default().to_owned();
        assert_eq!((tag("White"), tag("WhiteElo"), tag("Black")), ("ubi".into(), "1894".into(), "gmy".into()));
        tag("Date")
    };
    assert_eq!(when("Sat Feb 24 2024 20:41:21 GMT+0000 (Coordinated Universal Time)"), "2024.02.24");
    for as_it_is in ["2024.02.24", "2024.??.??", "Sat Feb 32 2024", "on Feb 24 2024", "the day after", "Sat Feb 24"] {
        assert_eq!(when(as_it_is), as_it_is);
    }
}

#[test]
fn counts_squares_as_chess_com_does_in_all_of_its_games() {
    // The last turn could be read with either squares: bishop e7 takes h4, or bishop b4 takes e1.
    let turns_alone = "1. g5-g6Θ-d9 .. h10-h9Θd9-d8 2. k5-k6Θd8-d7 .. Bi11-e7Θd7-d9 3. k6-k7Θd9-d8 .. Be7xKh4#";
    let expected = "d3@a6 e6@a5 h3@a4 Bb4@a6 h4@a5 Bxe1";
    for tag in ["StartFen4 \"2PC\"", "RuleVariants \"DuckChess EnPassant\""] {
        assert_eq!(turns(&only(&format!("[{tag}]\n\n{turns_alone}\n"))), expected, "{tag}");
    }
}

#[test]
fn reads_two_games_and_reports_a_broken_one_between_them() {
    let text = "[White \"Ann\"]\n\n1. e4@c6 *\n\n[White \"Bob\"]\n\n1. e4@c6 e5@e6\n2. Ke3@d3 d5@d4 1-0\n\n[White \"Cy\"]\n\n1. d4@c6 1/2-1/2\n";
    let games = read(text);
    assert_eq!(games.len(), 3);
    assert_eq!(games[0].as_ref().unwrap().tags.get("White"), Some("Ann"));
    let error = games[1].as_ref().unwrap_err();
    assert_eq!((error.line, error.column, error.problem.code()), (8, 4, "illegal-turn"));
    let last = games[2].as_ref().unwrap();
    assert_eq!((last.tags.get("White"), last.result), (Some("Cy"), PgnResult::Draw));
}

#[test]
fn a_comment_that_is_never_closed_does_not_swallow_the_next_game() {
    let games = read("[White \"Ann\"]\n\n1. e4@c6 {oh *\n\n[White \"Bob\"]\n\n1. e4@c6 *\n");
    assert_eq!(games.len(), 2);
    let error = games[0].as_ref().unwrap_err();
    assert_eq!((error.line, error.column, &error.problem), (3, 10, &PgnProblem::CommentNotClosed));
    assert_eq!(turns(games[1].as_ref().unwrap()), "e4@c6");
}

#[test]
fn tells_what_is_wrong_with_the_form_of_a_game() {
    for (text, expected) in [
        ("[White \"Ann]\n\n1. e4@c6 *", "1:1 bad-tag"),
        ("[Variant \"Atomic\"]\n\n1. e4 *", "1:1 unknown-variant"),
        (&format!("[Variant \"{}\"]\n\n1. e4 *", "Atomic ".repeat(100)), "1:1 unknown-variant"),
        ("[StartFen4 \"4PC\"]\n\n1. e4 *", "1:1 unknown-start"),
        ("[FEN \"8/8 w\"]\n\n*", "1:1 bad-fen"),
        ("(1. e4@e5) *", "1:1 variation-without-turn"),
        ("1. e4@e5 ) *", "1:10 nothing-to-close"),
        ("1. e4@e5 (1. d4@d5 *", "1:10 variation-not-closed"),
        ("1. e4@e5\n(1. d4@d5 (1. c4@c5) *", "2:1 variation-not-closed"),
        ("1. e4@e5 } *", "1:10 stray"),
        ("1. e4@e5 {é} d5 *", "1:14 illegal-turn"),
        ("1. e4@e5 Θd6 *", "1:10 illegal-turn"),
    ] {
        let games = read(text);
        assert_eq!(games.len(), 1, "{text}");
        let error = games[0].as_ref().unwrap_err();
        assert_eq!(format!("{}:{} {}", error.line, error.column, error.problem.code()), expected, "{text}");
    }
}

#[test]
fn a_line_is_read_once_however_long_it_is() {
    // Each of these would take minutes if every word looked back at all words before it.
    for text in [
        format!("é{}", " }".repeat(100_000)),
        format!("é{}", " [x".repeat(80_000)),
        format!("1. e4{}", " ,".repeat(100_000)),
        format!("1. e4@e5 {{é}} {}", "d5@e6 {é} ".repeat(20_000)),
    ] {
        assert!(read(&text)[0].is_err());
    }
    let there_and_back = "Nf3@a3 Nf6@a4 Ng1@a3 Ng8@a4 ".repeat(8_000);
    assert_eq!(only(&format!("{{é}} {there_and_back}")).line.turns.len(), 32_000);
}

#[test]
fn refuses_variations_without_end() {
    let text = format!("1. e4@e5 {}", "(1. d4@d5 ".repeat(20_000));
    let error = read(&text).remove(0).unwrap_err();
    assert_eq!(error.problem, PgnProblem::TooDeep(64));
}

#[test]
fn keeps_clocks_comments_glyphs_and_variations() {
    let game = only(
        "1. e4@c6! {[%clk 719:59:58] best {by test} ; and so on\n (1. d4@d6 $14 e5@e6 {so so} (1... e6@e5)) 1... e5?! @d3 ; solid\n*",
    );
    let first = &game.line.turns[0];
    assert_eq!(first.nags, [1]);
    assert_eq!(first.clock.unwrap().as_secs(), 719 * 3600 + 59 * 60 + 58);
    assert_eq!(first.comments[0].text(), "best {by test");
    assert_eq!(first.comments[1].text(), "and so on");
    assert_eq!(first.variations[0].turns[1].variations[0].turns.len(), 1);
    assert_eq!(game.line.turns[1].nags, [6]);
    assert_eq!(read(&game.to_string()), [Ok(game)]);
}

#[test]
fn reads_marks_wherever_they_stand_about_a_turn() {
    let game = only("1. e4!@e5 d5@e6?! 2. Nf3 !? @a3 Nf6@e6 !! 3. d4!!@a3 $6 c6 $2 {@a4} *");
    let nags: Vec<_> = game.line.turns.iter().map(|turn| turn.nags.clone()).collect();
    assert_eq!(nags, [vec![1], vec![6], vec![5], vec![3], vec![3, 6], vec![2]]);
}

#[test]
fn a_game_of_tags_alone_is_a_game_without_turns() {
    let games = read("[White \"Ann\"]\n[Result \"1-0\"]\n\n\n[White \"Bob\"]\n\n1. e4@c6 *\n");
    let games: Vec<_> = games.into_iter().map(|game| game.unwrap()).collect();
    let said: Vec<_> = games.iter().map(|game| (game.tags.get("White"), game.line.turns.len(), game.result)).collect();
    assert_eq!(said, [(Some("Ann"), 0, PgnResult::FirstSideWon), (Some("Bob"), 1, PgnResult::Open)]);
}

#[test]
fn recognises_the_names_of_the_variants() {
    for name in ["Duck", "Duck Chess", "duck", "DuckChess"] {
        assert_eq!(only(&format!("[Variant \"{name}\"]\n\n*")).start.variant(), Variant::Duck, "{name}");
    }
    for name in [
        "Three-check Duck",
        "Three-Check Duck Chess",
        "Three Checks Duck Chess",
        "three-check-duck",
        "3check duck",
        "3-Check Duck Chess",
        "Duck Chess Three-Check",
    ] {
        assert_eq!(only(&format!("[Variant \"{name}\"]\n\n*")).start.variant(), Variant::ThreeCheckDuck, "{name}");
    }
}

#[test]
fn a_misspelt_tag_does_not_become_one_that_changes_the_rules() {
    // Found by fuzzing: without the dash it is chess.com's tag for its own squares.
    let game = only("[Start-Fen4 \"2PC\"]\n[F-EN \"8/8\"]\n\n1. d4@d6 *");
    assert_eq!(read(&game.to_string()), [Ok(game)]);
}

#[test]
fn takes_the_result_from_the_tag_when_the_turns_do_not_say_it() {
    for turns in ["1. e4@e5", "1. e4@e5 *"] {
        let game = only(&format!("[Result \"0-1\"]\n\n{turns}\n"));
        assert_eq!(game.result, PgnResult::SecondSideWon, "{turns}");
    }
    assert_eq!(only("[Result \"0-1\"]\n\n1. e4@e5 1-0\n").result, PgnResult::FirstSideWon);
}

#[test]
fn a_file_without_games_has_none() {
    assert_eq!(read(""), []);
    assert_eq!(read("\u{feff}\n \n% nothing here\n"), []);
    assert_eq!(read("; just a word\n"), []);
}

#[test]
fn reads_files_of_other_systems() {
    let game = only("\u{feff}[White \"J\\\"org\\\\\"] [Black \"B\"]\r\n\r\n1.e4@c6\r\n1...e6@e2\r\n*\r\n");
    assert_eq!(game.tags.get("White"), Some("J\"org\\"));
    assert_eq!(turns(&game), "e4@c6 e6@e2");
    let latin = b"[White \"Andr\xe9\"]\n\n1. e4@c6 *";
    let game = PgnReader::new(&latin[..]).next().unwrap().unwrap();
    assert_eq!(game.tags.get("White"), Some("André"));
}

#[test]
fn reads_quotes_and_backslashes_of_programs_that_do_not_escape_them() {
    for (tag, value) in [
        (r#"[Event "The "Pond" open"]"#, r#"The "Pond" open"#),
        (r#"[Event "The "Pond""]  "#, r#"The "Pond""#),
        (r#"[Event "C:\games\pond"]"#, r"C:\games\pond"),
        (r#"[Event "C:\"]"#, r"C:\"),
        (r#"[Event "The \"Pond\" \\ open"]"#, r#"The "Pond" \ open"#),
        (r#"[Event ""]"#, ""),
    ] {
        let game = only(&format!("{tag}\n[White \"Ann\"]\n\n1. e4@c6 *\n"));
        assert_eq!((game.tags.get("Event"), game.tags.get("White")), (Some(value), Some("Ann")), "{tag}");
    }
    for line in [
        r#"[Event "The "Pond" open"] [White "Ann"]"#,
        r#"[Event "The "Pond" open" ] [White "Ann"]"#,
        r#"[Event "C:\"] [White "Ann"]"#,
    ] {
        let games = read(&format!("{line}\n\n1. e4@c6 *\n"));
        assert!(games[0].is_err(), "where the one tag ends is not clear: {line}");
    }
}

#[test]
fn writes_a_game() {
    let start = Position::from_fen(Variant::ThreeCheckDuck, "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7").unwrap();
    let mut turns = Vec::new();
    let mut position = start.clone();
    for text in ["Kd7@e3", "Kd2@e4", "Kc6@e3"] {
        let turn = position.read_turn(text).unwrap();
        position = position.play(turn);
        turns.push(turn.into());
    }
    let mut game = PgnGame::new(start, turns, PgnResult::Draw);
    game.tags.set("White", "Ann \"the duck\"");
    game.tags.set("TimeControl", "1/86400");
    game.line.turns[1]
        .comments
        .extend(Comment::new("a comment so long that it\ndoes not fit on the line, not {even} nearly"));
    game.line.turns[1].clock = Some(Duration::from_millis(93_784_500));
    insta::assert_snapshot!(game, @r#"
    [Event "?"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "Ann \"the duck\""]
    [Black "?"]
    [Result "1/2-1/2"]
    [Variant "Three-check Duck"]
    [SetUp "1"]
    [FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7 +0+0"]
    [TimeControl "1/86400"]

    7... Kd7@e3 8. Kd2@e4 {[%clk 26:03:04.5] a comment so long that it does not fit
    on the line, not {even) nearly} 8... Kc6@e3 1/2-1/2
    "#);
    assert_eq!(only(&game.to_string()), game);
}
