//! The puzzles that are shipped: every turn of both seats is looked at.

use std::collections::HashSet;

use domain::rules::position::Position;
use domain::rules::puzzle::{Goal, Puzzle, Theme, Verdict};
use domain::rules::variant::Variant;
use engine::proof::Prover;
use engine::puzzles::{Flaw, verify};

const SHIPPED: &str = include_str!("../../../server/puzzles/puzzles.jsonl");

fn shipped() -> Vec<Puzzle> {
    SHIPPED.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn each_has_the_one_solution_that_it_says() {
    let mut prover = Prover::default();
    let puzzles = shipped();
    let verdict = |puzzle: &Puzzle| verify(puzzle, &mut prover).map_err(|flaw| (puzzle.number(), flaw));
    let flaws: Vec<(u32, Flaw)> = puzzles.iter().map(verdict).filter_map(Result::err).collect();
    assert_eq!(flaws, []);
}

#[test]
fn there_are_five_hundred_and_the_warm_up_puzzle_is_the_first() {
    let puzzles = shipped();
    assert!(puzzles.len() >= 500, "{}", puzzles.len());
    assert!((1..).zip(&puzzles).all(|(number, puzzle)| puzzle.number() == number));
    let first = &puzzles[0];
    assert_eq!(first.start().write_turn(first.solution(0).unwrap()), "Qf6@g6");
    let starts: HashSet<String> = puzzles.iter().map(|puzzle| puzzle.start().fen()).collect();
    assert_eq!(starts.len(), puzzles.len(), "no position comes twice");
    for variant in [Variant::Duck, Variant::ThreeCheckDuck] {
        assert!(puzzles.iter().filter(|puzzle| puzzle.start().variant() == variant).count() >= 100);
    }
}

/// A reply that shows it is known for each of some hundred turns, whatever the duck does.
#[test]
fn what_tempts_is_refuted() {
    let puzzle = &shipped()[0];
    let position = puzzle.position(0).unwrap();
    let tempting = position.read_turn("Qxh7@g5").unwrap();
    let Some(Verdict::Wrong { reply: Some(reply) }) = puzzle.judge(0, tempting) else { panic!() };
    assert!(position.play(tempting).write_turn(reply).starts_with("Kxh7@"));
    assert_eq!(puzzle.judge(0, position.read_turn("Qf6@g6").unwrap()), Some(Verdict::Right));
    assert_eq!(puzzle.themes(), [Theme::DuckMustLeave, Theme::Endgame]);
}

#[test]
fn a_puzzle_that_claims_too_much_is_found_out() {
    let mut prover = Prover::default();
    let line = SHIPPED.lines().next().unwrap();
    let changed = |from: &str, to: &str| {
        assert!(line.contains(from), "{from}");
        let puzzle: Puzzle = serde_json::from_str(&line.replacen(from, to, 1)).unwrap();
        verify(&puzzle, &mut Prover::default())
    };
    assert_eq!(verify(&serde_json::from_str(line).unwrap(), &mut prover), Ok(()));
    // Another turn in the place of the solution, one more refutation that is none, and one too few.
    assert_eq!(changed("\"line\":\"e7f6@g6", "\"line\":\"e7f6@f5"), Err(Flaw::Solution("e7f6@f5".into())));
    assert!(matches!(changed("\"e7h7\":\"", "\"e7h7\":\"c2c1@a1 "), Err(Flaw::Try(_))));
    assert!(matches!(changed("\"e7h7\":\"", "\"h7e7\":\""), Err(Flaw::Try(_))));
}

#[test]
fn a_puzzle_longer_than_what_is_proved_is_found_out() {
    let line = SHIPPED.lines().find(|line| line.contains("\"goal\":\"save\",\"turns\":1")).unwrap();
    let longer: Puzzle = serde_json::from_str(&line.replacen("\"turns\":1", "\"turns\":6", 1)).unwrap();
    assert_eq!(verify(&longer, &mut Prover::default()), Err(Flaw::TooLong));
}

#[test]
fn goals_count_the_turn_that_ends_the_game() {
    assert_eq!((Goal::Win { turns: 3 }.tasks(), Goal::Save { turns: 2 }.tasks()), (2, 1));
    for puzzle in shipped() {
        let ends = puzzle.positions().last().and_then(Position::result).is_some();
        assert_eq!(ends, matches!(puzzle.goal(), Goal::Win { .. }), "{}", puzzle.number());
    }
}
