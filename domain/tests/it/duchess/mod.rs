//! Duchess.

mod board;
mod oracle;

use domain::duchess::{DuchessPosition, DuchessTurn};

/// The position of a FEN.
fn position(fen: &str) -> DuchessPosition {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Plays turns one after the other.
fn played(start: &DuchessPosition, turns: &str) -> DuchessPosition {
    turns.split_whitespace().fold(start.clone(), |position, text| position.play(read(&position, text)))
}

fn read(position: &DuchessPosition, text: &str) -> DuchessTurn {
    position.read_turn(text).unwrap_or_else(|error| panic!("{position}: {text}: {error}"))
}

fn turns(position: &DuchessPosition) -> Vec<DuchessTurn> {
    let mut turns = Vec::new();
    position.for_each_turn(|turn| turns.push(turn));
    turns
}
