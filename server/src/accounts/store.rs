//! Accounts and sessions in the database.

use anyhow::Context;
use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;
use serde::Serialize;
use sqlx::PgConnection;
use sqlx::types::Json;

use super::announcement::announcement_of;
use super::credentials::{Player, PlayerId, PlayerName};
use super::device;
use super::proof::VerifiedPlayer;
use super::session::Viewer;
use crate::platform::database::Pool;
use crate::platform::database::listen;
use crate::preferences::Preferences;

/// The player of a name, in any case, as somebody who has their password: whether that is so is to be looked at.
pub async fn account(pool: &Pool, name: &PlayerName) -> anyhow::Result<Option<VerifiedPlayer>> {
    let row = sqlx::query!("select id, password_hash from players where lower(name) = lower($1)", name.as_str())
        .fetch_optional(pool)
        .await?;
    Ok(row.map(|row| VerifiedPlayer { player: PlayerId(row.id), password_hash: row.password_hash }))
}

/// The player of a name, in any case.
///
/// # Errors
/// The database fails.
pub async fn player(pool: &Pool, name: &PlayerName) -> anyhow::Result<Option<Player>> {
    let row = sqlx::query!("select id, name from players where lower(name) = lower($1)", name.as_str())
        .fetch_optional(pool)
        .await?;
    Ok(row.map(|row| Player { id: PlayerId(row.id), name: PlayerName::stored(row.name) }))
}

/// The names of players with an account that begin so, in whatever case, at most `limit` of them in their order.
///
/// # Errors
/// The database fails.
pub async fn names_beginning_with(pool: &Pool, beginning: &str, limit: i64) -> anyhow::Result<Vec<String>> {
    if !beginning.chars().all(PlayerName::may_have) {
        return Ok(Vec::new());
    }
    // Served by players_by_beginning, which these operators can use with a value that is bound. Names are ASCII: nothing comes after `~`.
    let names = sqlx::query_scalar!(
        "select name from players p where lower(name) ~>=~ lower($1) and lower(name) ~<=~ (lower($1) || '~') and not is_guest
            and not exists (select from account_deletions d where d.player_id = p.id and d.done_at is not null)
        order by lower(name) using ~<~ limit $2",
        beginning,
        limit,
    );
    Ok(names.fetch_all(pool).await?)
}

/// The player whom somebody who runs the site calls so.
///
/// # Errors
/// Nobody has that name, worded for whoever has typed it; or the database fails.
pub async fn named(pool: &Pool, typed: &str) -> anyhow::Result<Player> {
    let nobody = || format!("nobody here is called '{typed}'");
    let name = typed.parse::<PlayerName>().ok().with_context(nobody)?;
    player(pool, &name).await?.with_context(nobody)
}

/// The name of a player.
///
/// # Errors
/// The database fails, or there is no such player.
pub async fn name(connection: &mut PgConnection, player: PlayerId) -> anyhow::Result<PlayerName> {
    let name = sqlx::query_scalar!("select name from players where id = $1", player.0).fetch_one(connection).await?;
    Ok(PlayerName::stored(name))
}

/// Takes requests of one player one after the other until the transaction ends, so that they are counted rightly.
///
/// # Errors
/// The database fails.
pub async fn queue_up(connection: &mut PgConnection, player: PlayerId) -> sqlx::Result<()> {
    sqlx::query!("select id from players where id = $1 for no key update", player.0).fetch_one(connection).await?;
    Ok(())
}

/// A session that is to begin.
pub struct NewSession<'a> {
    /// The hash of its token.
    pub token_hash: &'a [u8],
    /// The hash of the session that the browser was in: its cookie is lost.
    pub replaces: &'a [u8],
    /// What kind of browser it is.
    pub browser: &'a str,
    /// The hash of the token by which the browser is known from now on, and of the one before.
    pub device: &'a [u8],
    /// The hash of the token by which it was known.
    pub device_before: Option<[u8; 32]>,
    /// When it ends by itself.
    pub expires_at: Timestamp,
}

/// A new session of a player whose password was verified; those that have expired go. `false`: it is not the player's any more.
pub async fn insert_session(
    pool: &Pool,
    session: &NewSession<'_>,
    verified: &VerifiedPlayer,
    now: Timestamp,
) -> anyhow::Result<bool> {
    sqlx::query!("delete from sessions where expires_at <= $1", now.to_sqlx() as _).execute(pool).await?;
    let mut transaction = pool.begin().await?;
    // A concurrent change of the password waits for this and then ends the new session; or this waits, and finds the
    // password changed.
    let theirs = sqlx::query_scalar!(
        "select id from players where id = $1 and password_hash = $2 for share",
        verified.player.0,
        verified.password_hash,
    )
    .fetch_optional(&mut *transaction)
    .await?;
    if theirs.is_none() {
        return Ok(false);
    }
    let device = know_device(&mut transaction, verified.player, session, now).await?;
    delete_session(&mut transaction, session.replaces).await?;
    sqlx::query!(
        "insert into sessions (token_hash, player_id, created_at, expires_at, browser, known_device)
        values ($1, $2, $3, $4, $5, $6)",
        session.token_hash,
        verified.player.0,
        now.to_sqlx() as _,
        session.expires_at.to_sqlx() as _,
        session.browser,
        device,
    )
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(true)
}

