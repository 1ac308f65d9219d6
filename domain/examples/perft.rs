//! Counts the sequences of legal turns of any variant: `perft <variant> <depth> ["<fen>"]`, such as `perft duchess-6 3`.
//!
//! A turn of the duck games, piece move and duck, is one ply; the capture of a king ends the game, moves no duck and counts
//! one. Without a FEN it counts from where the variant starts.

use std::env;
use std::process::ExitCode;
use std::time::Instant;

use domain::rules::position::Position;
use domain::rules::variant::Variant;

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

fn read(arguments: &[String]) -> Result<(Position, u32), String> {
    let [variant, depth, fen @ ..] = arguments else {
        return Err("a variant and a depth are needed".to_owned());
    };
    let variant = Variant::by_key(variant).ok_or_else(|| format!("there is no variant '{variant}'"))?;
    let depth = depth.parse().map_err(|_| format!("the depth '{depth}' is no number"))?;
    // A FEN without quotes comes in pieces.
    let start = match fen.join(" ").as_str() {
        "" => Position::start(variant),
        fen => Position::from_fen(variant, fen).map_err(|error| error.to_string())?,
    };
    Ok((start, depth))
}
