//! What a search reports: its scores, its lines, and the turn that it plays.

use super::{Program, best};

/// A position with a win in two turns, which is found in one line or another.
const WIN_IN_TWO: &str = "position fen 8/4Q2p/7k/*7/4B1P1/7b/2q3PP/7K w - - 0 30";

#[test]
fn the_capture_of_a_king_is_mate_in_one_and_has_a_duck() {
    let mut program = Program::start();
    program.say("position fen 4k3/8/8/8/*7/8/8/K3R3 w - - 0 1\ngo depth 2");
    let lines = program.hear("bestmove");
    assert!(lines.iter().any(|line| line.contains(" score mate 1 ")), "{lines:?}");
    assert!(best(&lines[lines.len() - 1]).starts_with("e1e8,e8"));
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
fn what_was_found_among_few_turns_is_not_taken_for_the_best_of_all() {
    let king_can_be_taken = "position fen 4k3/8/8/8/*7/8/8/K3R3 w - - 0 1";
    let mut program = Program::start();
    program.say(king_can_be_taken);
    assert_eq!(best(&program.ask("go depth 6 searchmoves a1a2,a2h8", "bestmove")), "a1a2,a2h8");
    assert!(best(&program.ask("go depth 1", "bestmove")).starts_with("e1e8"));
}
