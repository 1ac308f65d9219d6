//! Duchess.

mod board;
mod drawing;
mod ends;
mod errors;
mod fen;
mod naive;
mod oracle;
mod paths;
mod play;
mod properties;
mod record;

use domain::rules::duchess::{DuchessPosition, DuchessTurn, Square};

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

/// Plays turns chosen by numbers, until the game is over.
fn played_by(start: &DuchessPosition, choices: &[u32]) -> DuchessPosition {
    choices.iter().fold(start.clone(), |position, &choice| {
        let turns = turns(&position);
        turns.get(choice as usize % turns.len().max(1)).map_or(position.clone(), |&turn| position.play(turn))
    })
}

/// The square where this one comes when the board is turned by a flap.
fn turned(square: Square) -> Square {
    let place = square.place();
    place.map_or(Square::VORTEX, |(flap, line, depth)| Square::named(flap.next(), line, depth).unwrap())
}
