//! Preferences in the database. They are read with the session, in `accounts`.

use crate::accounts::PlayerId;
use crate::platform::database::Pool;
use crate::preferences::Preferences;

/// Saves a player's preferences.
pub async fn save(pool: &Pool, player: PlayerId, preferences: &Preferences) -> anyhow::Result<()> {
    sqlx::query!("update players set preferences = $2 where id = $1", player.0, preferences.to_stored()?)
        .execute(pool)
        .await?;
    Ok(())
}
