//! Large files: read in parts, within bounds, and with what was assumed of a game.

use domain::rules::pgn::{PgnError, PgnGame, PgnPlace, PgnProblem, PgnReader};

/// What a program writes: python-chess, pychess, Fairy-Stockfish, chess.com, and some that nobody can read.
const MIXED: &str = "\u{feff}[Event \"?\"]\r\n[White \"Jos\u{e9}\"]\r\n[Variant \"Duck\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4,c6 { good } ( 1. d4,d6 ) 1... e6,e2 1-0\r\n\r\n\
    % a line for programs\n\
    1. e2e4,e4c6 ; as an engine says it\n*\n\
    [White \"Ann\"]\n[Unknown \"of course\"]\n\n1. e4 e5 2. Nf3 Nc6 1/2-1/2\n\n\
    [White \"Bob\"]\n\n1. d4@c6 (1. e4@c6 (1. c4@c5) 1... e5@e6) 1... d5@d6\n\n\
    [Variant \"Duck\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O@e4 * 1. e4@c6 * 1. d4@e5 *\n";

fn whole(file: &[u8]) -> Vec<Result<PgnGame, PgnError>> {
    PgnReader::new(file).collect()
}

/// Every game by a reader of its own, which goes on where the last has stopped.
fn one_by_one(file: &[u8]) -> Vec<Result<PgnGame, PgnError>> {
    let (mut games, mut place) = (Vec::new(), PgnPlace::default());
    loop {
        let rest = &file[usize::try_from(place.offset).unwrap()..];
        let mut reader = PgnReader::resume(rest, place);
        match reader.next() {
            Some(game) => games.push(game),
            None => return games,
        }
        place = reader.place();
    }
}

#[test]
fn a_file_that_is_read_in_parts_has_the_same_games() {
    let mut in_latin_1: Vec<u8> =
        MIXED.trim_start_matches('\u{feff}').chars().map(|c| u8::try_from(c).unwrap()).collect();
    in_latin_1.extend(b"{ Jos\xe9 } 1. e4@c6 {\xe9\xe9} * 1. d4@c6 *");
    for file in [MIXED.as_bytes(), &in_latin_1] {
        let games = whole(file);
        assert!(games.len() >= 7, "{games:?}");
        assert_eq!(one_by_one(file), games);
    }
}

#[test]
fn a_duck_is_left_out_where_a_game_has_one() {
    for (text, expected) in
        [("[Variant \"Duck\"]\n\n1. e4 e5 *", "3:4 illegal-turn"), ("1. e4@c6 e5 2. d4@d6 *", "1:10 illegal-turn")]
    {
        let error = whole(text.as_bytes()).remove(0).unwrap_err();
        assert_eq!(format!("{}:{} {}", error.line, error.column, error.problem.code()), expected, "{text}");
    }
}

#[test]
fn the_reader_tells_where_a_game_began_and_whether_its_variant_was_assumed() {
    let mut reader = PgnReader::new(MIXED.as_bytes());
    let mut told = Vec::new();
    while reader.next().is_some() {
        told.push((reader.line(), reader.is_variant_assumed()));
    }
    assert_eq!(told, [(1, false), (9, true), (11, false), (16, true), (20, false), (24, true), (24, true)]);
}

#[test]
fn the_reader_tells_which_games_say_two_results() {
    let file = "[Result \"1-0\"]\n\n1. e4@c6 1-0\n\n[Result \"1-0\"]\n\n1. e4@c6 0-1\n\n[Result \"*\"]\n\n1. e4@c6 0-1\n\n\
        [Result \"0-1\"]\n\n1. e4@c6 *\n\n[Result \"1-0\"]\n\n1. e4@c6 0-0-1\n\n\
        [Variant \"Duchess 3\"]\n[Result \"1-0-0\"]\n\n0-0-1\n";
    let mut reader = PgnReader::new(file.as_bytes());
    let mut told = Vec::new();
    while let Some(game) = reader.next() {
        let game = game.unwrap();
        told.push((game.result.text(game.start.seating()), reader.has_two_results()));
    }
    let told: Vec<_> = told.iter().map(|(result, has_two)| (result.as_str(), *has_two)).collect();
    assert_eq!(told[..4], [("1-0", false), ("0-1", true), ("0-1", false), ("0-1", false)]);
    assert_eq!(told[4..], [("1-0", false), ("0-0-1", true)], "two sides have no third");
}

#[test]
fn what_is_absurdly_long_is_refused_and_the_rest_is_read() {
    let after = "\n\n[White \"Ann\"]\n\n1. e4@c6 *\n";
    let long_line = "x ".repeat(PgnReader::<&[u8]>::MAX_GAME_BYTES);
    let many_lines = format!("1. e4@c6 {{\n{}}} 1-0", "a comment (1-0) without end\n".repeat(20_000));
    let many_tags = "[Tag \"value\"]\n".repeat(30_000);
    for text in [long_line.as_str(), &many_lines, &many_tags] {
        let file = format!("{text}{after}");
        let games = whole(file.as_bytes());
        let error = games[0].as_ref().unwrap_err();
        assert!(matches!(error.problem, PgnProblem::TooLong(_)), "{error}");
        assert_eq!(games.len(), 2, "{games:?}");
        assert_eq!(games[1].as_ref().unwrap().tags.get("White"), Some("Ann"));
        assert_eq!(one_by_one(file.as_bytes()), games);
    }
}

#[test]
fn a_file_that_is_cut_inside_a_refused_game_goes_on_behind_it() {
    let bad = format!("1. e5@e5 {}*\n\n", "d4@d6 d5@d7\n".repeat(100));
    let file = format!("{bad}[White \"Ann\"]\n\n1. e4@c6 *\n");
    // A part that ends with a line inside the game.
    let cut = "1. e5@e5 ".len() + 50 * "d4@d6 d5@d7\n".len();
    let mut reader = PgnReader::new(&file.as_bytes()[..cut]);
    assert!(reader.next().unwrap().is_err());
    assert!(reader.place().is_inside);
    let place = reader.place();
    let rest = &file.as_bytes()[usize::try_from(place.offset).unwrap()..];
    let games: Vec<_> = PgnReader::resume(rest, place).collect();
    assert_eq!(games.len(), 1, "{games:?}");
    assert_eq!(games[0].as_ref().unwrap().tags.get("White"), Some("Ann"));
}
