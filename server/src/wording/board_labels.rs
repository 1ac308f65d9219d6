//! What a picture of a board is called for those who cannot see it.

use domain::rules::duchess;
use domain::rules::seat::Colour;
use shakmaty::Square;

use super::seats::colour;

/// The board of a game that is over.
pub const FINAL_POSITION: &str = "The final position";

/// The board of a game in a list.
pub fn in_round(round: u32) -> String {
    format!("The board in round {round}")
}

/// The board after a turn that ends the game, or is still to be sent.
pub fn after(turn: &str) -> String {
    format!("The board after {turn}")
}

/// The board after a turn, or before the first.
pub fn to_move(after: Option<&str>, seat: &str) -> String {
    match after {
        Some(turn) => format!("The board after {turn}, {seat} to move"),
        None => format!("The board before the first turn, {seat} to move"),
    }
}

/// The board where an analysis starts.
pub fn at_start(seat: &str) -> String {
    format!("The board at the start, {seat} to move")
}

/// The board at the end of a line that is prepared; of an empty line, the board of the game.
pub fn at_end_of_line(after: Option<&str>, seat: &str) -> String {
    match after {
        Some(turn) => format!("The board at the end of the line, after {turn}, {seat} to move"),
        None => format!("The board now, {seat} to move"),
    }
}

/// A king of a duck game that can be captured, to be read after the label.
pub fn king_in_reach(whose: Colour, square: Square) -> String {
    format!(". {}’s king on {square} can be captured", colour(whose))
}

/// A king of Duchess that is in check or mated, to be read after the label.
pub fn king_in_check(seat: &str, square: duchess::Square, is_mated: bool) -> String {
    match is_mated {
        true => format!(". {seat}’s king on {square} is mated"),
        false => format!(". {seat}’s king on {square} is in check"),
    }
}

/// The picture that other sites show of a game.
pub fn preview(game: &str, turn: &str, state: &str) -> String {
    format!("The board of {game}. {turn}, {state}")
}
