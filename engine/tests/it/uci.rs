//! Conversations with the program, as programs that show games have them.

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Write};
use std::ops::ControlFlow;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use domain::rules::position::Position;
use domain::rules::puzzle::Puzzle;
use domain::rules::variant::Variant;
use engine::uci::Session;
use proptest::prelude::*;
use serde_json::Value;

/// The program, and what it has not been heard saying yet.
struct Program {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Program {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mallard-uci"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program has been built");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("it was piped"));
        Self { child, input, output }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().expect("it is open"), "{line}").expect("the program listens");
    }

    /// The lines up to the first that begins so.
    fn hear(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert_ne!(
                self.output.read_line(&mut line).expect("it is text"),
                0,
                "it ended before {beginning}: {lines:?}"
            );
            lines.push(line.trim_end().to_owned());
            if line.starts_with(beginning) {
                return lines;
            }
        }
    }

    fn ask(&mut self, line: &str, beginning: &str) -> String {
        self.say(line);
        self.hear(beginning).pop().unwrap_or_default()
    }

    /// Closes its input; what it says until it ends, and whether it ended well.
    fn end(mut self) -> (String, bool) {
        drop(self.input.take());
        let mut rest = String::new();
        while self.output.read_line(&mut rest).expect("it is text") > 0 {}
        (rest, self.child.wait().expect("it can be waited for").success())
    }
}

fn best(answer: &str) -> &str {
    answer.split_whitespace().nth(1).unwrap_or_default()
}

#[test]
fn it_introduces_itself_and_plays_every_variant() {
    let mut program = Program::start();
    program.say("uci");
    let lines = program.hear("uciok");
    assert!(lines.iter().any(|line| line.starts_with("id name Mallard")));
    for variant in Variant::ALL {
        let name = variant.key().replace('-', "");
        assert!(lines.iter().any(|line| line.contains("UCI_Variant") && line.contains(&format!(" var {name}"))));
        program.say(&format!("setoption name UCI_Variant value {name}"));
        program.say("position startpos moves");
        let answer = program.ask("go nodes 500", "bestmove");
        assert!(Position::start(variant).read_turn(best(&answer)).is_ok(), "{name}: {answer}");
    }
    assert_eq!(program.ask("isready", "readyok"), "readyok");
    assert_eq!(program.end(), (String::new(), true));
}

#[test]
fn it_says_how_it_is_started_and_which_version_it_is() {
    let output = |word: &str| Command::new(env!("CARGO_BIN_EXE_mallard-uci")).arg(word).output().unwrap();
    let said = |word| String::from_utf8(output(word).stdout).unwrap();
    assert!(output("--help").status.success() && said("--help").contains("--tables FOLDER"));
    assert!(output("--version").status.success() && said("--version").starts_with("Mallard "));
    let wrong = output("--fly");
    assert!(!wrong.status.success() && wrong.stdout.is_empty() && !wrong.stderr.is_empty());
}

#[test]
fn a_game_goes_on_in_fairy_stockfishs_notation() {
    let mut program = Program::start();
    let answer = program.ask("position startpos moves e2e4,e4e6 d7d5,d5d3\ngo depth 3", "bestmove");
    let game = ["e4@e6", "d5@d3"]
        .iter()
        .fold(Position::start(Variant::Duck), |position, text| position.play(position.read_turn(text).unwrap()));
    assert!(best(&answer).contains(',') && game.read_turn(best(&answer)).is_ok(), "{answer}");
}

#[test]
fn the_capture_of_a_king_is_mate_in_one_and_has_a_duck() {
    let mut program = Program::start();
    program.say("position fen 4k3/8/8/8/*7/8/8/K3R3 w - - 0 1\ngo depth 2");
    let lines = program.hear("bestmove");
    assert!(lines.iter().any(|line| line.contains(" score mate 1 ")), "{lines:?}");
    assert!(best(&lines[lines.len() - 1]).starts_with("e1e8,e8"));
}

/// Makes sure that the program has nothing more to say, however long it is asked.
fn assert_it_only_listens(program: &mut Program) {
    for _ in 0..200 {
        program.say("isready");
        assert_eq!(program.hear("readyok"), ["readyok"]);
    }
}