/// Knows a browser by another token from now on, for this player and for all who have logged in with it before: its id.
async fn know_device(
    connection: &mut PgConnection,
    player: PlayerId,
    session: &NewSession<'_>,
    now: Timestamp,
) -> anyhow::Result<i64> {
    sqlx::query!(
        "update known_devices set token_hash = $2 where token_hash = $1",
        session.device_before.as_ref().map(<[u8; 32]>::as_slice),
        session.device,
    )
    .execute(&mut *connection)
    .await?;
    let id = sqlx::query_scalar!(
        "insert into known_devices (player_id, token_hash, logged_in_at) values ($1, $2, $3)
        on conflict (token_hash, player_id) do update set logged_in_at = excluded.logged_in_at
        returning id",
        player.0,
        session.device,
        now.to_sqlx() as _,
    )
    .fetch_one(&mut *connection)
    .await?;
    // Served by known_devices_by_player.
    sqlx::query!(
        "delete from known_devices where player_id = $1 and (logged_in_at <= $2 or id in
            (select id from known_devices where player_id = $1 order by logged_in_at desc, id desc offset $3))",
        player.0,
        (now - device::LIFETIME).to_sqlx() as _,
        device::MAX_KNOWN_DEVICES,
    )
    .execute(connection)
    .await?;
    Ok(id)
}

/// The id of a browser that the player of this name has logged in with, by the hash of its token.
pub async fn known_device(
    pool: &Pool,
    name: &PlayerName,
    token_hash: &[u8],
    now: Timestamp,
) -> anyhow::Result<Option<i64>> {
    let id = sqlx::query_scalar!(
        "select d.id from known_devices d join players p on p.id = d.player_id
        where d.token_hash = $1 and lower(p.name) = lower($2) and d.logged_in_at > $3",
        token_hash,
        name.as_str(),
        (now - device::LIFETIME).to_sqlx() as _,
    )
    .fetch_optional(pool)
    .await?;
    Ok(id)
}

/// Ends a session, if it is there, and its streams on every server. Its browser is still known.
pub async fn delete_session(connection: &mut PgConnection, token_hash: &[u8]) -> anyhow::Result<()> {
    let player = sqlx::query_scalar!("delete from sessions where token_hash = $1 returning player_id", token_hash)
        .fetch_optional(&mut *connection)
        .await?;
    if let Some(player) = player {
        announce_ended_sessions(connection, PlayerId(player)).await?;
    }
    Ok(())
}

/// A session in the list of its player's.
pub struct ListedSession {
    /// What the list calls it: a part of the hash of its token.
    pub id: String,
    /// What kind of browser it is in; empty: unknown.
    pub browser: String,
    /// When it began.
    pub began_at: Timestamp,
    /// When it was last used, to half a day.
    pub seen_at: Timestamp,
    /// Whether it is the one that asks.
    pub is_own: bool,
}

/// The most sessions that a list has.
const MAX_LISTED_SESSIONS: i64 = 100;

/// The sessions of a player: the one that asks, then those used last.
///
/// # Errors
/// The database fails.
pub async fn sessions(pool: &Pool, player: PlayerId, own: &[u8], now: Timestamp) -> anyhow::Result<Vec<ListedSession>> {
    // Served by sessions_by_player.
    let rows = sqlx::query!(
        r#"select encode(substring(token_hash for 8), 'hex') as "id!", browser, created_at,
            coalesce(seen_at, created_at) as "seen_at!", token_hash = $2 as "is_own!"
        from sessions where player_id = $1 and expires_at > $3
        order by token_hash = $2 desc, coalesce(seen_at, created_at) desc, token_hash limit $4"#,
        player.0,
        own,
        now.to_sqlx() as _,
        MAX_LISTED_SESSIONS,
    )
    .fetch_all(pool)
    .await?;
    let sessions = rows.into_iter().map(|row| ListedSession {
        id: row.id,
        browser: row.browser,
        began_at: row.created_at.to_jiff(),
        seen_at: row.seen_at.to_jiff(),
        is_own: row.is_own,
    });
    Ok(sessions.collect())
}

