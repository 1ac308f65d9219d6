//! Watching games.

use jiff::civil::Date;

/// The strongest players' games first.
pub const HIGHEST_RATED: &str = "Highest rated";
/// Those with most turns a day first.
pub const FASTEST: &str = "Fastest";
/// Those that most others have looked at first.
pub const MOST_LOOKED_AT: &str = "Most looked at";

/// No game is going on.
pub const NOTHING_PLAYED: &str = "No game is being played at the moment.";
/// No game was looked at but by its players.
pub const NOBODY_LOOKED: &str = "Within a week nobody has looked at a running game of others.";

/// `Players of November`
pub fn players_of(day: Date) -> String {
    format!("Players of {}", day.strftime("%B"))
}