#[test]
fn a_search_without_end_answers_when_it_is_stopped_and_not_before() {
    let mut program = Program::start();
    program.say("go infinite");
    program.hear("info depth 3");
    assert_eq!(program.ask("isready", "readyok"), "readyok", "it listens while it thinks");
    assert!(program.ask("stop", "bestmove").starts_with("bestmove "));
    // Nor does it where there is nothing left to think about.
    program.ask("go infinite depth 1", "info depth 1");
    assert_it_only_listens(&mut program);
    assert!(program.ask("stop", "").starts_with("bestmove "));
}

#[test]
fn a_ponder_search_waits_for_the_hit_and_then_for_its_time() {
    let mut program = Program::start();
    program.ask("go ponder depth 1", "info depth 1");
    assert_it_only_listens(&mut program);
    assert!(program.ask("ponderhit", "").starts_with("bestmove "));
    program.ask("go ponder movetime 30", "info depth 2");
    let hit = Instant::now();
    assert!(program.ask("ponderhit", "bestmove").starts_with("bestmove "));
    // Two milliseconds are for the way to the clock and back.
    assert!(hit.elapsed() >= Duration::from_millis(28), "{:?}", hit.elapsed());
}

#[test]
fn a_search_that_does_not_ponder_is_not_hit() {
    let mut program = Program::start();
    program.ask("go infinite depth 1", "info depth 1");
    program.say("ponderhit");
    assert_it_only_listens(&mut program);
    assert!(program.ask("stop", "").starts_with("bestmove "));
    // One that has nothing to end it is stopped by the end of its input.
    program.say("go ponder\nponderhit");
    assert!(program.end().1);
}

#[test]
fn a_search_that_fails_still_answers() {
    let (send, hear) = std::sync::mpsc::channel();
    let mut session = Session::new(1, move |line| {
        assert!(!line.starts_with("info depth"), "so it fails");
        send.send(line.to_owned()).expect("somebody listens");
    });
    for line in ["go infinite", "isready"] {
        assert_eq!(session.obey(line), ControlFlow::Continue(()));
    }
    let said: HashSet<String> = hear.iter().take(3).collect();
    let failed = "info string the search has failed; please report the position";
    assert_eq!(said, HashSet::from(["readyok", "bestmove (none)", failed].map(str::to_owned)));
}

#[test]
fn positions_are_judged_by_the_net_unless_it_is_switched_off() {
    let mut program = Program::start();
    program.say("position startpos moves e2e4,e4e6 g8f6,f6e5");
    let score =
        |answer: &str| answer.split(" score ").nth(1).map(|rest| rest.split(" nodes").next().map(str::to_owned));
    let by_net = score(&program.ask("go depth 1", "info depth 1 "));
    program.hear("bestmove");
    program.say("setoption name Use NNUE value false");
    let by_hand = score(&program.ask("go depth 1", "info depth 1 "));
    program.hear("bestmove");
    program.say("setoption name Use NNUE value true");
    assert!(by_net.is_some() && by_net != by_hand, "{by_net:?} {by_hand:?}");
    assert_eq!(score(&program.ask("go depth 1", "info depth 1 ")), by_net);
}

#[test]
fn several_lines_are_numbered() {
    let mut program = Program::start();
    program.say("setoption name MultiPV value 3\ngo depth 3");
    let lines = program.hear("bestmove");
    for number in 1..=3 {
        assert!(lines.iter().any(|line| line.contains(&format!(" multipv {number} "))), "{lines:?}");
    }
}

/// A position with a win in two turns, which is found in one line or another.
const WIN_IN_TWO: &str = "position fen 8/4Q2p/7k/*7/4B1P1/7b/2q3PP/7K w - - 0 30";

/// The word after another in a line.
fn after<'a>(line: &'a str, word: &str) -> &'a str {
    line.split_whitespace().skip_while(|other| *other != word).nth(1).unwrap_or_default()
}

/// The score of a line of information, greater for what is better.
fn score(line: &str) -> i32 {
    let number: i32 = after(line, after(line, "score")).parse().expect("it is a number");
    match after(line, "score") {
        "mate" => 40_000 * number.signum() - number,
        _ => number,
    }
}

