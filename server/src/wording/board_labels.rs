//! What a picture of a board is called for those who cannot see it.

use std::fmt::Display;
use std::iter;

use domain::rules::seat::Colour;
use shakmaty::Square;

use super::seats::colour;

/// The pictures of the home page, which tells Duck Chess in a minute.
pub mod home {
    /// The large one at the top.
    pub const HERO: &str = "A game of Duck Chess after 4. Bg5@e7: the duck stands on e7, before the black king";
    /// A turn begins with a piece.
    pub const MOVE_A_PIECE: &str = "Black has moved a pawn from e7 to e6";
    /// It ends with the duck.
    pub const MOVE_THE_DUCK: &str = "The duck has gone from c6 to e2";
    /// The duck blocks what is behind it.
    pub const NOTHING_PASSES: &str = "The duck on e7 stands between the bishop on g5 and the queen on d8";
    /// How a game is won.
    pub const CAPTURE_THE_KING: &str = "The bishop from b5 has captured the king on e8";
}

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

/// A board with what is marked on it: `The board before the first turn, White to move. White’s king on e1 can be captured`.
pub fn with_marked(label: &str, kings: impl IntoIterator<Item = String>) -> String {
    iter::once(label.to_owned()).chain(kings).collect::<Vec<_>>().join(". ")
}

/// A king of a duck game that can be captured.
pub fn king_in_reach(whose: Colour, square: Square) -> String {
    format!("{}’s king on {square} can be captured", colour(whose))
}

/// A king of chess or of Duchess that is in check or mated.
pub fn king_in_check(seat: &str, square: impl Display, is_mated: bool) -> String {
    match is_mated {
        true => format!("{seat}’s king on {square} is mated"),
        false => format!("{seat}’s king on {square} is in check"),
    }
}

/// The picture that other sites show of a game.
pub fn preview(game: &str, turn: &str, state: &str) -> String {
    format!("The board of {game}. {turn}, {state}")
}
