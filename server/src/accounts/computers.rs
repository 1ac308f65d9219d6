//! Which accounts are played by an engine.

use sqlx::PgConnection;

use super::credentials::PlayerId;

/// Whether one of some players is a computer.
///
/// # Errors
/// The database fails.
pub async fn any_computer(connection: &mut PgConnection, players: &[PlayerId]) -> anyhow::Result<bool> {
    let players: Vec<_> = players.iter().map(|player| player.0).collect();
    let any =
        sqlx::query_scalar!(r#"select exists (select from computers where player_id = any($1)) as "any!""#, &players,);
    Ok(any.fetch_one(connection).await?)
}

/// Whether all of some players, none of whom is named twice, are computers.
///
/// # Errors
/// The database fails.
pub async fn all_computers(connection: &mut PgConnection, players: &[PlayerId]) -> anyhow::Result<bool> {
    let ids: Vec<_> = players.iter().map(|player| player.0).collect();
    let count = sqlx::query_scalar!(r#"select count(*) as "count!" from computers where player_id = any($1)"#, &ids);
    Ok(usize::try_from(count.fetch_one(connection).await?)? == players.len())
}