#[test]
fn the_lines_of_a_depth_are_said_best_first_and_the_first_is_played() {
    let mut program = Program::start();
    program.say("setoption name MultiPV value 4");
    for nodes in [100, 700, 2000, 5000, 20_000] {
        program.say(&format!("{WIN_IN_TWO}\ngo nodes {nodes}"));
        let mut lines = program.hear("bestmove");
        let played = lines.pop().unwrap_or_default();
        for pair in lines.windows(2) {
            if after(&pair[1], "multipv") == "1" {
                assert!(after(&pair[0], "multipv") == "4", "{lines:?}");
            } else if after(&pair[0], "depth") == after(&pair[1], "depth") {
                assert!(score(&pair[0]) >= score(&pair[1]), "{lines:?}");
            }
        }
        let first = lines.iter().rfind(|line| line.contains(" multipv 1 ")).expect("there is one");
        assert_eq!(after(first, "pv"), best(&played), "{lines:?}");
        if nodes >= 2000 {
            assert!(first.contains("score mate 2") && best(&played) == "e7f6,f6g6", "{lines:?}");
        }
    }
}

#[test]
fn a_board_is_drawn_with_its_duck() {
    let mut program = Program::start();
    program.say("position startpos moves e2e4,e4e6\nd");
    let lines = program.hear("Fen");
    assert_eq!(lines[0], "8  r n b q k b n r");
    assert_eq!(lines[2..5], ["6  . . . . * . . .", "5  . . . . . . . .", "4  . . . . P . . ."]);
    assert_eq!(lines[7..9], ["1  R N B Q K B N R", "   a b c d e f g h"]);
    program.hear("Key");
    program.say("setoption name UCI_Variant value duchess6\nd");
    assert_eq!(program.hear("Fen").len(), 1);
}

/// None of these searches would end without the clock.
#[test]
fn a_clock_that_is_given_counts_whoevers_it_is() {
    let mut program = Program::start();
    program.say("setoption name Move Overhead value 5000");
    for go in ["go btime 100", "go wtime 100", "go winc 100 binc 100", "go movetime 100"] {
        assert!(program.ask(go, "bestmove").starts_with("bestmove "), "{go}");
    }
    program.say("setoption name UCI_Variant value duchess4\nposition startpos moves N1b2-1c4");
    for go in ["go wtime 300", "go btime 300"] {
        assert!(program.ask(go, "bestmove").starts_with("bestmove "), "{go}");
    }
}

#[test]
fn nothing_is_searched_on_once_the_result_is_certain() {
    let mut program = Program::start();
    for (position, result, most) in [
        ("position fen 4k3/8/8/8/8/8/4R3/4K2* w - - 0 1", "score mate 1 ", 3),
        (WIN_IN_TWO, "score mate 2 ", 12),
        // Of a table.
        ("position fen 8/8/8/4k3/8/8/8/KQ5* w - - 0 1", "score mate ", 5),
    ] {
        program.say(&format!("{position}\ngo depth 99"));
        let lines = program.hear("bestmove");
        assert!(lines.len() <= most + 1 && lines[lines.len() - 2].contains(result), "{lines:?}");
    }
    // Of several lines all have to be.
    program.say("setoption name MultiPV value 8\nposition fen r3k2r/pp4pp/8/8/8/8/PP2R1PP/4K2* w - - 0 1\ngo depth 6");
    assert!(program.hear("bestmove").iter().any(|line| line.starts_with("info depth 6 ")));
}

#[test]
fn a_short_win_is_found_or_there_is_none() {
    let mut program = Program::start();
    for mate in [2, 3] {
        program.say(&format!("{WIN_IN_TWO}\ngo mate {mate}"));
        let lines = program.hear("bestmove");
        assert!(lines[0].contains("score mate 2 ") && best(&lines[1]) == after(&lines[0], "pv"), "{lines:?}");
        assert!(best(&lines[1]).starts_with("e7f6,"), "{lines:?}");
    }
    program.say("go mate 1");
    let lines = program.hear("bestmove");
    assert!(lines[0].contains("no win") && lines[lines.len() - 1] != "bestmove (none)", "{lines:?}");
    program.say("setoption name UCI_Variant value duchess2");
    assert!(program.ask("go mate 1", "bestmove").starts_with("bestmove "));
}

