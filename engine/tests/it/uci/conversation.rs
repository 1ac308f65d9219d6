//! How a conversation goes: what is answered to, when, and what is done with garbage.

use std::collections::HashSet;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use domain::rules::position::Position;
use domain::rules::variant::Variant;
use engine::uci::Session;
use proptest::prelude::*;

use super::{Program, TIMEOUT, assert_it_only_listens, best};

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
fn it_says_which_tables_it_has_read() {
    let folder = |path: &str| format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    let output = |path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mallard-uci"));
        let output = command.args(["--tables", &folder(path)]).stdin(Stdio::null()).output().unwrap();
        [output.stdout, output.stderr].map(|said| String::from_utf8(said).unwrap())
    };
    assert_eq!(output("src/tables/shipped"), ["info string tables of endings read: 6\n", ""]);
    let [said, wrong] = output("src/tables");
    assert!(said.is_empty() && wrong.ends_with("there is no file *.table in this folder\n"), "{wrong}");
    assert!(output("nowhere")[1].contains("nowhere"));
}

#[test]
fn a_table_that_cannot_be_read_is_left_out_and_nobody_waits_for_the_others_at_first() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables-with-a-bad-one");
    std::fs::create_dir_all(&folder).unwrap();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tables/shipped/KQvK.table");
    std::fs::copy(shipped, folder.join("good.table")).unwrap();
    std::fs::write(folder.join("bad.table"), "quack").unwrap();
    let mut program = Program::with(&["--tables", folder.to_str().unwrap()]);
    assert!(!program.ask("uci", "uciok").is_empty());
    program.say("isready");
    let lines = program.hear("readyok");
    assert!(lines[0].contains("bad.table: ") && lines[0].ends_with("the file is left out"), "{lines:?}");
    assert_eq!(lines[1], "info string tables of endings read: 1");
    assert!(program.ask("go depth 1", "bestmove").contains(','));
}

#[test]
fn with_three_players_an_analysis_shows_lines_that_go_on() {
    let mut program = Program::start();
    program.say("setoption name UCI_Variant value duchess3");
    let mut longest = |mode: &str| {
        program.say(&format!("setoption name UCI_AnalyseMode value {mode}\ngo nodes 4000"));
        let lines = program.hear("bestmove");
        let turns = |line: &String| line.split_once(" pv ").map_or(0, |(_, line)| line.split_whitespace().count());
        lines.iter().map(turns).max()
    };
    assert!(longest("false") <= Some(2), "its own turn, and perhaps the reply");
    assert!(longest("true") >= Some(3));
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
    let (send, hear) = mpsc::channel();
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
        ("setoption name Ponder value perhaps", "true or false"),
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
fn what_a_search_has_visited_in_all_is_told_and_that_a_game_is_over() {
    let mut program = Program::start();
    program.say("go nodes 5000");
    let lines = program.hear("bestmove");
    let last = &lines[lines.len() - 2];
    assert!(last.contains(" nodes 5000 nps "), "whether or not it has a line: {last}");
    program.say("position startpos moves e2e4,e4a6 f7f6,f6a5 d1h5,h5a6 b7b6,b6a5 h5e8,e8a4");
    for go in ["go depth 3", "go", "go ponder\nponderhit"] {
        program.say(go);
        let lines = program.hear("bestmove");
        assert!(lines[0].starts_with("info string the game is over (1-0)"), "{go}: {lines:?}");
        assert_eq!(lines[lines.len() - 1], "bestmove (none)", "{go}");
    }
}

#[test]
fn a_search_that_finds_nothing_new_for_a_while_says_how_far_it_is() {
    let mut program = Program::start();
    let progress = program.ask("go infinite", "info nodes ");
    let numbers: Vec<u64> = progress.split(' ').filter_map(|word| word.parse().ok()).collect();
    let [nodes, _, time] = numbers[..] else { panic!("{progress}") };
    assert!(nodes > 0 && time >= 1000 && progress.contains(" nps "), "{progress}");
    assert!(program.ask("stop", "bestmove").contains(','));
}

#[test]
fn a_search_is_made_without_what_is_wrong_in_it() {
    let mut program = Program::start();
    for (go, said) in [
        ("go nodes 500 foo", "unknown limit \"foo\""),
        ("go movetime abc depth 2", "after \"movetime\", not \"abc\""),
        ("go wtime depth 2", "after \"wtime\""),
        ("go nodes 1e3 depth 2", "not \"1e3\""),
        ("go movetime -5", "movetime -5 is below zero and counts as 0"),
        ("go searchmoves e2e4 nodes 500", "write e2e4,e4d6"),
        ("go searchmoves e2e4,d4d6 nodes 500", "the duck does not come from where the piece goes"),
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
    program.say("go infinite searchmoves e2e9,e4e6");
    assert!(program.hear("info string none of the turns")[0].contains("\"e2e9,e4e6\""));
    assert!(program.ask("stop", "bestmove").starts_with("bestmove "));
    // Without its only limit it goes on until it is stopped.
    program.say("go depth");
    assert!(program.hear("info string no limit is left")[0].contains("depth"));
    program.hear("info depth 2");
    assert!(program.ask("stop", "bestmove").starts_with("bestmove "));
}

#[test]
fn a_search_still_answers_when_its_input_ends() {
    let mut program = Program::start();
    program.say("go nodes 2000");
    let (rest, is_well) = program.end();
    assert!(is_well && rest.contains("bestmove "), "{rest}");
}

#[test]
fn a_program_that_nobody_listens_to_ends() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mallard-uci"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program has been built");
    drop(child.stdout.take());
    // This stays open.
    let mut input = child.stdin.take().expect("it was piped");
    writeln!(input, "go infinite").expect("the program listens");
    let (send, ended) = mpsc::channel();
    thread::spawn(move || send.send(child.wait()));
    let status = ended.recv_timeout(TIMEOUT).expect("it ends").expect("it can be waited for");
    assert!(status.success());
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
