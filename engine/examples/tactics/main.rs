//! Positions of the duck games with a forced win, and how many of them the engine finds.
//!
//! ```text
//! cargo run --release -p engine --example tactics -- make 300 > tactics.txt
//! cargo run --release -p engine --example tactics -- make 34 0 threecheckduck > three-check-tactics.txt
//! cargo run --release -p engine --example tactics -- solve 1000 < tactics.txt
//! cargo run --release -p engine --example tactics -- solve 300000 nodes < tactics.txt
//! ```
//!
//! `make` plays games of weak players, and looks at each position for a win in one, two or three turns: at every turn of both
//! seats. It writes so many lines of each kind, the number of turns and the FEN; a number after that begins with other games, which a
//! word after that makes games of Three-Check Duck Chess. `solve` gives the engine so many milliseconds or positions for each, and
//! counts the turns that do win in as many turns.

use std::collections::HashSet;
use std::io::{BufRead, stdin};
use std::time::Duration;

use domain::rules::duck::DuckPosition;
use domain::rules::position::Position;
use domain::rules::turn::Turn;
use domain::rules::variant::Variant;
use engine::game::Game;
use engine::limits::{Limits, Stop};
use engine::score::Score;
use engine::strength::Strength;
use engine::{Engine, Options};

use engine::proof::{LONGEST, Prover};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<u64>().unwrap_or_else(|_| panic!("{text} is no number"));
    match *words {
        ["make", count] => make(number(count) as usize, 0, Variant::Duck),
        ["make", count, first] => make(number(count) as usize, number(first), Variant::Duck),
        ["make", count, first, name] => make(number(count) as usize, number(first), variant(name)),
        ["solve", milliseconds] => solve(&Limits::time(Duration::from_millis(number(milliseconds)))),
        ["solve", nodes, "nodes"] => solve(&Limits::nodes(number(nodes))),
        _ => eprintln!("tactics make COUNT [FIRST [VARIANT]], solve MILLISECONDS, or solve NODES nodes"),
    }
}

/// The duck game that programs call so.
fn variant(name: &str) -> Variant {
    let games = [Variant::Duck, Variant::ThreeCheckDuck];
    games.into_iter().find(|game| game.uci_name() == name).unwrap_or_else(|| panic!("{name} is no duck game"))
}

/// Plays games, the first of which has this number, until so many positions of each kind are found.
fn make(count: usize, first: u64, variant: Variant) {
    let mut found = [0; LONGEST];
    let mut known = HashSet::new();
    let mut prover = Prover::default();
    for seed in first.. {
        let strength = Some(Strength::of_elo(Strength::WEAKEST + 250 * (seed % 8) as u32));
        let mut engine = Engine::new(Options { hash: 1, strength, seed, ..Options::default() });
        let mut game = Game::start(variant);
        // One of each kind a game, so that they differ.
        let mut of_game = [false; LONGEST];
        for _ in 0..200 {
            let Position::Duck(position) = game.position() else { return };
            if position.result().is_some() {
                break;
            }
            if let Some(turns) = prover.wins_in(position)
                && found[turns - 1] < count
                && !of_game[turns - 1]
                && known.insert(position.key())
            {
                of_game[turns - 1] = true;
                found[turns - 1] += 1;
                println!("{turns} {position}");
            }
            let Some(played) = engine.search(&game, &Limits::default(), |_| ()) else { break };
            game.play(played.turn());
        }
        if found.iter().all(|&found| found >= count) {
            return;
        }
    }
}

/// Lets the engine look at each position within these limits.
fn solve(most: &Limits) {
    let (mut solved, mut all) = ([0; LONGEST], [0; LONGEST]);
    let mut engine = Engine::new(Options::default());
    let mut prover = Prover::default();
    for line in stdin().lock().lines().map_while(Result::ok) {
        let Some((turns, fen)) = line.split_once(' ') else { continue };
        let (Ok(turns), Ok(position)) = (turns.parse::<usize>(), fen.parse::<DuckPosition>()) else {
            eprintln!("this is no position of a set: {line}");
            continue;
        };
        engine.forget();
        let limits = Limits { stop: Stop::default(), ..most.clone() };
        let game = Game::new(Position::Duck(position.clone()));
        let found = engine.search(&game, &limits, |report| {
            // A longer win may be seen first.
            if report.line.score >= Score::win_in(2 * turns as u32 - 1) {
                limits.stop.stop();
            }
        });
        all[turns - 1] += 1;
        match found.map(|found| found.turn()) {
            Some(Turn::Duck(turn)) if prover.is_won_by(&position, turn, turns) => solved[turns - 1] += 1,
            _ => println!("not found: {line}"),
        }
    }
    for turns in 0..LONGEST {
        println!("wins in {}: {} of {} found", turns + 1, solved[turns], all[turns]);
    }
}