#[test]
fn perft_counts_each_first_turn_and_all() {
    let mut program = Program::start();
    program.say("go perft 1");
    let lines = program.hear("Nodes searched");
    assert_eq!(lines[lines.len() - 1], "Nodes searched: 640");
    assert!(lines.contains(&"e2e4,e4a3: 1".to_owned()));
}

#[test]
fn only_the_turns_that_are_asked_for_are_searched() {
    let mut program = Program::start();
    let answer = program.ask("go searchmoves a2a3,a3h3 depth 4", "bestmove");
    assert_eq!(best(&answer), "a2a3,a3h3");
    let two = ["h2h3,h3a3", "h2h3,h3a6"];
    let answer = program.ask(&format!("go depth 5 searchmoves {}", two.join(" ")), "bestmove");
    assert!(two.contains(&best(&answer)), "{answer}");
    let answer = program.ask("go depth 3 searchmoves a2a5,a5h3", "info string");
    assert!(answer.contains("a2a5,a5h3"), "{answer}");
    program.hear("bestmove");
    program.say("setoption name UCI_Variant value duchess6");
    assert_eq!(best(&program.ask("go searchmoves N1b2-1a4 depth 2", "bestmove")), "N1b2-1a4");
    assert!(program.end().1);
}

#[test]
fn a_search_is_made_without_what_is_wrong_in_it() {
    let mut program = Program::start();
    for (go, said) in [
        ("go nodes 500 foo", "unknown limit \"foo\""),
        ("go movetime abc depth 2", "after \"movetime\", not \"abc\""),
        ("go wtime depth 2", "after \"wtime\""),
        ("go nodes 1e3 depth 2", "not \"1e3\""),
        ("go searchmoves e2e4 nodes 500", "e2e4"),
    ] {
        program.say(go);
        let lines = program.hear("bestmove");
        assert!(lines[0].starts_with("info string") && lines[0].contains(said), "{go}: {lines:?}");
        assert!(Position::start(Variant::Duck).read_turn(best(&lines[lines.len() - 1])).is_ok(), "{go}: {lines:?}");
    }
    program.say("go nodes 500 searchmoves e2e4,e4e5 e2e9,e4e6");
    let lines = program.hear("bestmove");
    assert!(lines[0].contains("\"e2e9,e4e6\""), "{lines:?}");
    assert_eq!(best(&lines[lines.len() - 1]), "e2e4,e4e5");
    // Without its only limit it goes on until it is stopped.
    program.ask("go depth", "info depth 2");
    assert!(program.ask("stop", "bestmove").starts_with("bestmove "));
}

#[test]
fn what_was_found_among_few_turns_is_not_taken_for_the_best_of_all() {
    let king_can_be_taken = "position fen 4k3/8/8/8/*7/8/8/K3R3 w - - 0 1";
    let mut program = Program::start();
    program.say(king_can_be_taken);
    assert_eq!(best(&program.ask("go depth 6 searchmoves a1a2,a2h8", "bestmove")), "a1a2,a2h8");
    assert!(best(&program.ask("go depth 1", "bestmove")).starts_with("e1e8"));
}

#[test]
fn a_count_listens_and_can_be_stopped() {
    let mut program = Program::start();
    program.say("go perft 12");
    assert_eq!(program.ask("isready", "readyok"), "readyok");
    assert!(program.ask("stop", "info string").contains("stopped"));
    assert!(program.ask("go perft 100000000", "info string").contains("perft"));
    program.say("go perft 12\nquit");
    assert!(program.end().1);
}

#[test]
fn a_count_of_three_turns_is_the_sum_of_its_parts() {
    let mut program = Program::start();
    program.say("position fen 4k3/8/8/8/*7/8/8/K3R3 w - - 0 1\ngo perft 3");
    let lines = program.hear("Nodes searched");
    let parts: u64 = lines.iter().filter_map(|line| line.split_once(": ")?.1.parse::<u64>().ok()).sum();
    let total = Position::Duck("4k3/8/8/8/*7/8/8/K3R3 w - - 0 1".parse().unwrap()).perft(3);
    assert_eq!((lines[lines.len() - 1].clone(), parts), (format!("Nodes searched: {total}"), 2 * total));
}

