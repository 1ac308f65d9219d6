//! Guests: visitors who play without an account. A guest is a player with a session like any other, so a game knows no
//! difference. It is by their session alone that they are known: when it ends, nobody can come back to their games.

use std::net::IpAddr;
use std::time::Duration;

use anyhow::bail;
use axum_extra::extract::CookieJar;
use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;
use tokio_util::sync::CancellationToken;

use super::client::Client;
use super::credentials::{Player, PlayerId, PlayerName};
use super::password::UNUSABLE_PASSWORD_HASH;
use super::proof::VerifiedPlayer;
use super::rate_limit::{self, Limit, RateLimited};
use super::session::{self, SessionCookie};
use crate::platform::database::Pool;
use crate::platform::database::listen::Hub;
use crate::platform::now::Now;
use crate::platform::queue;

/// How often guests are looked for who will not come back.
const LOOKED_FOR_EVERY: Duration = Duration::from_secs(3600);
/// How many of them are forgotten at once: a row that is deleted is looked for in every table that names players.
const AT_ONCE: i64 = 20;
/// How long they are looked for after their session is over.
const LOOKED_FOR: SignedDuration = SignedDuration::from_hours(30 * 24);

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

/// Forgets guests who will not come back until the server stops.
pub async fn run(pool: Pool, hub: Hub, now: Now, stop: CancellationToken) {
    queue::every(LOOKED_FOR_EVERY, stop, &hub, "guests forgotten", || forget_gone(&pool, now.get())).await;
}

/// Deletes some guests who have no game and no challenge, and whose session is over so that they cannot come back, and says how many. Those who have
/// games stay: their name is what the games' pages say of them.
///
/// # Errors
/// The database fails.
pub async fn forget_gone(pool: &Pool, now: Timestamp) -> anyhow::Result<usize> {
    let over = now - session::LIFETIME;
    // Served by players_guests, game_seats_by_player, challenges_by_challenger, challenge_places_by_player, library_of_player, sessions_by_player and
    // kept_forms_by_player. Guests offer rematches, whose challenges stay when the games become an account's. What they had typed goes
    // with them; what else names a player is deleted by its key, or is nothing that a guest can have.
    let forgotten = sqlx::query!(
        "with gone as (
            select p.id from players p
            where p.is_guest and p.created_at > $1 and p.created_at <= $2
                and not exists (select from game_seats s where s.player_id = p.id)
                and not exists (select from challenges c where c.challenger = p.id)
                and not exists (select from challenge_places c where c.player_id = p.id)
                and not exists (select from library_games l where l.player_id = p.id)
                and not exists (select from sessions s where s.player_id = p.id and s.expires_at > $3)
            order by p.created_at limit $4 for update skip locked
        ), forms as (
            delete from kept_forms where player_id in (select id from gone)
        ), looks as (
            delete from game_looks where player_id in (select id from gone)
        )
        delete from players where id in (select id from gone)",
        (over - LOOKED_FOR).to_sqlx() as _,
        over.to_sqlx() as _,
        now.to_sqlx() as _,
        AT_ONCE,
    );
    Ok(forgotten.execute(pool).await?.rows_affected() as usize)
}
