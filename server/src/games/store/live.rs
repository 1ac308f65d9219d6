//! What is announced when a game changes.

use sqlx::PgConnection;

use super::{StoredGame, visible_extras};
use crate::accounts;
use crate::games::game_id::GameId;
use crate::games::visible::VisibleEvents;
use crate::platform::database::listen::{self, Announcement};

/// What is announced of a game's new state: it to the game's open pages, and that there is something new to its players,
/// whose lists show what everyone may see, if there is more of that than in `before`.
///
/// # Errors
/// The counts cannot be written as JSON.
pub fn announcements(stored: &StoredGame, before: &VisibleEvents) -> anyhow::Result<Vec<Announcement>> {
    let state = serde_json::to_string(&stored.visible)?;
    let mut announcements = vec![Announcement { topic: topic(&stored.id), state }];
    if stored.visible.public() > before.public() {
        announcements.extend(to_players(stored));
    }
    Ok(announcements)
}

/// Announces a new game to its players.
///
/// # Errors
/// The database fails.
pub async fn announce_new(connection: &mut PgConnection, stored: &StoredGame) -> anyhow::Result<()> {
    listen::announce(connection, &to_players(stored).collect::<Vec<_>>()).await
}

/// Announces the counts of what a game's page shows besides the game itself. Whoever changes them locks the game's row
/// meanwhile, so that the later of two concurrent changes announces both.
///
/// # Errors
/// The database fails.
pub async fn announce_extras(connection: &mut PgConnection, id: &GameId) -> anyhow::Result<()> {
    let state = serde_json::to_string(&visible_extras(connection, id).await?)?;
    listen::announce(connection, &[Announcement { topic: extras_topic(id), state }]).await
}

fn to_players(stored: &StoredGame) -> impl Iterator<Item = Announcement> {
    stored.players.iter().map(|(_, player)| accounts::announcement_of(player.id))
}

/// The topic of a game's events.
pub fn topic(id: &GameId) -> String {
    format!("game/{id}")
}

/// The topic of what a game's page shows besides the game itself.
pub fn extras_topic(id: &GameId) -> String {
    format!("beside/{id}")
}