/// The shipped puzzle of this number.
fn shipped(number: u32) -> Value {
    let file = include_str!("../../../server/puzzles/puzzles.jsonl");
    let mut puzzles = file.lines().map(|line| serde_json::from_str::<Value>(line).expect("it is JSON"));
    puzzles.find(|puzzle| puzzle["id"] == number).expect("there is one")
}

#[test]
fn a_puzzle_is_found_where_one_begins() {
    let mut program = Program::start();
    // What is set for games makes no difference.
    program.say("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 600");
    // A king to be saved, the same with checks that count, and a win.
    for number in [5, 8, 12] {
        let known = shipped(number);
        let fen = known["fen"].as_str().expect("it is text");
        let variant = known["variant"].as_str().expect("it is text").replace('-', "");
        program.say(&format!("setoption name UCI_Variant value {variant}"));
        let answer = program.ask(&format!("position fen {fen}\npuzzle"), "puzzle ");
        let puzzle: Puzzle = serde_json::from_str(&answer["puzzle ".len()..]).expect("it is a puzzle");
        let known: Puzzle = serde_json::from_value(known.clone()).expect("it is a puzzle");
        assert_eq!((puzzle.start(), puzzle.goal()), (known.start(), known.goal()));
        assert_eq!(puzzle.solution(0), known.solution(0), "{fen}");
    }
}

#[test]
fn there_is_no_puzzle_in_quiet_positions_nor_in_duchess() {
    let mut program = Program::start();
    assert_eq!(program.ask("position startpos\npuzzle", "puzzle "), "puzzle none");
    program.say("setoption name UCI_Variant value duchess6");
    assert_eq!(program.ask("puzzle", "puzzle "), "puzzle none");
    assert_eq!(program.end(), (String::new(), true));
}

#[test]
fn the_look_for_a_puzzle_listens_and_can_be_stopped() {
    let mut program = Program::start();
    let known = shipped(12);
    program.say(&format!("position fen {}\npuzzle", known["fen"].as_str().expect("it is text")));
    assert_eq!(program.ask("isready", "readyok"), "readyok");
    assert!(program.ask("stop", "puzzle ").starts_with("puzzle "));
    program.say("puzzle\nquit");
    assert!(program.end().1);
}

/// However little time there is, a turn is looked for.
#[test]
fn a_turn_is_found_in_no_time() {
    let mut program = Program::start();
    for go in ["go movetime 0", "go wtime 0 btime 0", "go wtime -7 winc 0", "go depth 0", "go nodes 0", "go mate 0"] {
        let answer = program.ask(go, "bestmove");
        assert!(Position::start(Variant::Duck).read_turn(best(&answer)).is_ok(), "{go}: {answer}");
    }
    program.say("go nodes 99999999999999999999");
    assert!(program.ask("stop", "bestmove").starts_with("bestmove "));
}

/// What is wrong is said, and nothing is changed by it.
#[test]
fn mistakes_are_named_and_do_no_harm() {
    let mut program = Program::start();
    program.say("position startpos moves e2e4,e4e6");
    let before = program.ask("d", "Key");
    for (line, said) in [
        ("setoption name Hash value many", "from 1 to 4096"),
        ("setoption name Colour value red", "unknown option"),
        ("setoption name UCI_Variant value chess", "threecheckduck"),
        ("setoption name Use NNUE value perhaps", "true or false"),
        ("go perft deep", "expected a number"),
        ("setoption name UCI_Elo value 5000", "from 600 to 3250"),
        ("setoption name Move Overhead value 5001", "from 0 to 5000"),
        ("fly", "unknown command"),
    ] {
        let answer = program.ask(line, "info string");
        assert!(answer.contains(said), "{line}: {answer}");
    }
    assert_eq!(program.ask("d", "Key"), before);
}

