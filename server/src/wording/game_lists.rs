//! What lists, titles and feeds say of a game in a line.

use domain::rules::variant::Variant;

use super::VariantNames;

/// A game of one's own in a list: `Duck Chess against Kwak`.
pub fn own_game(variant: Variant, against: &str) -> String {
    format!("{} against {against}", variant.name())
}

/// A game of others in a list: `Duck Chess: Louie against Kwak`.
pub fn game_of_others(variant: Variant, players: &str) -> String {
    format!("{}: {players}", variant.name())
}

/// The title of a game: `Louie against Kwak: Duck Chess`.
pub fn title(players: &str, variant: Variant) -> String {
    format!("{players}: {}", variant.name())
}

/// The title of a game's page while the viewer is to move: tabs cut titles at their end.
pub fn title_on_your_turn(players: &str) -> String {
    format!("Your turn: {players}")
}

/// Nothing has been played yet.
pub const BEFORE_FIRST_TURN: &str = "Before the first turn";

/// Who is to move, beside a position.
pub fn to_move(seat: &str) -> String {
    format!("{seat} to move")
}

/// The last turn and how the game stands, where there is one line for both.
pub fn turn_and_state(turn: &str, state: &str) -> String {
    format!("{turn} · {state}")
}

/// The reader is to move, in a list.
pub const YOUR_TURN: &str = "Your turn";

/// Another player is to move, in a list.
pub fn is_to_move(player: &str) -> String {
    format!("{player} is to move")
}

/// The player to move is on leave, with `{player}` and `{time}` to be filled in.
pub const ON_LEAVE_UNTIL: &str = "{player} is on leave until {time}";

/// The reader is to move, and on leave, with `{time}` to be filled in.
pub const YOU_ARE_ON_LEAVE_UNTIL: &str = "You are on leave until {time}";

/// The reader has offered a draw.
pub const DRAW_OFFERED: &str = "Draw offered";

/// Another has offered the reader a draw.
pub const DRAW_OFFERED_TO_YOU: &str = "A draw is offered to you";

/// A draw is offered, to others or not to the reader alone.
pub const DRAW_OFFERED_BY_OTHERS: &str = "A draw is offered";
