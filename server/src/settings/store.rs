//! Preferences in the database. They are read with the session, in `accounts`.

use sqlx::PgPool;

use super::preferences::Preferences;
use crate::accounts::PlayerId;

/// Keeps what a player has chosen.
pub async fn save(pool: &PgPool, player: PlayerId, preferences: &Preferences) -> anyhow::Result<()> {
    sqlx::query!("update players set preferences = $2 where id = $1", player.0, preferences.to_stored()?)
        .execute(pool)
        .await?;
    Ok(())
}
