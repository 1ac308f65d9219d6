//! Accounts that are being deleted, in the database.

use anyhow::bail;
use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;
use sqlx::{AssertSqlSafe, PgConnection};

use crate::account_links;
use crate::accounts::{NewPassword, PlayerId, PlayerName, UNUSABLE_PASSWORD_HASH};
use crate::analysis;
use crate::collections;
use crate::games;
use crate::library;
use crate::outbox::{self, EmailKind};
use crate::own_data::kept::{Fate, TABLES};
use crate::platform::database::Pool;
use crate::studies;
use crate::web::saved_form;

/// How long the last step waits for the last email, and for the games that were resigned to be counted: no mail server that is down,
/// and no game that cannot be counted, keeps a name longer.
const LONGEST_WAIT: SignedDuration = SignedDuration::from_hours(24);
/// How often a name is drawn.
const MAX_DRAWS: usize = 20;

/// The players whose account is to be deleted now, the longest overdue first.
pub async fn due(pool: &Pool, now: Timestamp) -> anyhow::Result<Vec<PlayerId>> {
    // Served by account_deletions_due. All of them: those that wait do not keep others from being looked at.
    let players = sqlx::query_scalar!(
        "select player_id from account_deletions where due_at <= $1 and done_at is null order by due_at, player_id",
        now.to_sqlx() as _,
    )
    .fetch_all(pool)
    .await?;
    Ok(players.into_iter().map(PlayerId).collect())
}

/// An account whose deletion has begun.
pub struct Begun {
    /// What the player is called.
    pub name: PlayerName,
    /// Whether it has begun just now.
    pub is_new: bool,
}

/// The first step, the last moment at which it could be taken back: ends all sessions, makes the password unusable, and queues the
/// last email. `None` if the account is not to be deleted after all.
pub async fn begin(pool: &Pool, player: PlayerId, now: Timestamp) -> anyhow::Result<Option<Begun>> {
    let mut transaction = pool.begin().await?;
    let row = sqlx::query!(
        r#"select d.begun_at is not null as "has_begun!", p.name
        from account_deletions d join players p on p.id = d.player_id
        where d.player_id = $1 and d.due_at <= $2 and d.done_at is null for update of d"#,
        player.0,
        now.to_sqlx() as _,
    )
    .fetch_optional(&mut *transaction)
    .await?;
    let Some(row) = row else { return Ok(None) };
    if !row.has_begun {
        sqlx::query!("update account_deletions set begun_at = $2 where player_id = $1", player.0, now.to_sqlx() as _)
            .execute(&mut *transaction)
            .await?;
        outbox::about_account(&mut transaction, EmailKind::AccountDeleted, player, now).await?;
    }
    // An address that waits to be confirmed goes with the password.
    let address = account_links::address(pool, player).await?;
    forget_attempts(&mut transaction, &[Some(row.name.clone()), address.email, address.wanted]).await?;
    // Also if it has begun: an operator may have made a link for another password meanwhile.
    let password = NewPassword { player, hash: UNUSABLE_PASSWORD_HASH, instead_of: None, staying: None };
    account_links::set_password(&mut transaction, &password).await?;
    transaction.commit().await?;
    Ok(Some(Begun { name: PlayerName::stored(row.name), is_new: !row.has_begun }))
}

/// Whether there is something for the last step to wait for: the last email, or games that are to be counted.
pub async fn waits(pool: &Pool, player: PlayerId, now: Timestamp) -> anyhow::Result<bool> {
    waits_on(&mut *pool.acquire().await?, player, now).await
}

async fn waits_on(connection: &mut PgConnection, player: PlayerId, now: Timestamp) -> anyhow::Result<bool> {
    let waits = sqlx::query_scalar!(
        r#"select exists (select from account_deletions where player_id = $1 and begun_at > $3)
            and (exists (select from letters l where l.player_id = $1 and l.kind = $2 and l.due_at is not null)
            or exists (select from ratings_due where $1 = any(players))
            or exists (select from ratings_with_computers_due where $1 = any(players))) as "waits!""#,
        player.0,
        EmailKind::AccountDeleted.key(),
        (now - LONGEST_WAIT).to_sqlx() as _,
    )
    .fetch_one(connection)
    .await?;
    Ok(waits)
}

