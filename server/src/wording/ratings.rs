//! Ratings.

use std::fmt::Display;

use super::plural;

/// Over a player's ratings.
pub const RATINGS: &str = "Ratings";
/// Over a player's ratings in games with computers.
pub const AGAINST_COMPUTERS: &str = "Against computers";

/// What a game did to a rating: `Your rating is now 1662? (+162).`
pub fn now(rating: impl Display, change: impl Display, is_with_computers: bool) -> String {
    match is_with_computers {
        true => format!("Your rating against computers is now {rating} ({change})."),
        false => format!("Your rating is now {rating} ({change})."),
    }
}

/// The last games, each with its change.
pub fn last_games(count: usize) -> String {
    plural(count, "The last rated game".to_owned(), format!("The last {count} rated games"))
}

/// Games of a chart that are not among the last ones.
pub fn earlier_games(count: usize) -> String {
    format!("{count} more {} of the chart", plural(count, "game", "games"))
}

/// What a rating comes from: `after 12 rated games`, and that it is provisional.
pub fn after_games(count: i32, is_provisional: bool) -> String {
    match is_provisional {
        true => plural(
            count,
            "after 1 rated game: provisional".to_owned(),
            format!("after {count} rated games: provisional"),
        ),
        false => plural(count, "after 1 rated game".to_owned(), format!("after {count} rated games")),
    }
}

/// The points that somebody has won lately: `+74 in 6 games`.
pub fn won_lately(points: i32, games: i64) -> String {
    format!("+{points} in {games} games")
}

/// A player with their rating: `kwik (1623)`.
pub fn beside(name: &str, rating: impl Display) -> String {
    format!("{name} ({rating})")
}
