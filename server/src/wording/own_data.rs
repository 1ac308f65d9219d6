//! What the site keeps of a player: the archive of it, and its end.

/// Nobody deletes an account by a slip.
pub const CONFIRM_DELETION: &str = "Tick the box to confirm that your account is to be deleted.";

/// A deletion was asked for.
pub const DELETION_ASKED: &str = "Your account will be deleted. Until then you can change your mind.";

/// A deletion was taken back.
pub const ACCOUNT_KEPT: &str = "Your account stays. Nothing has been deleted.";

/// What the files of an archive are, for its `README.txt` and for the page that offers it.
pub mod files {
    pub const README: &str = "What each of the files is.";
    pub const ACCOUNT: &str = "Your name, your email address, your country, what you say of yourself, when you signed up, and whether your account is to be deleted.";
    pub const SETTINGS: &str = "What you have chosen in the settings, and since when you have had feeds.";
    pub const SIGN_INS: &str = "Where you are logged in, and the browsers that you have logged in with. When a session has ended it is not kept.";
    pub const GAMES_PGN: &str = "All your games, with the clocks, and with the messages that you may read.";
    pub const GAMES_JSON: &str = "The same games with all that has happened in them and that you may know of: turns, messages, offers, leave, your own notes and conditional turns. A seat is given by its number, from 0 in the order of the turns.";
    pub const MESSAGES: &str = "The messages of your games that you may read, yours and those of the others, with the ply (half-move) that they belong to.";
    pub const NOTES: &str = "Your private notes in games.";
    pub const KIBITZ: &str = "What you have written as a spectator of public games.";
    pub const TAGS: &str = "Your tags, and the games that have them.";
    pub const SEARCHES: &str = "The searches for games that you have saved.";
    pub const NOTEBOOKS_JSON: &str =
        "Your analyses, with when they were changed. One without a game is that of the analysis board.";
    pub const NOTEBOOKS_PGN: &str = "The same analyses as PGN, for other programs.";
    pub const COLLECTIONS_JSON: &str =
        "Your collections of games from elsewhere, and the files that they were read from.";
    pub const COLLECTIONS_PGN: &str = "The games of your collections, one file for each collection.";
    pub const STUDIES_JSON: &str =
        "The studies that you own, edit, or are invited to, with their editors and the names of their chapters.";
    pub const STUDIES_PGN: &str = "The chapters of the studies that you own, one study after the other.";
    pub const CHALLENGES: &str =
        "The challenges that you have made, that were made to you, and in which you had a seat.";
    pub const LEAVE: &str = "The leave that you have taken.";
    pub const RATINGS: &str = "Your ratings, and how each rated game has changed them.";
    pub const PUZZLES: &str = "Your tries at puzzles, your rating in them, and what you have reported of them.";
    pub const ANALYSES: &str = "The games and positions that you have asked the computer about.";
    pub const LOOKS: &str = "When you last looked at each game.";
    pub const DRAFTS: &str = "What you wrote that could not be sent. It is kept for 7 days.";
    pub const EMAILS: &str =
        "Which emails you were sent or wait to be sent, of the last 90 days. Their texts are not kept.";
}
