//! Forced wins that an exhaustive search has proved: see `examples/tactics`.

use domain::rules::duck::DuckPosition;
use domain::rules::position::Position;
use domain::rules::turn::Turn;
use engine::game::Game;
use engine::limits::Limits;
use engine::proof::Prover;
use engine::score::Score;
use engine::{Engine, Options};

#[test]
fn forced_wins_are_found() {
    // A fair share of each length: they are sorted by it.
    assert_most_are_found(include_str!("../tactics.txt").lines().step_by(11));
    assert_most_are_found(include_str!("../three-check-tactics.txt").lines().step_by(3));
}

/// Nineteen of twenty are found. What is called a win of that length is one.
fn assert_most_are_found<'a>(set: impl Iterator<Item = &'a str>) {
    let mut engine = Engine::new(Options { hash: 4, ..Options::default() });
    let mut prover = Prover::default();
    let (mut missed, mut all) = (Vec::new(), 0);
    for line in set {
        let (turns, fen) = line.split_once(' ').unwrap();
        let (turns, position) = (turns.parse::<usize>().unwrap(), fen.parse::<DuckPosition>().unwrap());
        let win = Score::win_in(2 * turns as u32 - 1);
        engine.forget();
        let limits = Limits::nodes(300_000);
        let found = engine.search(&Game::new(Position::Duck(position.clone())), &limits, |report| {
            if report.line.score >= win {
                limits.stop.stop();
            }
        });
        let found = found.unwrap();
        let Turn::Duck(turn) = found.turn() else { panic!("a turn of another game") };
        if found.score() >= win {
            assert!(prover.is_won_by(&position, turn, turns), "{turn} does not win: {line}");
        } else {
            missed.push(line);
        }
        all += 1;
    }
    assert!(missed.len() * 20 <= all, "{} of {all} were missed: {missed:#?}", missed.len());
}
