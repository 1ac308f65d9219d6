//! How fast the engine is: each figure on a line of its own, `name = value unit`.
//!
//! Positions are of games of the engine against itself; each is searched by an engine that has forgotten all others.

use std::time::{Duration, Instant};

use domain::rules::position::Position;
use domain::rules::variant::Variant;
use engine::game::Game;
use engine::limits::Limits;
use engine::strength::Strength;
use engine::{Engine, Options};

/// How many positions are searched.
const POSITIONS: usize = 12;

fn main() {
    for variant in Variant::ALL {
        let games = games(variant);
        let (nodes, took) = total(&games, Options::default(), &Limits::time(Duration::from_millis(300)));
        println!("engine.{}_nodes = {:.0} nodes/s", variant.key(), nodes as f64 / took.as_secs_f64());
    }
    let duck = games(Variant::Duck);
    for depth in [8, 12] {
        let (_, took) = total(&duck, Options::default(), &Limits::depth(depth));
        println!("engine.depth_{depth} = {:.1} ms", took.as_secs_f64() * 1000.0 / POSITIONS as f64);
    }
    let limits = Limits::time(Duration::from_millis(500));
    let (one, _) = total(&duck, Options::default(), &limits);
    let (two, _) = total(&duck, Options { threads: 2, ..Options::default() }, &limits);
    println!("engine.two_threads_ratio = {:.2}", two as f64 / one as f64);
}

/// Games of a middling player, up to forty turns long: none is decided.
fn games(variant: Variant) -> Vec<Game> {
    let mut games = Vec::new();
    for seed in 0.. {
        let strength = Some(Strength::of_elo(1930));
        let mut player = Engine::new(Options { hash: 1, strength, seed, ..Options::default() });
        let mut game = Game::new(Position::start(variant));
        for _ in 0..10 + 3 * seed % 30 {
            let Some(found) = player.search(&game, &Limits::default(), |_| ()) else { break };
            game.play(found.turn());
        }
        if game.position().result().is_none() {
            games.push(game);
        }
        if games.len() == POSITIONS {
            break;
        }
    }
    games
}

/// The positions that were visited, and the time it took.
fn total(games: &[Game], options: Options, limits: &Limits) -> (u64, Duration) {
    let mut engine = Engine::new(options);
    let (mut nodes, mut took) = (0, Duration::ZERO);
    for game in games {
        engine.forget();
        let began = Instant::now();
        nodes += engine.search(game, limits, |_| ()).map_or(0, |found| found.nodes);
        took += began.elapsed();
    }
    (nodes, took)
}
