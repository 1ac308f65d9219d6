//! Tunes the weights of the evaluation by hand to positions that `self-play` wrote, and writes them as the source of the engine.
//!
//! ```text
//! cargo run --release -p engine-train --bin tune -- files=a.bin,b.bin into=engine/src/duck/by_hand.rs
//! ```
//!
//! It begins with the weights of the engine. `later` and `ahead` are those of `train`; `hold` is how much it costs to leave those
//! weights, `rounds` and `steps` how long it learns. Of the files, samples far from each other are taken, at most `samples` of them. What is
//! best on a tenth of them that is kept apart is written at the end.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use engine::duck::weights;
use engine_train::sample::{Sample, named};
use engine_train::settings::Settings;
use engine_train::targets::targets;
use engine_train::tuning::{Lesson, Slopes, Tuning, loss, side_by_side, source};

/// One lesson of so many is kept apart to test with.
const TEST_PART: usize = 10;

fn main() -> ExitCode {
    let names = ["files", "into", "samples", "later", "ahead", "hold", "rounds", "steps", "threads"];
    match tune(&Settings::read(&names)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn tune(settings: &Settings) -> io::Result<()> {
    let (weight, ahead) = (settings.number("later", 0.55), settings.number("ahead", 0.95));
    let (rounds, steps) = (settings.number("rounds", 7), settings.number("steps", 60));
    let (most, threads) = (settings.number("samples", 700_000_usize), settings.number("threads", 2_usize).max(1));
    let tuning = Tuning::new(weights().clone(), settings.number("hold", 2e-9));
    let into = Path::new(settings.find("into").unwrap_or("by_hand.rs"));

    let mut lessons = Vec::new();
    for path in settings.find("files").unwrap_or("samples.bin").split(',') {
        let samples = Sample::read_all(path.as_ref())?;
        let taught = samples.iter().zip(targets(&samples, weight, ahead));
        lessons.extend(taught.map(|(sample, target)| Lesson::new(sample, target)));
    }
    let every = lessons.len().div_ceil(most.max(1)).max(1);
    let mut lessons: Vec<Lesson> = lessons.into_iter().step_by(every).collect();
    // The last games, which no other part has seen.
    let tests = lessons.split_off(lessons.len() - lessons.len() / TEST_PART);
    if tests.is_empty() {
        return Err(io::Error::other("the files have too few samples: write some with self-play first"));
    }
    let mut tuned = weights().clone();
    let (mut best, mut least) = (tuned.clone(), loss(&tuned, &tests));
    println!("{} positions, {} to test with: loss of the test {least:.6}", lessons.len(), tests.len());
    let parts: Vec<&[Lesson]> = lessons.chunks(lessons.len().div_ceil(threads)).collect();
    for round in 1..=rounds {
        let slopes = side_by_side(&parts, |part| Slopes::new(&tuned, part));
        let parts: Vec<_> = parts.iter().copied().zip(slopes).collect();
        tuned = tuning.round(&tuned, &parts, steps);
        let now = loss(&tuned, &tests);
        println!("round {round}: loss {:.6}, of the test {now:.6}", loss(&tuned, &lessons));
        if now < least {
            (best, least) = (tuned.clone(), now);
        }
    }
    std::fs::write(into, source(&best)).map_err(|error| named(into, &error))
}
