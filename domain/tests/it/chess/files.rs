//! Files of chess, as the programs of chess write them.

use std::time::Duration;

use domain::rules::pgn::{PgnError, PgnGame, PgnProblem, PgnReader, PgnResult};
use domain::rules::position::Position;
use domain::rules::variant::Variant;

fn read(text: &str) -> Vec<Result<PgnGame, PgnError>> {
    PgnReader::new(text.as_bytes()).collect()
}

/// The only game of a file, which comes back equal when it is written.
fn only(text: &str) -> PgnGame {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{games:?}");
    let game = games.remove(0).unwrap();
    assert_eq!(read(&game.to_string()), [Ok(game.clone())]);
    game
}

fn turns(game: &PgnGame) -> String {
    let mut position = game.start.clone();
    let mut texts = Vec::new();
    for step in &game.line.turns {
        texts.push(position.write_entry(step.turn));
        position = position.after(step.turn);
    }
    texts.join(" ")
}

fn refusal(text: &str) -> String {
    let PgnError { line, column, problem } = read(text).remove(0).unwrap_err();
    let code = if let PgnProblem::Turn { error, .. } = &problem { error.code() } else { problem.code() };
    format!("{line}:{column} {code}")
}

#[test]
fn a_game_of_lichess() {
    let game = only(
        r#"[Event "Rated Blitz game"]
[Site "https://lichess.org/abcdefgh"]
[Date "2026.11.01"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]
[UTCDate "2026.11.01"]
[WhiteElo "1911"]
[BlackElo "?"]
[Variant "Standard"]
[ECO "C23"]
[Termination "Normal"]

1. e4 { [%eval 0.17] [%clk 0:03:00] } 1... e5 { [%eval 0.22] [%clk 0:02:59] } 2. Bc4 { [%clk 0:02:58] } 2... Nc6?? { [%eval #1] } { Checkmate is now unavoidable. } (2... Nf6 3. d3) 3. Qh5 $6 { [%clk 0:02:57] } 3... Nf6 { [%clk 0:02:50] } 4. Qxf7# { [%clk 0:02:56] } { White wins by checkmate. } 1-0
"#,
    );
    assert_eq!(turns(&game), "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#");
    assert_eq!((game.start.variant(), game.result), (Variant::Chess, PgnResult::FirstSideWon));
    let first = &game.line.turns[0];
    assert_eq!((first.clock, first.comments[0].text()), (Some(Duration::from_secs(180)), "[%eval 0.17]"));
    assert_eq!((game.line.turns[3].nags.clone(), game.line.turns[4].nags.clone()), (vec![4], vec![6]));
    assert_eq!(game.line.turns[3].variations[0].turns.len(), 2);
    let written = game.to_string();
    assert!(!written.contains("Variant") && written.contains("[WhiteElo \"1911\"]"), "{written}");
    assert!(written.contains("{[%clk 0:02:56] White wins by checkmate.}"), "{written}");
}

#[test]
fn a_game_of_chess_com() {
    let game = only(
        "[Event \"Live Chess\"]\n[Site \"Chess.com\"]\n[White \"ann\"]\n[Black \"bob\"]\n[Result \"0-1\"]\n[CurrentPosition \
         \"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -\"]\n[TimeControl \"180+2\"]\n\n1. f3 {[%clk 0:03:01.9]} \
         1... e5 {[%clk 0:03:00.1]} 2. g4 {[%clk 0:02:58]} 2... Qh4# {[%clk 0:02:59.4]} 0-1\n",
    );
    assert_eq!((turns(&game), game.result), ("f3 e5 g4 Qh4#".to_owned(), PgnResult::SecondSideWon));
    assert_eq!(game.line.turns[0].clock, Some(Duration::from_millis(181_900)));
}

#[test]
fn a_game_of_chessbase() {
    let game = only(
        "[Event \"WCh\"]\r\n[Site \"Reykjav\u{ed}k\"]\r\n[White \"Ann\"]\r\n[Black \"Bob\"]\r\n[Result \"1/2-1/2\"]\r\n[PlyCount \
         \"6\"]\r\n\r\n{An old opening} 1.e4 e5 2.Nf3 $5 Nc6 (2...d6 3.d4 (3.Bc4 $1 Be7 (3...Nf6 4.d3)) 3...exd4 $14) \
         (2...-- 3.Nxe5 {wins a pawn} d6 4.Nf3 (4.Nxf7)) 3.Bb5 a6 {[#] the main line} 1/2-1/2\r\n",
    );
    assert_eq!(turns(&game), "e4 e5 Nf3 Nc6 Bb5 a6");
    let variations = &game.line.turns[3].variations;
    assert_eq!(variations[0].turns[1].variations[0].turns[1].variations[0].turns.len(), 2);
    assert_eq!(variations[1].comments[0].text(), "-- Nxe5 wins a pawn d6 Nf3 (Nxf7)", "there are no rules for it");
    assert!(variations[1].turns.is_empty());
}

#[test]
fn a_game_of_python_chess() {
    let game = only(
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n[FEN \
         \"4k3/8/8/8/8/8/4P3/4K2R b K - 0 7\"]\n[SetUp \"1\"]\n\n7... Ke7 8. O-O ( 8. e4 { strong } 8... Kd6 ) 8... Kd6 *\n",
    );
    assert_eq!((turns(&game), game.start.variant()), ("Ke7 O-O Kd6".to_owned(), Variant::Chess));
    assert!(game.to_string().contains("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K2R b K - 0 7\"]\n"), "{game}");
}

#[test]
fn games_as_people_type_them() {
    for (text, expected) in [
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "e4 e5 Nf3 Nc6 Bb5 a6"),
        ("1.e2-e4 e7-e5 2.Ng1-f3 Nb8-c6 3.Bf1-b5 a7-a6", "e4 e5 Nf3 Nc6 Bb5 a6"),
        ("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6", "e4 e5 Nf3 Nc6 Bb5 a6"),
        ("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 *", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O"),
        ("1. e4 d5 2. e5 f5 3. exf6 e.p. gxf6 4. Qh5 + *", "e4 d5 e5 f5 exf6 gxf6 Qh5+"),
        ("1. e4! ; a comment\n 1... e5?! 2. f4 $1 {best} *", "e4 e5 f4"),
        ("{before} 1. e4 {after} {and after} e5 *", "e4 e5"),
        ("1. e4 (1. d4 d5) 1... e5 *", "e4 e5"),
        ("1. e4", "e4"),
    ] {
        let game = only(text);
        assert_eq!((turns(&game).as_str(), game.start.variant()), (expected, Variant::Chess), "{text}");
    }
    let said = only("{before} 1. e4! {after} {and after} e5 *").line;
    assert_eq!((said.comments.len(), said.turns[0].comments.len(), said.turns[0].nags.len()), (1, 2, 1));
}

#[test]
fn a_duck_decides_which_game_it_is() {
    let empty = "4k3/8/8/8/8/8/4P3/4K3";
    for (text, expected) in [
        ("1. e4@c6 *".to_owned(), Variant::Duck),
        ("1. e4 @c6 *".to_owned(), Variant::Duck),
        ("1. e4 {@c6} e6 {@e2} *".to_owned(), Variant::Duck),
        ("1. e4,c6 *".to_owned(), Variant::Duck),
        ("e2e4,e4d6 *".to_owned(), Variant::Duck),
        ("1. e4 *".to_owned(), Variant::Chess),
        ("[White \"Ann\"]\n\n*".to_owned(), Variant::Chess),
        ("[Variant \"Standard\"]\n\n1. e4 *".to_owned(), Variant::Chess),
        (format!("[Variant \"From Position\"]\n[FEN \"{empty} w - - 0 1\"]\n\n1. e4 *"), Variant::Chess),
        (format!("[FEN \"{empty} w - - 0 1\"]\n\n1. e4 *"), Variant::Chess),
        (format!("[FEN \"{empty} w - - 0 1\"]\n\n1. e4@a1 *"), Variant::Duck),
        (format!("[FEN \"{empty} w - - 0 1\"]\n\n*"), Variant::Chess),
        ("[FEN \"4k3/8/8/8/4*3/8/4P3/4K3 w - - 0 1\"]\n\n*".to_owned(), Variant::Duck),
        // In chess the king could not be there.
        ("[FEN \"4k3/8/8/8/8/8/8/K3R3 w - - 0 1\"]\n\n1. Rxe8 1-0".to_owned(), Variant::Duck),
    ] {
        assert_eq!(only(&text).start.variant(), expected, "{text}");
    }
}

#[test]
fn only_a_game_of_duck_chess_is_taken_for_one() {
    let mut reader = PgnReader::new(
        &b"1. e4 e5 *\n\n1. e4@c6 *\n\n[Variant \"Duck\"]\n\n1. e4@c6 *\n\n[Variant \"Chess\"]\n\n*\n"[..],
    );
    let mut assumed = Vec::new();
    while reader.next().is_some() {
        assumed.push(reader.is_variant_assumed());
    }
    assert_eq!(assumed, [false, true, false, false]);
}

#[test]
fn a_comment_that_looks_like_a_duck_makes_no_duck() {
    let mut game = only("[Variant \"Chess\"]\n\n1. e4 {@c6 it would be a duck} e5 *");
    assert_eq!(game.start, Position::start(Variant::Chess));
    assert!(game.to_string().contains("[Variant \"Chess\"]"), "{game}");
    game.line.turns[0].comments.clear();
    assert!(!game.to_string().contains("Variant"), "{game}");
}

#[test]
fn what_cannot_be_read_says_why() {
    for (text, expected) in [
        ("1. e4 e5 2. Ke3 *", "1:13 illegal-piece-move"),
        ("1. e4 e5 2. Nf3@d4 *", "1:13 no-duck-here"),
        ("1. e9 *", "1:4 unreadable"),
        ("1. e4 -- 2. d4 *", "1:7 not-missed"),
        ("[Variant \"Chess960\"]\n\n1. e4 *", "1:1 shuffled-chess"),
        ("[Variant \"Fischerandom\"]\n\n1. e4 *", "1:1 shuffled-chess"),
        ("[Variant \"Atomic\"]\n\n1. e4 *", "1:1 unknown-variant"),
        ("[Variant \"Standard\"]\n\n1. e4@c6 *", "3:4 no-duck-here"),
        ("[Variant \"Standard\"]\n[FEN \"4k3/8/8/8/4*3/8/8/4K3 w - - 0 1\"]\n\n*", "2:1 bad-fen"),
        ("1. e4 f5 2. Qh5+ e6 *", "1:18 still-in-check"),
    ] {
        assert_eq!(refusal(text), expected, "{text}");
    }
}

#[test]
fn a_name_in_other_letters_is_not_that_of_chess() {
    for name in ["Атомные шахматы", "原子象棋"] {
        assert_eq!(refusal(&format!("[Variant \"{name}\"]\n\n1. e4 e5 *\n")), "1:1 unknown-variant", "{name}");
    }
    for unsaid in ["?", "", "-"] {
        assert_eq!(only(&format!("[Variant \"{unsaid}\"]\n\n1. e4@c6 *\n")).start.variant(), Variant::Duck);
        assert_eq!(only(&format!("[Variant \"{unsaid}\"]\n\n1. e4 *\n")).start.variant(), Variant::Chess);
    }
}

#[test]
fn a_position_with_a_duck_is_refused_for_what_is_wrong_with_it() {
    let refused = read("[FEN \"4k2P/8/8/4*3/8/8/8/4K3 w - - 0 1\"]\n\n1. Kd2@a3 *\n").remove(0).unwrap_err();
    let PgnProblem::Fen(error) = refused.problem else { panic!("{refused}") };
    assert_eq!(error, Position::from_fen(Variant::Duck, "4k2P/8/8/4*3/8/8/8/4K3 w - - 0 1").unwrap_err());
}
