//! The figures of Duchess.

use std::hint::black_box;

use domain::rules::duchess::{DuchessPosition, SetUp};
use serde::Deserialize;

use crate::{best, rate};

#[derive(Deserialize)]
struct Recorded {
    setup: String,
    turns: Vec<(usize, String, u64, Vec<usize>)>,
}

pub fn figures() {
    let (took, nodes) = best(|| DuchessPosition::start(SetUp::Six).perft(black_box(4)));
    rate("duchess.perft4", nodes, took, "turns/s");
    println!("rules.duchess.perft4_time = {:.4} s", took.as_secs_f64());
    let games: Vec<Recorded> = include_str!("../../tests/oracle/duchess-games.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).expect("the recorded games are of this form"))
        .collect();
    let positions: Vec<DuchessPosition> = games.iter().flat_map(middlegame).collect();
    listing(&positions);
    notation(&games);
}

/// The positions of a game from its fifth round to its twentieth.
fn middlegame(game: &Recorded) -> Vec<DuchessPosition> {
    let mut position = start(game);
    let positions = game.turns.iter().map(|(_, text, ..)| {
        let turn = position.read_turn(text).expect("the recorded turns are legal");
        position = position.play(turn);
        position.clone()
    });
    positions.filter(|position| (5..=20).contains(&position.round().get()) && position.result().is_none()).collect()
}

fn listing(positions: &[DuchessPosition]) {
    let (took, turns) = best(|| {
        let mut turns = 0_u64;
        for position in positions {
            position.for_each_turn(|turn| {
                black_box(turn);
                turns += 1;
            });
        }
        turns
    });
    rate("duchess.listed", turns, took, "turns/s");
    let (took, _) = best(|| positions.iter().map(DuchessPosition::count_turns).sum::<u64>());
    rate("duchess.counted", positions.len() as u64, took, "positions/s");
}

/// Reading and playing the recorded games.
fn notation(games: &[Recorded]) {
    let (took, turns) = best(|| {
        let mut turns = 0;
        for game in games {
            let mut position = start(game);
            for (_, text, ..) in &game.turns {
                position = position.play(position.read_turn(text).expect("the recorded turns are legal"));
                turns += 1;
            }
            black_box(position.result());
        }
        turns
    });
    rate("duchess.validated", turns, took, "turns/s");
}

fn start(game: &Recorded) -> DuchessPosition {
    DuchessPosition::start(game.setup.parse().expect("the recorded set-ups are ours"))
}
