//! What servers announce to each other, by topic: what pages listen to besides a game and, in `accounts`, what is a player's own.

use crate::accounts::PlayerId;
use crate::platform::database::listen::Announcement;

/// The challenges that are open to anyone have changed.
pub fn of_lobby() -> Announcement {
    Announcement { topic: LOBBY.to_owned(), state: String::new() }
}

/// The ratings of a player have changed, which everybody may see.
pub fn of_ratings(player: PlayerId) -> Announcement {
    Announcement { topic: ratings_topic(player), state: String::new() }
}

/// The topic of the challenges that are open to anyone.
pub const LOBBY: &str = "lobby";

/// The topic of a player's ratings.
pub fn ratings_topic(player: PlayerId) -> String {
    format!("ratings/{}", player.0)
}