/// A turn of the position before would be illegal in the one that was meant.
#[test]
fn after_a_position_that_is_refused_there_is_none() {
    let mut program = Program::start();
    let start = program.ask("d", "Key");
    for (line, said) in [
        ("position startpos moves e2e4,e4e6 e2e4,e4e5", "e2e4,e4e5"),
        ("position fen nonsense", "FEN"),
        ("position startpos e2e4", "moves"),
    ] {
        let answer = program.ask(line, "info string");
        assert!(answer.contains(said), "{line}: {answer}");
        for question in ["d", "go perft 1"] {
            assert!(program.ask(question, "info string").contains("no position"));
        }
        assert_eq!(program.ask("puzzle", "puzzle"), "puzzle none");
        assert!(program.ask("go nodes 500", "info string").contains("no position"));
        assert_eq!(program.hear("bestmove"), ["bestmove (none)"]);
    }
    program.ask("go infinite", "info string");
    assert_it_only_listens(&mut program);
    assert_eq!(program.ask("stop", ""), "bestmove (none)");
    assert!(program.ask("position startpos moves e2e4,e4e6\ngo nodes 500", "bestmove").contains(','));
    assert_eq!(program.ask("position\nucinewgame\nd", "Key"), start);
}

#[test]
fn a_search_still_answers_when_its_input_ends() {
    let mut program = Program::start();
    program.say("go nodes 2000");
    let (rest, is_well) = program.end();
    assert!(is_well && rest.contains("bestmove "), "{rest}");
}

#[test]
fn what_is_no_text_is_read_over() {
    let mut program = Program::start();
    let input = program.input.as_mut().expect("it is open");
    input.write_all(b"\xff\xfe\0position\0\n\0\n").expect("the program listens");
    assert_eq!(program.ask("isready", "readyok"), "readyok");
    assert!(program.end().1);
}

#[test]
fn a_line_that_is_too_long_is_left_out_as_a_whole() {
    let mut program = Program::start();
    let input = program.input.as_mut().expect("it is open");
    input.write_all(&b"quit ".repeat(1 << 20)).expect("the program listens");
    assert!(program.ask("", "info string").contains("longer"));
    program.say("isready");
    assert_eq!(program.hear("readyok"), ["readyok"]);
    assert!(program.end().1);
}

proptest! {
    // Each case fills a hash table: fewer cases of more lines.
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// No line makes a session fail.
    #[test]
    fn no_line_does_harm(lines in proptest::collection::vec(line(), 1..40)) {
        let said = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&said);
        let mut session = Session::new(1, move |line| heard.lock().unwrap().push(line.to_owned()));
        prop_assert_eq!(session.obey("setoption name Hash value 1"), ControlFlow::Continue(()));
        for line in lines {
            let _ = session.obey(&line);
        }
        // A search to a great depth would end by itself some day.
        let _ = session.obey("stop");
        let before = std::mem::take(&mut *said.lock().unwrap());
        prop_assert!(!before.iter().any(|line| line.contains("has failed")));
        prop_assert_eq!(session.obey("isready"), ControlFlow::Continue(()));
        session.end();
        prop_assert_eq!(&*said.lock().unwrap(), &["readyok"]);
    }
}

/// Words of the protocol in any order, and anything else. No search goes on for long: each is stopped by the next.
fn line() -> impl Strategy<Value = String> {
    let words = [
        "position",
        "startpos",
        "fen",
        "moves",
        "e2e4,e4d6",
        "e7e5,e5d3",
        "go",
        "nodes",
        "depth",
        "2",
        "movetime",
        "1",
        "-1",
        "99999999999999999999",
        "wtime",
        "btime",
        "stop",
        "ponderhit",
        "perft",
        "puzzle",
        "searchmoves",
        "mate",
        "Clear",
        "Hash",
        "ponder",
        "infinite",
        "setoption",
        "name",
        "value",
        "MultiPV",
        "UCI_Variant",
        "duck",
        "threecheckduck",
        "d",
        "isready",
        "ucinewgame",
        "uci",
        "8/8/8/8/8/8/8/8",
        "4k3/8/8/8/*7/8/8/K3R3",
        "w",
        "-",
        "0",
        "KQkq",
    ];
    let known =
        proptest::collection::vec(proptest::sample::select(words.to_vec()), 0..8).prop_map(|words| words.join(" "));
    prop_oneof![3 => known, 1 => any::<String>()]
}
