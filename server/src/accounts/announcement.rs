//! What servers announce to each other about a player, for that player alone.

use super::credentials::PlayerId;
use crate::platform::database::listen::Announcement;

/// What has changed about a player: the games of theirs, the challenges that wait for them, or a session of theirs has ended.
pub fn announcement_of(player: PlayerId) -> Announcement {
    Announcement { topic: player_topic(player), state: String::new() }
}

/// The topic of what is a player's own.
pub fn player_topic(player: PlayerId) -> String {
    format!("player/{}", player.0)
}
