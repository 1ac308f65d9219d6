//! Compares the search without pruning with a plain minimax, on random positions of every variant.
//!
//! ```text
//! cargo run --release -p engine --example minimax -- 500
//! ```
//!
//! So many positions of each variant are searched to depths 1, 2 and 3, and the scores have to be the same. Positions of the duck games
//! are of random games; at depth 2 they have no more than 2,000 turns, and at depth 3 no more than 450, for a full board has
//! 600 turns and as many answers to each. Half of those of Duchess are of random games, half have a king for each seat and up
//! to eight pieces anywhere; at depth 3 all are of that kind and have no more than 30 turns. A second number begins with other positions.

#[path = "../tests/it/chance.rs"]
mod chance;
#[path = "../tests/it/plain.rs"]
mod plain;

use std::process::ExitCode;

use domain::rules::position::Position;
use domain::rules::variant::Variant;
use engine::game::Game;
use engine::limits::Limits;
use engine::{Engine, Evaluation, Options};

use chance::{Chance, after_random_turns, composed, turns, with_few_turns};
use plain::minimax;

fn main() -> ExitCode {
    let mut words =
        std::env::args().skip(1).map(|word| word.parse::<u64>().unwrap_or_else(|_| panic!("{word} is no number")));
    let (count, first) = (words.next().unwrap_or(500), words.next().unwrap_or(1));
    let (mut compared, mut mismatches) = (0, 0);
    for (number, variant) in (0..).zip(Variant::ALL) {
        for depth in 1..=3 {
            let mut chance = Chance(first << 32 | number << 8 | u64::from(depth));
            let wrong = (0..count).filter(|&n| !agree(&position(variant, depth, n, &mut chance), depth, n)).count();
            println!("{}, depth {depth}: {count} positions, {wrong} mismatches", variant.key());
            compared += count;
            mismatches += wrong;
        }
    }
    println!("minimax: {compared} positions, {mismatches} mismatches");
    if mismatches > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// The position of this number.
fn position(variant: Variant, depth: u32, n: u64, chance: &mut Chance) -> Position {
    let Variant::Duchess(set_up) = variant else { return with_few_turns(variant, depth, chance) };
    loop {
        let is_played = depth < 3 && n.is_multiple_of(2);
        let found = if is_played {
            after_random_turns(set_up, chance.below(80), chance)
        } else {
            composed(set_up, 1 + n as usize % 8, chance)
        };
        let found = Position::from(found);
        if found.result().is_none() && (depth < 3 || turns(&found).len() <= 30) {
            return found;
        }
    }
}

/// Whether the search finds what the plain minimax finds. The net judges every other position that is looked at less than three
/// turns deep.
fn agree(position: &Position, depth: u32, n: u64) -> bool {
    let evaluation = if depth < 3 && n.is_multiple_of(2) { Evaluation::Net } else { Evaluation::ByHand };
    let options = Options { hash: 1, pruning: false, evaluation, ..Options::default() };
    let found = Engine::new(options).search(&Game::new(position.clone()), &Limits::depth(depth), |_| ());
    let score = found.map(|found| found.score());
    let expected = minimax(position, evaluation, depth);
    let is_same = score == Some(expected);
    if !is_same {
        println!("{} to depth {depth} is {expected}, and the search says {score:?}", position.fen());
    }
    is_same
}
