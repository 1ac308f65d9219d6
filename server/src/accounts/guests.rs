//! Guests: visitors who play without an account. A guest is a player with a session like any other, so a game knows no
//! difference. It is by their session alone that they are known: when it ends, nobody can come back to their games.

use std::net::IpAddr;

use anyhow::bail;
use axum_extra::extract::CookieJar;
use jiff::Timestamp;
use jiff_sqlx::ToSqlx;

use super::client::Client;
use super::credentials::{Player, PlayerId, PlayerName};
use super::password::UNUSABLE_PASSWORD_HASH;
use super::proof::VerifiedPlayer;
use super::rate_limit::{self, Limit, RateLimited};
use super::session::{self, SessionCookie};
use crate::platform::database::Pool;

/// How often a name is drawn: of a million guests one in thirty draws a name that is taken.
const MAX_DRAWS: usize = 20;

/// Makes a guest of a visitor, and begins a session in their browser: the jar with its cookies. The session that the browser was
/// in ends, so this is for visitors who have none.
///
/// # Errors
/// The database fails.
pub async fn begin(
    pool: &Pool,
    cookie: SessionCookie,
    address: IpAddr,
    client: Client,
    now: Timestamp,
) -> anyhow::Result<Result<(Player, CookieJar), RateLimited>> {
    if let Err(rate_limited) = rate_limit::count(pool, &Limit::guests_from(address), now).await? {
        return Ok(Err(rate_limited));
    }
    let player = insert(pool, now).await?;
    let verified = VerifiedPlayer { player: player.id, password_hash: UNUSABLE_PASSWORD_HASH.to_owned() };
    match session::begin(pool, cookie, &verified, client, now).await? {
        Some(jar) => Ok(Ok((player, jar))),
        None => bail!("a new guest has another password"),
    }
}

/// A new guest, by a name that nobody has.
async fn insert(pool: &Pool, now: Timestamp) -> anyhow::Result<Player> {
    for _ in 0..MAX_DRAWS {
        let name = PlayerName::of_guest();
        let id = sqlx::query_scalar!(
            "insert into players (name, email, password_hash, created_at, is_guest, guest_name)
            values ($1, '', $2, $3, true, $1) on conflict (lower(name)) do nothing returning id",
            name.as_str(),
            UNUSABLE_PASSWORD_HASH,
            now.to_sqlx() as _,
        )
        .fetch_optional(pool)
        .await?;
        if let Some(id) = id {
            return Ok(Player { id: PlayerId(id), name });
        }
    }
    bail!("no name for a guest is free")
}

/// Whether a player plays without an account.
///
/// # Errors
/// The database fails.
pub async fn is_guest(pool: &Pool, player: PlayerId) -> anyhow::Result<bool> {
    let is_guest =
        sqlx::query_scalar!("select is_guest from players where id = $1", player.0).fetch_optional(pool).await?;
    Ok(is_guest.unwrap_or_default())
}