/// Whether a challenge is open again, or a game goes on that was not resigned and can be. Where there are partners, a resignation does
/// not end a game, and where the clock has run out there is nothing to resign.
async fn plays(
    connection: &mut PgConnection,
    player: PlayerId,
    failed: &[String],
    now: Timestamp,
) -> anyhow::Result<bool> {
    let plays = sqlx::query_scalar!(
        r#"select exists (select from challenges c where c.state = 'open' and (c.challenger = $1 or c.opponent = $1
                or exists (select from challenge_places l where l.challenge_id = c.id and l.player_id = $1)))
            or exists (select from game_seats s join games g on g.id = s.game_id
                where s.player_id = $1 and s.ended_at is null and g.id <> all($2) and g.deadline > $3
                    and (select count(*) from game_seats o where o.game_id = g.id) = 2) as "plays!""#,
        player.0,
        failed,
        now.to_sqlx() as _,
    )
    .fetch_one(connection)
    .await?;
    Ok(plays)
}

/// The last step: the rows that are the player's alone go, and the player's own says nothing any more. `false`: there is something to
/// wait for, or some games are left in which something `failed`: they are tried again, but for no longer than a day.
pub async fn finish(pool: &Pool, player: PlayerId, failed: &[String], now: Timestamp) -> anyhow::Result<bool> {
    let mut transaction = pool.begin().await?;
    let row = sqlx::query!(
        r#"select begun_at as "begun_at!: jiff_sqlx::Timestamp", p.name, p.email, p.email_wanted
        from account_deletions d join players p on p.id = d.player_id
        where d.player_id = $1 and d.begun_at is not null and d.done_at is null for update of d"#,
        player.0,
    )
    .fetch_optional(&mut *transaction)
    .await?;
    let Some(row) = row else { return Ok(false) };
    if waits_on(&mut transaction, player, now).await? || plays(&mut transaction, player, failed, now).await? {
        return Ok(false);
    }
    studies::hand_on(&mut transaction, player).await?;
    delete_rows(&mut transaction, player).await?;
    // Unless only some games are left to be tried again.
    if !PlayerName::is_of_deleted(&row.name) {
        let name = empty_player(&mut transaction, player).await?;
        analysis::rename_in_boards(&mut transaction, player, &row.name, name.as_str()).await?;
        collections::rename_in_copies(&mut transaction, player, &row.name, name.as_str()).await?;
        // What others had typed, with a game of the player's in it.
        saved_form::forget_old(&mut transaction, now).await?;
        library::remove_searches_for(&mut transaction, &row.name).await?;
        games::note_new_name(&mut transaction, player).await?;
        forget_attempts(&mut transaction, &[Some(row.name), Some(row.email), row.email_wanted]).await?;
    }
    let is_done = failed.is_empty() || now >= row.begun_at.to_jiff() + LONGEST_WAIT;
    if is_done {
        sqlx::query!("update account_deletions set done_at = $2 where player_id = $1", player.0, now.to_sqlx() as _)
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await?;
    Ok(is_done)
}

/// Deletes the rows of all tables that have such as are the player's alone.
async fn delete_rows(connection: &mut PgConnection, player: PlayerId) -> sqlx::Result<()> {
    for table in TABLES {
        let Fate::Deleted(columns) = table.fate else { continue };
        for column in columns {
            let sql = format!("delete from {} where {column} = $1", table.name);
            sqlx::query(AssertSqlSafe(sql)).bind(player.0).execute(&mut *connection).await?;
        }
    }
    Ok(())
}

/// Deletes what was counted of attempts by the name or an address, and requests that name them.
async fn forget_attempts(connection: &mut PgConnection, names: &[Option<String>]) -> sqlx::Result<()> {
    let names: Vec<_> =
        names.iter().flatten().filter(|name| !name.is_empty()).map(|name| name.to_lowercase()).collect();
    sqlx::query!(
        "delete from password_tries t using unnest($1::text[]) as gone (name)
        where lower(t.counted_as) in ('name:' || gone.name, 'forgotten:' || gone.name, 'link-to:' || gone.name)
            or starts_with(t.counted_as, 'name-from:' || gone.name || ' ')",
        &names,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!("delete from password_requests where lower(typed) = any($1)", &names).execute(connection).await?;
    Ok(())
}

/// Leaves of the player's row what games need: its number, and a name that says that nobody is there, which is returned.
async fn empty_player(connection: &mut PgConnection, player: PlayerId) -> anyhow::Result<PlayerName> {
    for _ in 0..MAX_DRAWS {
        let name = PlayerName::of_deleted();
        let emptied = sqlx::query!(
            "update players set name = $2, guest_name = null, email = '', email_confirmed_at = null, email_wanted = null,
                password_hash = $3, preferences = '{}', about = '', country = '', created_at = to_timestamp(0),
                mail_secret = replace(gen_random_uuid()::text, '-', '')
            where id = $1 and not exists (select from players where lower(name) = lower($2))",
            player.0,
            name.as_str(),
            UNUSABLE_PASSWORD_HASH,
        )
        .execute(&mut *connection)
        .await?;
        if emptied.rows_affected() == 1 {
            return Ok(name);
        }
    }
    bail!("no name for a deleted player is free")
}
