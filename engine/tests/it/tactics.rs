//! Forced wins that an exhaustive search has proved: see `examples/tactics.rs`.

use domain::rules::position::Position;
use engine::game::Game;
use engine::limits::Limits;
use engine::score::Score;
use engine::{Engine, Options};

#[test]
fn forced_wins_are_found() {
    let mut engine = Engine::new(Options { hash: 4, ..Options::default() });
    let mut missed = Vec::new();
    // A fair share of each kind: they are sorted by it.
    let sample: Vec<&str> = include_str!("../tactics.txt").lines().step_by(11).collect();
    for line in &sample {
        let (turns, fen) = line.split_once(' ').unwrap();
        let win = Score::win_in(2 * turns.parse::<u32>().unwrap() - 1);
        let game = Game::new(Position::Duck(fen.parse().unwrap()));
        engine.forget();
        let limits = Limits::nodes(300_000);
        let found = engine.search(&game, &limits, |report| {
            if report.line.score >= win {
                limits.stop.stop();
            }
        });
        if found.unwrap().score() < win {
            missed.push(*line);
        }
    }
    assert!(missed.len() * 20 <= sample.len(), "{} of {} were missed: {missed:#?}", missed.len(), sample.len());
}
