//! Tunes the weights of the evaluation by hand to positions that `self-play` wrote, and prints them as the source of the engine.
//!
//! ```text
//! cargo run --release -p engine-train --bin tune -- files=a.bin,b.bin > engine/src/duck/by_hand.rs
//! ```
//!
//! It begins with the weights of the engine. `later` and `ahead` are those of `train`; `hold` is how much it costs to leave those
//! weights, `rounds` and `steps` how long it learns. Of the files, samples far from each other are taken, `samples` of them.

use std::fmt::Write;
use std::io;
use std::process::ExitCode;

use engine::duck::{Weights, weights};
use engine_train::sample::Sample;
use engine_train::settings::Settings;
use engine_train::targets::targets;
use engine_train::tuning::{Lesson, Slopes, Tuning, loss};

/// One lesson of so many is kept apart to test with.
const TEST_PART: usize = 10;

fn main() -> ExitCode {
    let names = ["files", "samples", "later", "ahead", "hold", "rounds", "steps", "threads"];
    match tune(&Settings::read(&names)) {
        Ok(best) => {
            print!("{}", source(&best));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn tune(settings: &Settings) -> io::Result<Weights> {
    let (weight, ahead) = (settings.number("later", 0.55), settings.number("ahead", 0.95));
    let mut lessons = Vec::new();
    for path in settings.find("files").unwrap_or("samples.bin").split(',') {
        let samples = Sample::read_all(path.as_ref())?;
        lessons.extend(
            samples.iter().zip(targets(&samples, weight, ahead)).map(|(sample, target)| Lesson::new(sample, target)),
        );
    }
    let every = lessons.len().div_ceil(settings.number("samples", 700_000)).max(1);
    let mut lessons: Vec<Lesson> = lessons.into_iter().step_by(every).collect();
    if lessons.is_empty() {
        return Err(io::Error::other("the files have no samples: write some with self-play first"));
    }
    // The last games, which no other part has seen.
    let tests = lessons.split_off(lessons.len() - lessons.len() / TEST_PART);
    let threads = settings.number("threads", 2_usize).max(1);
    let tuning = Tuning::new(weights().clone(), settings.number("hold", 2e-9));
    let mut best = weights().clone();
    let mut least = loss(&best, &tests);
    eprintln!("{} positions, of the test {least:.6}", lessons.len());
    let mut weights = best.clone();
    for round in 1..=settings.number("rounds", 7) {
        let parts = lessons.chunks(lessons.len().div_ceil(threads));
        let parts: Vec<(&[Lesson], Slopes)> = std::thread::scope(|scope| {
            let weights = &weights;
            let threads: Vec<_> = parts.map(|part| scope.spawn(move || (part, Slopes::new(weights, part)))).collect();
            threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
        });
        weights = tuning.round(&weights, &parts, settings.number("steps", 60));
        let now = loss(&weights, &tests);
        eprintln!("round {round}: loss {:.6}, of the test {now:.6}", loss(&weights, &lessons));
        if now < least {
            (best, least) = (weights.clone(), now);
        }
    }
    Ok(best)
}

/// The module of the engine that has these weights.
fn source(weights: &Weights) -> String {
    let mut text = String::from(
        "//! The weights that the engine judges by. `engine-train` wrote them: its program `tune` has the command.\n\n\
         use super::weights::Weights;\n\n#[rustfmt::skip]\npub(super) static BY_HAND: Weights = Weights {\n",
    );
    let Weights { material, mobility, passed, isolated, doubled, bishop_pair, rook_files, ring, .. } = weights;
    let Weights { on_king, danger_divisor, most_danger, shelter, tempo, checks, squares, king_at_the_end, .. } =
        weights;
    let _ = write!(
        text,
        "    material: {material:?},\n    mobility: {mobility:?},\n    passed: {passed:?},\n    isolated: {isolated:?},\n    \
         doubled: {doubled:?},\n    bishop_pair: {bishop_pair:?},\n    rook_files: {rook_files:?},\n    ring: {ring:?},\n    \
         on_king: {on_king},\n    danger_divisor: {danger_divisor},\n    most_danger: {most_danger},\n    shelter: {shelter:?},\n    \
         tempo: {tempo},\n    checks: {checks:?},\n    squares: [\n",
    );
    for table in squares {
        let _ = writeln!(text, "        {},", board(table, "        "));
    }
    let _ = write!(text, "    ],\n    king_at_the_end: {},\n}};\n", board(king_at_the_end, "    "));
    text
}

/// The numbers of the squares, a rank in a line.
fn board(table: &[i16; 64], indent: &str) -> String {
    let mut text = String::from("[\n");
    for rank in table.chunks(8) {
        let numbers: Vec<String> = rank.iter().map(|number| format!("{number:>4}")).collect();
        let _ = writeln!(text, "{indent}    {},", numbers.join(","));
    }
    text + indent + "]"
}
