//! The commands that search for no turn: the board, counts, and puzzles.

use domain::rules::position::Position;
use domain::rules::puzzle::Puzzle;
use serde_json::Value;

use super::Program;

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

#[test]
fn perft_counts_each_first_turn_and_all() {
    let mut program = Program::start();
    program.say("go perft 1");
    let lines = program.hear("Nodes searched");
    assert_eq!(lines[lines.len() - 1], "Nodes searched: 640");
    assert!(lines.contains(&"e2e4,e4a3: 1".to_owned()));
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
fn short_counts_that_are_asked_for_all_at_once_are_all_answered() {
    let mut program = Program::start();
    program.say("go perft 1\ngo perft 2\ngo perft 1\nquit");
    let (said, is_well) = program.end();
    assert!(is_well && !said.contains("stopped"), "{said}");
    assert_eq!(said.matches("Nodes searched: ").count(), 3, "{said}");
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
    let file = include_str!("../../../../server/puzzles/puzzles.jsonl");
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
