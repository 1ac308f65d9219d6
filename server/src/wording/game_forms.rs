//! The forms of a game's page and of the analysis board: why what was sent is not taken.

/// A turn has too many characters to be one.
pub fn turn_too_long(max_chars: usize) -> String {
    format!("A turn can have at most {max_chars} characters.")
}

/// A reply is in its field, and not among the conditional turns that are to be saved.
pub fn reply_not_added(turn: &str) -> String {
    format!("{turn} is not among your replies yet: add it or clear the field, then save.")
}

/// The number of turns that a page showed cannot be read.
pub fn unreadable_ply(sent: &str) -> String {
    format!("The page sent '{sent}' for the number of turns made. Reload it and try again.")
}

/// A spectator has written too many comments.
pub fn too_many_comments(max: i64) -> String {
    format!("You have written {max} comments on this game, which is the limit.")
}

/// Much was written recently, by the spectator or by all of them; with when there is room again.
pub fn comments_too_often(by_all: bool, until: &str) -> String {
    match by_all {
        true => format!(
            "Spectators have commented a lot on this game in the last few minutes. You can send this after {until}."
        ),
        false => {
            format!("You have commented a lot on this game in the last few minutes. You can send this after {until}.")
        }
    }
}

/// There is no turn to add to conditional turns: another player's, or one's own reply.
pub fn no_turn_to_add(theirs: bool, example: Option<&str>) -> String {
    match (theirs, example) {
        (true, Some(turn)) => format!("Move on the board, or type their turn, such as {turn}; then add it."),
        (true, None) => "Move on the board, or type their turn; then add it.".to_owned(),
        (false, Some(turn)) => format!("Move on the board, or type your reply, such as {turn}; then add it."),
        (false, None) => "Move on the board, or type your reply; then add it.".to_owned(),
    }
}

/// There is no turn to play on the analysis board.
pub fn no_turn_to_play(example: &str) -> String {
    format!("Move on the board, or type a turn such as {example}; then play it.")
}

/// Pasted turns do not follow from the position that the analysis board was set up with, and what is wrong.
pub fn read_from_board(wrong: &str, variant: &str) -> String {
    format!(
        "{wrong} These turns are read from the position that the board starts from. If they begin at the usual start, \
         write [Variant \"{variant}\"] above them, or start a new board first."
    )
}

/// Something else is to be opened on the analysis board, and what is there is not saved.
pub const BOARD_NOT_SAVED: &str =
    "The board as it is now is not saved, and would be lost. Open it anyway, or add it to these turns.";
