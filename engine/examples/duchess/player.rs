//! [`Player`]: who chooses turns.

use std::time::{Duration, Instant};

use domain::rules::duchess::{DuchessPosition, DuchessTurn};
use domain::rules::turn::Turn;
use engine::chance::Chance;
use engine::duchess::evaluate_for;
use engine::game::Game;
use engine::limits::Limits;
use engine::{Engine, OpponentModel, Options};

use super::max_n;

/// Who chooses turns.
pub enum Player {
    Random,
    Greedy,
    /// Everybody for themselves, with so many positions a turn.
    MaxN {
        nodes: u64,
    },
    Searching {
        engine: Box<Engine>,
        limits: Limits,
        searches: u64,
        nodes: u64,
        depth: u64,
        time: Duration,
    },
}

impl Player {
    pub fn searching(limits: Limits, opponent_model: OpponentModel) -> Self {
        let engine = Box::new(Engine::new(Options { hash: 16, opponent_model, ..Options::default() }));
        Self::Searching { engine, limits, searches: 0, nodes: 0, depth: 0, time: Duration::ZERO }
    }

    pub fn begin(&mut self) {
        if let Self::Searching { engine, .. } = self {
            engine.forget();
        }
    }

    pub fn turn(&mut self, position: &DuchessPosition, game: &Game, chance: &mut Chance) -> DuchessTurn {
        match self {
            Self::Random => chance.pick(&turns(position)),
            Self::Greedy => {
                let seat = position.seat_to_move();
                let worth = |turn| evaluate_for(&position.play(turn), seat);
                let turns = turns(position);
                let best = turns.iter().map(|&turn| worth(turn)).max();
                let best: Vec<_> = turns.into_iter().filter(|&turn| Some(worth(turn)) == best).collect();
                chance.pick(&best)
            }
            Self::MaxN { nodes } => max_n::best_turn(position, *nodes),
            Self::Searching { engine, limits, searches, nodes, depth, time } => {
                let began = Instant::now();
                let found = engine.search(game, limits, |_| ()).expect("the game goes on");
                *searches += 1;
                *nodes += found.nodes;
                *depth += u64::from(found.depth);
                *time += began.elapsed();
                match found.turn() {
                    Turn::Duchess(turn) => turn,
                    Turn::Duck(_) | Turn::Chess(_) => unreachable!("a turn of Duchess"),
                }
            }
        }
    }

    pub fn print(&self, name: &str) {
        if let Self::Searching { searches, nodes, depth, time, .. } = self {
            let each = |total: u64| total as f64 / (*searches).max(1) as f64;
            let speed = *nodes as f64 / time.as_secs_f64().max(1e-9);
            println!("{name}: {speed:.0} nodes/s, {:.0} nodes and depth {:.2} a turn", each(*nodes), each(*depth));
        }
    }
}

pub fn turns(position: &DuchessPosition) -> Vec<DuchessTurn> {
    let mut turns = Vec::new();
    position.for_each_turn(|turn| turns.push(turn));
    turns
}
