//! Learns a net from positions that `self-play` wrote, and writes it as the engine reads it.
//!
//! ```text
//! cargo run --release -p engine-train --bin train -- files=a.bin,b.bin net=engine/src/duck/duck.net epochs=20
//! ```
//!
//! `later=0.4` is the weight of what a game said later beside the score, `ahead=0.95` how much each of its turns counts beside the
//! one before, `rate=0.001` the size of the first steps, `decay=0` the weight decay (a step multiplies weights of inputs by
//! `1 - rate * decay`), `seed=1` what the first weights are drawn from; `from=FILE` goes on from the weights of another net instead. The
//! net is written after each epoch. With the same files, seed and threads it is the same net.

use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use engine::chance::Chance;
use engine::net::Net;
use engine_train::model::{Adam, Example, Gradient, Model};
use engine_train::sample::{Sample, named};
use engine_train::settings::Settings;
use engine_train::targets::targets;

/// How many examples are learnt from at a time.
const BATCH: usize = 16_384;
/// One example of so many is kept apart to test the net with.
const TEST_PART: usize = 50;

fn main() -> ExitCode {
    let names = ["files", "net", "from", "later", "ahead", "epochs", "rate", "decay", "threads", "seed"];
    match train(&Settings::read(&names)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn train(settings: &Settings) -> io::Result<()> {
    let (weight, ahead) = (settings.number("later", 0.4), settings.number("ahead", 0.95));
    let mut examples = Vec::new();
    for path in settings.find("files").unwrap_or("samples.bin").split(',') {
        read(Path::new(path), weight, ahead, &mut examples)?;
    }
    if examples.is_empty() {
        return Err(io::Error::other("the files have no samples: write some with self-play first"));
    }
    // The last games, which no other part has seen.
    let tests = examples.split_off(examples.len() - examples.len() / TEST_PART);
    println!("{} examples, {} to test with", examples.len(), tests.len());

    let (epochs, threads) = (settings.number("epochs", 20), settings.number("threads", 2_usize).max(1));
    let first_rate: f32 = settings.number("rate", 0.001);
    let mut chance = Chance(settings.number("seed", 1));
    let mut model = match settings.find("from") {
        Some(path) => read_net(Path::new(path))?,
        None => Model::random(&mut chance),
    };
    let decay: f32 = settings.number("decay", 0.0);
    if !(0.0..1.0).contains(&(first_rate * decay)) {
        return Err(io::Error::other("decay times rate must be at least 0 and less than 1"));
    }
    let mut adam = Adam::new(decay);
    let mut gradients = vec![Gradient::default(); threads];
    let mut order: Vec<u32> = (0..examples.len() as u32).collect();
    let batches = examples.len().div_ceil(BATCH);
    let began = Instant::now();
    for epoch in 0..epochs {
        shuffle(&mut order, &mut chance);
        let mut loss = 0.0;
        for (n, batch) in order.chunks(BATCH).enumerate() {
            let done = (epoch * batches + n) as f32 / (epochs * batches) as f32;
            let rate = first_rate * (0.01 + 0.99 * (0.5 + 0.5 * (std::f32::consts::PI * done).cos()));
            let batch: Vec<&Example> = batch.iter().map(|&n| &examples[n as usize]).collect();
            std::thread::scope(|scope| {
                let parts = batch.chunks(batch.len().div_ceil(threads));
                for (part, gradient) in parts.zip(&mut gradients) {
                    let model = &model;
                    scope.spawn(move || model.learn(part, gradient));
                }
            });
            let used = batch.chunks(batch.len().div_ceil(threads)).len();
            adam.step(&mut model, &gradients[..used], batch.len(), rate);
            loss += gradients[..used].iter().map(|gradient| gradient.loss).sum::<f64>();
        }
        println!(
            "epoch {}: loss {:.6}, of the test {:.6}, {:.0} s",
            epoch + 1,
            loss / examples.len() as f64,
            model.loss(&tests),
            began.elapsed().as_secs_f64()
        );
        if let Some(path) = settings.find("net") {
            std::fs::write(path, model.quantised().to_bytes()).map_err(|error| named(Path::new(path), &error))?;
        }
    }
    Ok(())
}

/// The examples of a file.
fn read(path: &Path, weight: f32, ahead: f32, examples: &mut Vec<Example>) -> io::Result<()> {
    let samples = Sample::read_all(path)?;
    let taught = samples.iter().zip(targets(&samples, weight, ahead));
    examples.extend(taught.map(|(sample, target)| Example::new(sample, target)));
    Ok(())
}

/// The net of a file, to go on from.
fn read_net(path: &Path) -> io::Result<Model> {
    let bytes = std::fs::read(path).map_err(|error| named(path, &error))?;
    let net = Net::from_bytes(&bytes).map_err(|error| named(path, &io::Error::other(error)))?;
    Ok(Model::of_net(&net))
}

fn shuffle(order: &mut [u32], chance: &mut Chance) {
    for n in (1..order.len()).rev() {
        order.swap(n, chance.below(n + 1));
    }
}
