//! Makes puzzles of games that the engine plays against itself, and proves them.
//!
//! ```text
//! cargo run --release -p engine --example puzzles -- make duck 1 3000 >> found.jsonl
//! cargo run --release -p engine --example puzzles -- choose 300 < found.jsonl > server/puzzles/puzzles.jsonl
//! cargo run --release -p engine --example puzzles -- prove < server/puzzles/puzzles.jsonl
//! ```
//!
//! `make` plays games of a variant, the first with this number and as many as the second says, each of one of the levels of the
//! engine, and writes what it finds; `make-long` only what takes three turns, which takes longer to find. `choose` takes the warm-up puzzle of duckchess.com and
//! then the first of each kind in turn, and numbers them. `prove` looks at every turn of all.

mod choose;

use std::collections::HashMap;
use std::io::{BufRead, Write, stdin, stdout};
use std::time::Instant;

use domain::rules::duck::DuckPosition;
use domain::rules::position::Position;
use domain::rules::puzzle::Puzzle;
use domain::rules::variant::Variant;
use engine::game::Game;
use engine::limits::Limits;
use engine::proof::Prover;
use engine::puzzles::{find, verify};
use engine::score::Score;
use engine::strength::Strength;
use engine::{Engine, Options};

/// How many levels play, from the weakest but one: the others take more time, and miss less.
const LEVELS: usize = 4;
/// Puzzles of one goal in one game are at least so many turns apart.
const APART: usize = 12;
/// Whoever is so far ahead may have a longer win, and `make-long` looks for it.
const AHEAD: Score = Score::centipawns(200);
/// How many positions it looks at for that.
const LOOK: u64 = 6_000;
/// A game that is not over by then gives no more puzzles.
const LONGEST_GAME: usize = 160;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<u64>().unwrap_or_else(|_| panic!("{text} is no number"));
    match *words {
        ["make" | "make-long", variant, first, games] => {
            let variant = variant.parse().unwrap_or_else(|_| panic!("{variant} is no variant"));
            let is_long = words[0] == "make-long";
            (number(first)..).take(number(games) as usize).for_each(|game| make(variant, game, is_long));
        }
        ["choose", most] => choose::choose(read(), number(most) as usize),
        ["prove"] => prove(&read()),
        _ => eprintln!(
            "puzzles make VARIANT FIRST GAMES, puzzles make-long VARIANT FIRST GAMES, puzzles choose MOST, or puzzles prove"
        ),
    }
}

/// Plays a game, and writes the puzzles in it.
fn make(variant: Variant, seed: u64, is_long: bool) {
    let levels: Vec<u32> = Strength::levels().skip(1).take(LEVELS).collect();
    let elo = levels[(seed % levels.len() as u64) as usize];
    let strength = Some(Strength::of_elo(elo));
    let mut player = Engine::new(Options { hash: 1, strength, seed, ..Options::default() });
    let mut judge = Engine::new(Options { hash: 1, ..Options::default() });
    let mut prover = Prover::default();
    let mut game = Game::start(variant);
    let mut last = HashMap::new();
    for ply in 0..LONGEST_GAME {
        let Position::Duck(position) = game.position() else { return };
        if position.result().is_some() {
            break;
        }
        let source = format!("self-play at Elo {elo}, game {seed}, ply {ply}");
        let Some(played) = player.search(&game, &Limits::default(), |_| ()) else { break };
        let mut seen = played.score();
        if is_long {
            if seen < AHEAD {
                game.play(played.turn());
                continue;
            }
            judge.forget();
            seen = judge.search(&game, &Limits::nodes(LOOK), |_| ()).map_or(seen, |found| found.score());
        }
        if let Some(puzzle) = find(position, &source, seen, &mut judge, &mut prover)
            && (!is_long || puzzle.goal().turns() > 2)
            && last.get(&puzzle.goal()).is_none_or(|last| last + APART <= ply)
        {
            last.insert(puzzle.goal(), ply);
            let mut out = stdout().lock();
            let line = serde_json::to_string(&puzzle).expect("a puzzle is text");
            writeln!(out, "{line}").and_then(|()| out.flush()).expect("somebody reads");
        }
        game.play(played.turn());
    }
}

/// The puzzles of a file.
fn read() -> Vec<Puzzle> {
    let lines = stdin().lock().lines().map_while(Result::ok);
    lines.map(|line| serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

fn prove(puzzles: &[Puzzle]) {
    let (began, mut prover, mut flaws) = (Instant::now(), Prover::default(), 0);
    for puzzle in puzzles {
        if let Err(flaw) = verify(puzzle, &mut prover) {
            println!("puzzle {}: {flaw}", puzzle.number());
            flaws += 1;
        }
    }
    println!("{} puzzles, {flaws} flaws, {:.1} s", puzzles.len(), began.elapsed().as_secs_f64());
}

/// The position of the warm-up puzzle of <https://duckchess.com/>, composed from its text.
pub fn warm_up() -> DuckPosition {
    "8/4Q2p/7k/*7/4B1P1/7b/2q3PP/7K w - - 0 30".parse().expect("it is a position")
}
