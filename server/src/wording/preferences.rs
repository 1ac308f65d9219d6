//! What players choose in their settings.

/// No date format has the key that was sent.
pub const UNKNOWN_DATE_FORM: &str = "Choose a date format from the list.";

/// No set of pieces has the key that was sent.
pub const UNKNOWN_PIECE_SET: &str = "Choose a set of pieces from the list.";

/// No colours of the board have the key that was sent.
pub const UNKNOWN_BOARD_DESIGN: &str = "Choose the colours of the board from the list.";

/// There is no time zone of this name.
pub fn unknown_time_zone(name: &str) -> String {
    format!("There is no time zone called \"{name}\". Choose one from the list, such as Europe/London.")
}

/// What was chosen is saved.
pub const SAVED: &str = "Saved.";

/// The password is changed.
pub const PASSWORD_CHANGED: &str = "Your password has been changed. You are logged out everywhere else.";

/// A session elsewhere was ended.
pub const SESSION_ENDED: &str = "That browser has been logged out.";

/// All sessions elsewhere were ended.
pub const OTHER_SESSIONS_ENDED: &str = "You are logged out everywhere else.";

/// A session began in a browser that does not say what it is.
pub const UNKNOWN_BROWSER: &str = "Unknown browser";

/// Dates such as `28 May 2024`.
pub const DATES_IN_WORDS: &str = "In words";

/// Dates such as `2024-05-28`.
pub const DATES_IN_FIGURES: &str = "In figures";

/// The feeds have new addresses.
pub const FEEDS_RENEWED: &str = "These addresses are new. Earlier ones no longer work.";

/// There are no feeds any more.
pub const FEEDS_TURNED_OFF: &str = "Your feeds are turned off. Their addresses no longer work.";
