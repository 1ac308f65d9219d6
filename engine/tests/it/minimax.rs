//! The search against a plain minimax, which looks at every turn.

use domain::rules::variant::Variant;
use engine::game::Game;
use engine::limits::Limits;
use engine::score::{Certain, Score};
use engine::{Engine, Evaluation, Options};

use crate::chance::{Chance, with_few_turns};
use crate::plain::minimax;

/// What a newcomer's search would find is found, to the point: nothing but speed is gained by looking at less.
#[test]
fn without_pruning_the_score_is_the_minimax() {
    for variant in [Variant::Duck, Variant::ThreeCheckDuck] {
        for (depth, count) in [(1, 100), (2, 10), (3, 1)] {
            let mut chance = Chance(u64::from(depth) * 1000 + u64::from(variant == Variant::Duck));
            for _ in 0..count {
                let position = with_few_turns(variant, depth, &mut chance);
                // Beyond two turns the net is too slow to be asked of every leaf.
                let evaluations = [Evaluation::ByHand, Evaluation::Net];
                for evaluation in evaluations.into_iter().take(if depth < 3 { 2 } else { 1 }) {
                    let options = Options { hash: 1, pruning: false, evaluation, ..Options::default() };
                    let game = Game::new(position.clone());
                    let found = Engine::new(options).search(&game, &Limits::depth(depth), |_| ()).unwrap();
                    let expected = minimax(&position, evaluation, depth);
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
        let mut chance = Chance(2000 + u64::from(variant == Variant::Duck));
        for _ in 0..60 {
            let position = with_few_turns(variant, 2, &mut chance);
            let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
            let found = engine.search(&Game::new(position.clone()), &Limits::nodes(3000), |_| ()).unwrap();
            let plies = match found.score().certain() {
                Some(Certain::Win { plies } | Certain::Loss { plies }) if plies <= 2 => plies,
                _ => continue,
            };
            certain += 1;
            let proved = minimax(&position, Evaluation::ByHand, plies);
            let is_proved = match found.score().certain() {
                Some(Certain::Win { .. }) => proved >= found.score(),
                _ => proved <= Score::centipawns(-20_000),
            };
            assert!(is_proved, "{} is {proved} and not {}", position.fen(), found.score());
        }
    }
    assert!(certain >= 5, "only {certain} positions were decided");
}