/// Which of a player's sessions end.
pub enum EndedSessions<'a> {
    /// The one that the list calls so.
    Listed(&'a str),
    /// All but the one of this hash.
    AllBut(&'a [u8]),
}

/// Ends sessions of a player, and their streams on every server. Their browsers are known no more: whoever has one of them
/// may not be the player.
///
/// # Errors
/// The database fails.
pub async fn end_sessions(
    connection: &mut PgConnection,
    player: PlayerId,
    ended: EndedSessions<'_>,
) -> anyhow::Result<()> {
    match ended {
        EndedSessions::Listed(id) => {
            sqlx::query!(
                "with ended as (
                    delete from sessions where player_id = $1 and encode(substring(token_hash for 8), 'hex') = $2
                    returning known_device
                )
                delete from known_devices where id in (select known_device from ended)",
                player.0,
                id,
            )
            .execute(&mut *connection)
            .await?;
        }
        EndedSessions::AllBut(own) => {
            sqlx::query!("delete from sessions where player_id = $1 and token_hash <> $2", player.0, own)
                .execute(&mut *connection)
                .await?;
            sqlx::query!(
                "delete from known_devices d where d.player_id = $1
                    and not exists (select from sessions s where s.known_device = d.id)",
                player.0,
            )
            .execute(&mut *connection)
            .await?;
        }
    }
    announce_ended_sessions(connection, player).await
}

/// Makes every stream of a player check whether its session still exists: to be called in every transaction that ends one.
async fn announce_ended_sessions(connection: &mut PgConnection, player: PlayerId) -> anyhow::Result<()> {
    listen::announce(connection, &[announcement_of(player)]).await
}

/// Another password for a player.
pub struct NewPassword<'a> {
    /// Whose.
    pub player: PlayerId,
    /// Its hash.
    pub hash: &'a str,
    /// The one that the player who sets it was verified by.
    pub instead_of: Option<&'a VerifiedPlayer>,
    /// The token hash of the session in which it is set: that one is not ended.
    pub staying: Option<&'a [u8]>,
}

/// Replaces a password. With the old one end the sessions, the known browsers, and an address that waits to be confirmed; the
/// links that were sent end by `account_links::set_password`. `false`: the old one is not the player's any more.
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
        new.instead_of.map(|verified| verified.password_hash.as_str()),
    )
    .execute(&mut *connection)
    .await?;
    if set.rows_affected() == 0 {
        return Ok(false);
    }
    end_sessions(connection, new.player, EndedSessions::AllBut(new.staying.unwrap_or_default())).await?;
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

/// What waits now for the player of a session; `None` if it has ended.
///
/// # Errors
/// The database fails.
pub async fn waiting(pool: &Pool, token_hash: &[u8], now: Timestamp) -> anyhow::Result<Option<Waiting>> {
    // Served by the indexes games_by_player_to_move, challenges_open_by_opponent and challenge_places_by_player.
    let waiting = sqlx::query_as!(
        Waiting,
        r#"select (select count(*) from games g where g.player_to_move = s.player_id) as "turns!",
            (select count(*) from waiting_challenges c where c.player_id = s.player_id) as "challenges!"
        from sessions s where s.token_hash = $1 and s.expires_at > $2"#,
        token_hash,
        now.to_sqlx() as _,
    )
    .fetch_optional(pool)
    .await?;
    Ok(waiting)
}

/// How long a session has not been used when it is noted that it is.
const SEEN_AGAIN_AFTER: SignedDuration = SignedDuration::from_hours(12);

/// Whose session it is.
pub async fn viewer(pool: &Pool, token_hash: &[u8], now: Timestamp) -> anyhow::Result<Option<Viewer>> {
    // The counts are served by the indexes games_by_player_to_move, challenges_open_by_opponent and challenge_places_by_player.
    let row = sqlx::query!(
        r#"select p.id, p.name, p.is_guest, p.guest_name, p.preferences as "preferences: Json<Preferences>",
            (select count(*) from games g where g.player_to_move = p.id) as "turns_waiting!",
            (select count(*) from waiting_challenges c where c.player_id = p.id) as "challenges_waiting!",
            (select due_at from account_deletions d where d.player_id = p.id) as "deleted_at: jiff_sqlx::Timestamp",
            coalesce(s.seen_at, s.created_at) as "seen_at!"
        from sessions s join players p on p.id = s.player_id
        where s.token_hash = $1 and s.expires_at > $2"#,
        token_hash,
        now.to_sqlx() as _,
    )
    .fetch_optional(pool)
    .await?;
    if let Some(row) = &row
        && row.seen_at.to_jiff() + SEEN_AGAIN_AFTER <= now
    {
        sqlx::query!("update sessions set seen_at = $2 where token_hash = $1", token_hash, now.to_sqlx() as _)
            .execute(pool)
            .await?;
    }
    Ok(row.map(|row| Viewer {
        id: PlayerId(row.id),
        name: PlayerName::stored(row.name),
        is_guest: row.is_guest,
        guest_name: row.guest_name.map(PlayerName::stored),
        turns_waiting: row.turns_waiting,
        challenges_waiting: row.challenges_waiting,
        deleted_at: row.deleted_at.map(|at| at.to_jiff()),
        preferences: row.preferences.0,
    }))
}
