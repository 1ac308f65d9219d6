//! Signing up and in, and forgotten passwords.

use super::plural;

/// A forgotten password cannot be replaced where no emails leave.
pub const NO_EMAIL_CAN_BE_SENT: &str = "Nothing was done, because no email can be sent.";

/// Nobody was named whose password is forgotten.
pub const WHO_IS_MISSING: &str = "Enter your name, or the email address you signed up with.";

/// Nobody has this name and this password.
pub const WRONG_NAME_OR_PASSWORD: &str = "The name or the password is wrong.";

/// What somebody wants who has to sign up or log in for it, see [`sign_up_to`]: at a finished game.
pub const ANALYSE_GAME: &str = "have the computer analyse this game";
/// On the analysis board.
pub const ANALYSIS_BOARD: &str = "ask the computer about a position, or keep a board in your notebook";
/// On a game's page.
pub const TAGS: &str = "put tags on games";
/// At a search for games.
pub const SAVE_SEARCH: &str = "save searches for games";
/// On the page of collections.
pub const COLLECTIONS: &str = "keep collections of games";
/// On the page of studies.
pub const STUDIES: &str = "make studies";
/// In the lobby, and at a challenge.
pub const PLAY_PEOPLE: &str = "play people";
/// On the page of one's leave.
pub const LEAVE: &str = "take leave";
/// On the page of settings.
pub const SETTINGS: &str = "change your settings";

/// What somebody without an account is to do first: `Sign up to play people.`
pub fn sign_up_to(what: &str) -> String {
    format!("Sign up to {what}.")
}

/// What somebody who may have an account is to do first: `Log in to play people.`
pub fn log_in_to(what: &str) -> String {
    format!("Log in to {what}.")
}

/// What becomes of the games of a guest who logs in.
pub fn games_taken_along(games: i64) -> String {
    plural(
        games,
        "Take the game that I play as a guest into this account".to_owned(),
        format!("Take the {games} games that I have played as a guest into this account"),
    )
}

/// Another player has this name.
pub fn name_taken(name: &str) -> String {
    format!("The name {name} is taken. Choose another one.")
}

/// What waits to be sent was written by another player.
pub fn written_by_another(writer: &str) -> String {
    format!("What was not sent was written by {writer}. Log in as {writer}, or discard it.")
}
