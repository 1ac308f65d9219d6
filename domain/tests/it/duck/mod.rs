//! Duck Chess and Three-Check Duck Chess.

mod errors;
mod fen;
mod games;
mod notation;
mod oracle;
mod properties;

use domain::rules::duck::{DuckPosition, DuckTurn};

pub(crate) use properties::any_start;

/// The position of a FEN.
fn position(fen: &str) -> DuckPosition {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Plays turns one after the other.
fn played(start: &DuckPosition, turns: &str) -> DuckPosition {
    turns.split_whitespace().fold(start.clone(), |position, text| position.play(read(&position, text)))
}

fn read(position: &DuckPosition, text: &str) -> DuckTurn {
    position.read_turn(text).unwrap_or_else(|error| panic!("{position}: {text}: {error}"))
}
