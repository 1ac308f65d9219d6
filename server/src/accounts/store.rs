//! Accounts and sessions in the database.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use serde::Serialize;
use sqlx::types::Json;
use sqlx::{PgConnection, PgPool};

use super::credentials::{Player, PlayerId, PlayerName};
use super::proof::Proven;
use super::session::Viewer;
use crate::preferences::Preferences;

/// The player of a name, in any case, as who has their password: whether that is so is to be looked at.
pub async fn account(pool: &PgPool, name: &PlayerName) -> anyhow::Result<Option<Proven>> {
    let row = sqlx::query!("select id, password_hash from players where lower(name) = lower($1)", name.as_str())
        .fetch_optional(pool)
        .await?;
    Ok(row.map(|row| Proven { player: PlayerId(row.id), password_hash: row.password_hash }))
}

/// The player of a name, in any case.
///
/// # Errors
/// The database fails.
pub async fn player(pool: &PgPool, name: &PlayerName) -> anyhow::Result<Option<Player>> {
    let row = sqlx::query!("select id, name from players where lower(name) = lower($1)", name.as_str())
        .fetch_optional(pool)
        .await?;
    Ok(row.map(|row| Player { id: PlayerId(row.id), name: PlayerName::stored(row.name) }))
}

/// The name of a player.
///
/// # Errors
/// The database fails, or there is no such player.
pub async fn name(connection: &mut PgConnection, player: PlayerId) -> anyhow::Result<PlayerName> {
    let name = sqlx::query_scalar!("select name from players where id = $1", player.0).fetch_one(connection).await?;
    Ok(PlayerName::stored(name))
}

/// Since when a player has their account.
///
/// # Errors
/// The database fails, or there is no such player.
pub async fn signed_up_at(pool: &PgPool, player: PlayerId) -> anyhow::Result<Timestamp> {
    let row = sqlx::query!("select created_at from players where id = $1", player.0).fetch_one(pool).await?;
    Ok(row.created_at.to_jiff())
}

/// A new session of who has a password; those that have expired go. `false`: it is not the player's any more.
pub async fn insert_session(
    pool: &PgPool,
    token_hash: &[u8],
    proven: &Proven,
    now: Timestamp,
    expires_at: Timestamp,
) -> anyhow::Result<bool> {
    sqlx::query!("delete from sessions where expires_at <= $1", now.to_sqlx() as _).execute(pool).await?;
    // A concurrent change of the password waits for this and then ends the new session; or this waits, and finds the
    // password changed.
    let inserted = sqlx::query!(
        "insert into sessions (token_hash, player_id, created_at, expires_at)
        select $1, id, $4, $5 from players where id = $2 and password_hash = $3 for share",
        token_hash,
        proven.player.0,
        proven.password_hash,
        now.to_sqlx() as _,
        expires_at.to_sqlx() as _,
    )
    .execute(pool)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// Ends a session, if it is there.
pub async fn delete_session(pool: &PgPool, token_hash: &[u8]) -> anyhow::Result<()> {
    sqlx::query!("delete from sessions where token_hash = $1", token_hash).execute(pool).await?;
    Ok(())
}

/// Another password for a player.
pub struct NewPassword<'a> {
    /// Whose.
    pub player: PlayerId,
    /// Its hash.
    pub hash: &'a str,
    /// The one that who sets it has proven to have.
    pub instead_of: Option<&'a Proven>,
    /// The token hash of the session in which it is set: that one is not ended.
    pub staying: Option<&'a [u8]>,
}

/// Replaces a password. With the old one end the sessions, and an address that waits to be confirmed; the links that were sent
/// end by `account_links::set_password`. `false`: the old one is not the player's any more.
///
/// # Errors
/// The database fails.
pub async fn replace_password(connection: &mut PgConnection, new: &NewPassword<'_>) -> anyhow::Result<bool> {
    let player = new.player.0;
    let set = sqlx::query!(
        "update players set password_hash = $2, email_wanted = null
        where id = $1 and password_hash = coalesce($3, password_hash)",
        player,
        new.hash,
        new.instead_of.map(|proven| proven.password_hash.as_str()),
    )
    .execute(&mut *connection)
    .await?;
    if set.rows_affected() == 0 {
        return Ok(false);
    }
    sqlx::query!("delete from sessions where player_id = $1 and token_hash is distinct from $2", player, new.staying)
        .execute(connection)
        .await?;
    Ok(true)
}

/// What waits for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Waiting {
    /// In how many games it is their turn.
    pub turns: i64,
    /// How many challenges wait for their answer.
    pub challenges: i64,
}

/// What waits for a player now.
///
/// # Errors
/// The database fails.
pub async fn waiting(pool: &PgPool, player: PlayerId) -> anyhow::Result<Waiting> {
    // Served by the indexes games_by_player_to_move, challenges_open_by_opponent and challenge_places_by_player.
    let waiting = sqlx::query_as!(
        Waiting,
        r#"select (select count(*) from games where player_to_move = $1) as "turns!",
            (select count(*) from waiting_challenges where player_id = $1) as "challenges!""#,
        player.0,
    )
    .fetch_one(pool)
    .await?;
    Ok(waiting)
}

/// Whose session it is.
pub async fn viewer(pool: &PgPool, token_hash: &[u8], now: Timestamp) -> anyhow::Result<Option<Viewer>> {
    // The counts are served by the indexes games_by_player_to_move, challenges_open_by_opponent and challenge_places_by_player.
    let row = sqlx::query!(
        r#"select p.id, p.name, p.preferences as "preferences: Json<Preferences>",
            (select count(*) from games g where g.player_to_move = p.id) as "turns_waiting!",
            (select count(*) from waiting_challenges c where c.player_id = p.id) as "challenges_waiting!"
        from sessions s join players p on p.id = s.player_id
        where s.token_hash = $1 and s.expires_at > $2"#,
        token_hash,
        now.to_sqlx() as _,
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| Viewer {
        id: PlayerId(row.id),
        name: PlayerName::stored(row.name),
        turns_waiting: row.turns_waiting,
        challenges_waiting: row.challenges_waiting,
        preferences: row.preferences.0,
    }))
}
