//! How fast the rules are, on one thread: each figure on a line of its own, `name = value unit`.
//!
//! A figure is the best of several runs, for what else a machine does only ever makes it slower. To profile some of them
//! alone, name them: `cargo bench -p domain --bench rules -- perft listed`, of perft, listed, notation, validated, pgn and
//! duchess.

mod duchess;

use std::env;
use std::hint::black_box;
use std::time::{Duration, Instant};

use domain::rules::duck::{DuckPosition, DuckTurn};
use domain::rules::entry::Entry;
use domain::rules::pgn::{PgnGame, PgnReader, PgnResult};
use domain::rules::position::Position;
use domain::rules::variant::Variant;
use serde::Deserialize;

#[derive(Deserialize)]
struct Recorded {
    variant: Variant,
    turns: Vec<(String, String, String, u64)>,
}

fn main() {
    let games: Vec<Recorded> = include_str!("../../tests/oracle/duck-games.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).expect("the recorded games are of this form"))
        .collect();
    let middlegame = middlegame(&games);
    let figures: [(&str, &dyn Fn()); 6] = [
        ("perft", &perft),
        ("listed", &|| listing(&middlegame)),
        ("notation", &|| notation(&middlegame)),
        ("validated", &|| validation(&games)),
        ("pgn", &|| pgn(&games)),
        ("duchess", &duchess::figures),
    ];
    // Cargo adds options of its own.
    let named: Vec<String> = env::args().skip(1).filter(|name| !name.starts_with('-')).collect();
    for (_, measure) in figures.iter().filter(|(name, _)| named.is_empty() || named.iter().any(|named| named == name)) {
        measure();
    }
}

/// The best time of as many runs as fit into a second, but three at least, and what the run returns.
fn best<T>(mut run: impl FnMut() -> T) -> (Duration, T) {
    let mut best: Option<(Duration, T)> = None;
    let began = Instant::now();
    for n in 0.. {
        let started = Instant::now();
        let value = black_box(run());
        let took = started.elapsed();
        if best.as_ref().is_none_or(|(best, _)| took < *best) {
            best = Some((took, value));
        }
        if n >= 3 && began.elapsed() > Duration::from_secs(1) {
            break;
        }
    }
    best.expect("the loop runs at least once")
}

/// A figure by its name after `rules.`.
fn rate(name: &str, count: u64, took: Duration, unit: &str) {
    println!("rules.{name} = {:.0} {unit}", count as f64 / took.as_secs_f64());
}

fn perft() {
    let (took, nodes) = best(|| Position::start(Variant::Duck).perft(black_box(3)));
    rate("duck.perft3", nodes, took, "turns/s");
    println!("rules.duck.perft3_time = {:.4} s", took.as_secs_f64());
}

/// Positions from move 8 to move 30, of games from the usual start.
fn middlegame(games: &[Recorded]) -> Vec<DuckPosition> {
    let fens = games.iter().flat_map(|game| &game.turns).map(|(fen, ..)| fen);
    let positions = fens.map(|fen| fen.parse::<DuckPosition>().expect("the recorded positions are legal"));
    positions.filter(|position| (8..=30).contains(&position.fullmove_number().get())).collect()
}

fn listing(positions: &[DuckPosition]) {
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
    rate("duck.listed", turns, took, "turns/s");
    let (took, _) = best(|| positions.iter().map(DuckPosition::count_turns).sum::<u64>());
    rate("duck.counted", positions.len() as u64, took, "positions/s");
}

fn notation(positions: &[DuckPosition]) {
    // A turn in a hundred, so that all kinds of them are there.
    let mut samples: Vec<(&DuckPosition, DuckTurn, String)> = Vec::new();
    let mut n = 0;
    for position in positions {
        position.for_each_turn(|turn| {
            n += 1;
            if n % 101 == 0 {
                samples.push((position, turn, position.write_turn(turn)));
            }
        });
    }
    let mut text = String::new();
    let (took, _) = best(|| {
        for (position, turn, _) in &samples {
            text.clear();
            position.write_turn_to(*turn, &mut text).expect("writing to a string does not fail");
            black_box(&text);
        }
    });
    rate("duck.san_written", samples.len() as u64, took, "turns/s");
    let (took, _) = best(|| {
        for (position, _, text) in &samples {
            black_box(position.read_turn(text).expect("what was written reads back"));
        }
    });
    rate("duck.san_read", samples.len() as u64, took, "turns/s");
}

fn validation(games: &[Recorded]) {
    let games: Vec<(Position, Vec<&str>)> = games
        .iter()
        .map(|game| (start(game), game.turns.iter().map(|(_, short, ..)| short.as_str()).collect()))
        .collect();
    let (took, turns) = best(|| {
        let mut turns = 0;
        for (start, texts) in &games {
            let mut position = start.clone();
            for text in texts {
                let turn = position.read_turn(text).expect("the recorded turns are legal");
                position = position.play(turn);
                turns += 1;
            }
            black_box(position.result());
        }
        turns
    });
    rate("duck.validated", turns, took, "turns/s");
    println!("rules.duck.validated60 = {:.1} us", took.as_secs_f64() * 1e6 * 60.0 / turns as f64);
}

fn pgn(games: &[Recorded]) {
    let mut file = String::new();
    for game in games {
        let start = start(game);
        let mut position = start.clone();
        let turns = game.turns.iter().map(|(_, short, ..)| {
            let turn = position.read_turn(short).expect("the recorded turns are legal");
            position = position.play(turn);
            turn
        });
        let mut written = PgnGame::new(start, turns.map(Entry::Turn).collect::<Vec<_>>(), PgnResult::Open);
        written.tags.set("White", "White");
        written.tags.set("Black", "Black");
        file.push_str(&format!("{written}\n"));
    }
    let (took, read) = best(|| PgnReader::new(file.as_bytes()).filter(Result::is_ok).count());
    assert_eq!(read, games.len(), "every game that was written reads back");
    println!("rules.duck.pgn_read = {:.1} MB/s", file.len() as f64 / 1e6 / took.as_secs_f64());
}

fn start(game: &Recorded) -> Position {
    Position::from_fen(game.variant, &game.turns[0].0).expect("the recorded positions are legal")
}
