//! Plays games of Duck Chess of the engine against itself, and writes their quiet positions: see [`engine_train::sample`].
//!
//! ```text
//! cargo run --release -p engine-train --bin self-play -- file=samples.bin seed=1 nodes=1000 samples=1000000
//! ```
//!
//! The file is appended to, so that several runs, each with a seed of its own, make one file.

use std::fs::OpenOptions;
use std::io::{BufWriter, Write};

use domain::rules::outcome::Outcome;
use domain::rules::position::Position;
use domain::rules::seat::Side;
use domain::rules::turn::Turn;
use domain::rules::variant::Variant;
use engine::chance::Chance;
use engine::game::Game;
use engine::limits::Limits;
use engine::{Engine, Options};
use engine_train::sample::{MOST_SCORE, Sample};
use engine_train::settings::Settings;

/// After so many turns a game is a draw.
const MOST_TURNS: usize = 260;
/// An opening that is worse for a seat is not played out, in centipawns.
const PLAYABLE: i32 = 400;
/// A game is over when both seats have called it decided by so many centipawns for so many turns: the rest would teach little.
const DECIDED: i32 = 1200;
const DECIDED_TURNS: u32 = 4;

fn main() -> std::io::Result<()> {
    let settings = Settings::read(&["file", "seed", "nodes", "samples"]);
    let path = settings.find("file").unwrap_or("samples.bin");
    let mut file = BufWriter::new(OpenOptions::new().create(true).append(true).open(path)?);
    let (nodes, wanted) = (settings.number("nodes", 1000), settings.number("samples", 1_000_000_u64));
    let mut chance = Chance(settings.number("seed", 1));
    let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
    let (mut written, mut games) = (0, 0);
    while written < wanted {
        engine.forget();
        for sample in play(&mut engine, &mut chance, nodes) {
            file.write_all(&sample.to_bytes())?;
            written += 1;
        }
        games += 1;
        if games % 100 == 0 {
            file.flush()?;
            println!("{games} games, {written} samples");
        }
    }
    file.flush()
}

/// A game from a random opening; its samples, none if the opening was lost for one seat.
fn play(engine: &mut Engine, chance: &mut Chance, nodes: u64) -> Vec<Sample> {
    let mut game = Game::start(Variant::Duck);
    for _ in 0..4 + chance.below(7) {
        let mut turns = Vec::new();
        game.position().for_each_turn(|turn| turns.push(turn));
        if turns.is_empty() {
            return Vec::new();
        }
        game.play(chance.pick(&turns));
    }
    let mut seen: Vec<(Sample, Side)> = Vec::new();
    let mut positions = vec![game.position().clone()];
    let mut decided = 0;
    let winner = loop {
        let position = game.position();
        let side = position.seating().side(position.seat_to_move());
        if let Some(result) = position.result() {
            break Some(result.outcome);
        }
        if position.quiet_claim().is_some() || position.may_claim_repetition(&positions) || positions.len() > MOST_TURNS
        {
            break Some(Outcome::Draw);
        }
        let limits = Limits::nodes(nodes + chance.below(nodes as usize / 2 + 1) as u64);
        let Some(found) = engine.search(&game, &limits, |_| ()) else { break None };
        let score = found.score();
        if positions.len() == 1 && score.as_centipawns().abs() > PLAYABLE {
            return Vec::new();
        }
        if let Position::Duck(position) = position
            && is_quiet(found.turn())
        {
            let score = score.as_centipawns().clamp(-MOST_SCORE, MOST_SCORE);
            seen.push((Sample::new(position, score, 1), side));
        }
        decided = if score.as_centipawns().abs() >= DECIDED { decided + 1 } else { 0 };
        let is_won = score.as_centipawns() > 0;
        if score.certain().is_some() || decided >= DECIDED_TURNS {
            break Some(Outcome::Win(if is_won { side } else { other(side) }));
        }
        game.play(found.turn());
        positions.push(game.position().clone());
    };
    let points = |side| match winner {
        Some(Outcome::Win(winner)) if winner == side => 2,
        Some(Outcome::Win(_)) => 0,
        _ => 1,
    };
    let last = seen.len().saturating_sub(1);
    let finished = |(n, (sample, side))| Sample { result: points(side), is_last: n == last, ..sample };
    seen.into_iter().enumerate().map(finished).collect()
}

/// Whether an evaluation can know the score: nothing is about to be taken.
fn is_quiet(turn: Turn) -> bool {
    match turn {
        Turn::Duck(turn) => turn.capture().is_none() && turn.piece_move().promotion().is_none(),
        Turn::Duchess(_) | Turn::Chess(_) => false,
    }
}

const fn other(side: Side) -> Side {
    if side.index() == 0 { Side::BLACK } else { Side::WHITE }
}
