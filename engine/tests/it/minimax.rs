//! The search against a plain minimax, which looks at every turn.

use std::ops::ControlFlow;

use domain::rules::duck::DuckPosition;
use domain::rules::outcome::Outcome;
use domain::rules::position::Position;
use domain::rules::seat::Side;
use domain::rules::variant::Variant;
use engine::duck::evaluate;
use engine::game::Game;
use engine::limits::Limits;
use engine::score::{Certain, Score};
use engine::{Engine, Evaluation, Options};
use shakmaty::Color;

use crate::chance::{Chance, position};

/// The score of a position that is looked at so many turns ahead, `ply` turns from the root: every turn, but for what cannot
/// matter because it is no better than `alpha` or no worse than `beta`.
fn minimax(
    position: &DuckPosition,
    evaluation: Evaluation,
    depth: u32,
    ply: u32,
    mut alpha: Score,
    beta: Score,
) -> Score {
    if let Some(result) = position.result() {
        return if is_won(result.outcome, position.color()) { Score::win_in(ply) } else { Score::loss_in(ply) };
    }
    if ply > 0 && position.halfmove_clock() >= 100 {
        return Score::DRAW;
    }
    if depth == 0 {
        return evaluate(position, evaluation);
    }
    let mut best = Score::loss_in(0);
    let _ = position.try_for_each_turn(|turn| {
        best = best.max(-minimax(&position.play(turn), evaluation, depth - 1, ply + 1, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    best
}

fn exact(position: &Position, evaluation: Evaluation, depth: u32) -> Score {
    minimax(duck(position), evaluation, depth, 0, Score::loss_in(0), Score::win_in(0))
}

fn is_won(outcome: Outcome, color: Color) -> bool {
    outcome == Outcome::Win(color.fold_wb(Side::WHITE, Side::BLACK))
}

fn duck(position: &Position) -> &DuckPosition {
    match position {
        Position::Duck(position) => position,
        Position::Duchess(_) => panic!("a duck game has been asked for"),
    }
}

/// Positions of games of random turns, with few pieces where every turn of several is looked at.
fn positions(variant: Variant, depth: u32, count: usize) -> Vec<Position> {
    let mut chance = Chance(u64::from(depth) * 1000 + u64::from(variant == Variant::Duck));
    let most = [0, u64::MAX, 2000, 450][depth as usize];
    let mut found = Vec::new();
    while found.len() < count {
        let plies = chance.below([0, 90, 150, 200][depth as usize]);
        let candidate = position(variant, &mut chance, plies);
        if candidate.result().is_none() && candidate.count_turns() <= most {
            found.push(candidate);
        }
    }
    found
}

/// What a newcomer's search would find is found, to the point: nothing but speed is gained by looking at less.
#[test]
fn without_pruning_the_score_is_the_minimax() {
    for variant in [Variant::Duck, Variant::ThreeCheckDuck] {
        for (depth, count) in [(1, 100), (2, 10), (3, 1)] {
            for position in positions(variant, depth, count) {
                // Beyond two turns the net is too slow to be asked of every leaf.
                let evaluations = [Evaluation::ByHand, Evaluation::Net];
                for evaluation in evaluations.into_iter().take(if depth < 3 { 2 } else { 1 }) {
                    let options = Options { hash: 1, pruning: false, evaluation, ..Options::default() };
                    let game = Game::new(position.clone());
                    let found = Engine::new(options).search(&game, &Limits::depth(depth), |_| ()).unwrap();
                    let expected = exact(&position, evaluation, depth);
                    assert_eq!(found.score(), expected, "depth {depth} of {} by {evaluation:?}", position.fen());
                }
            }
        }
    }
}

/// What is claimed to win wins against every defence, within so many turns.
#[test]
fn certain_wins_and_losses_are_certain() {
    let mut certain = 0;
    for variant in [Variant::Duck, Variant::ThreeCheckDuck] {
        for position in positions(variant, 2, 60) {
            let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
            let found = engine.search(&Game::new(position.clone()), &Limits::nodes(3000), |_| ()).unwrap();
            let plies = match found.score().certain() {
                Some(Certain::Win { plies } | Certain::Loss { plies }) if plies <= 2 => plies,
                _ => continue,
            };
            certain += 1;
            let proved = exact(&position, Evaluation::ByHand, plies);
            let is_proved = match found.score().certain() {
                Some(Certain::Win { .. }) => proved >= found.score(),
                _ => proved <= Score::centipawns(-20_000),
            };
            assert!(is_proved, "{} is {proved} and not {}", position.fen(), found.score());
        }
    }
    assert!(certain >= 5, "only {certain} positions were decided");
}
