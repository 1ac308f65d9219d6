//! Counts the sequences of legal turns: `perft <variant> <depth> ["<fen>"]`.

use std::env;
use std::process::ExitCode;
use std::time::Instant;

use domain::rules::duchess::{DuchessPosition, SetUp};
use domain::rules::position::Position;
use domain::rules::variant::Variant;

/// Where counting starts. Duchess is no [`Variant`] yet.
enum Start {
    Duck(Position),
    Duchess(Box<DuchessPosition>),
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match read(&arguments) {
        Ok((start, depth)) => {
            let started = Instant::now();
            println!("nodes {}", start.perft(depth));
            println!("seconds {:.6}", started.elapsed().as_secs_f64());
            ExitCode::SUCCESS
        }
        Err(reason) => {
            eprintln!("{reason}\nusage: perft <variant> <depth> [\"<fen>\"]");
            ExitCode::FAILURE
        }
    }
}

fn read(arguments: &[String]) -> Result<(Start, u32), String> {
    let [variant, depth, fen @ ..] = arguments else {
        return Err("a variant and a depth are needed".to_owned());
    };
    let depth = depth.parse().map_err(|_| format!("the depth '{depth}' is no number"))?;
    // A FEN without quotes comes in pieces.
    let fen = fen.join(" ");
    let start = match variant.strip_prefix("duchess-") {
        Some(set_up) => Start::Duchess(Box::new(duchess(set_up, &fen)?)),
        None => Start::Duck(duck(variant, &fen)?),
    };
    Ok((start, depth))
}

fn duck(variant: &str, fen: &str) -> Result<Position, String> {
    let variant: Variant = variant.parse().map_err(|error| format!("{error}"))?;
    match fen {
        "" => Ok(Position::start(variant)),
        fen => Position::from_fen(variant, fen).map_err(|error| error.to_string()),
    }
}

fn duchess(set_up: &str, fen: &str) -> Result<DuchessPosition, String> {
    let set_up: SetUp = set_up.parse().map_err(|error| format!("{error}"))?;
    let position = match fen {
        "" => DuchessPosition::start(set_up),
        fen => fen.parse::<DuchessPosition>().map_err(|error| error.to_string())?,
    };
    let same = position.set_up() == set_up;
    same.then_some(position).ok_or_else(|| format!("the FEN is not of the set-up {set_up}"))
}

impl Start {
    fn perft(&self, depth: u32) -> u64 {
        match self {
            Self::Duck(position) => position.perft(depth),
            Self::Duchess(position) => position.perft(depth),
        }
    }
}
