//! Ratings.

use super::plural;

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
