//! Accounts that are being deleted, in the database.

use anyhow::bail;
use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;
use sqlx::{AssertSqlSafe, PgConnection};

use crate::account_links;
use crate::accounts::{NewPassword, PlayerId, PlayerName, UNUSABLE_PASSWORD_HASH};
use crate::games;
use crate::outbox::{self, EmailKind};
use crate::own_data::kept::{Fate, TABLES};
use crate::platform::database::Pool;

/// How many accounts are looked at in one pass.
const AT_ONCE: i64 = 20;
/// How long the last step waits for the last email, and for the games that were resigned to be counted: no mail server that is down,
/// and no game that cannot be counted, keeps a name longer.
const LONGEST_WAIT: SignedDuration = SignedDuration::from_hours(24);
/// How often a name is drawn.
const MAX_DRAWS: usize = 20;

/// The players whose account is to be deleted now, the longest overdue first.
pub async fn due(pool: &Pool, now: Timestamp) -> anyhow::Result<Vec<PlayerId>> {
    // Served by account_deletions_due.
    let players = sqlx::query_scalar!(
        "select player_id from account_deletions where due_at <= $1 and done_at is null order by due_at limit $2",
        now.to_sqlx() as _,
        AT_ONCE,
    )
    .fetch_all(pool)
    .await?;
    Ok(players.into_iter().map(PlayerId).collect())
}

/// The first step, the last moment at which it could be taken back: ends all sessions, makes the password unusable, and queues the
/// last email. Returns what the player is called; `None` if the account is not to be deleted after all.
pub async fn begin(pool: &Pool, player: PlayerId, now: Timestamp) -> anyhow::Result<Option<PlayerName>> {
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
    Ok(Some(PlayerName::stored(row.name)))
}

/// The last step: the rows that are the player's alone go, and the player's own says nothing any more. `false`: there is something to
/// wait for.
pub async fn finish(pool: &Pool, player: PlayerId, now: Timestamp) -> anyhow::Result<bool> {
    let mut transaction = pool.begin().await?;
    let row = sqlx::query!(
        r#"select begun_at as "begun_at!: jiff_sqlx::Timestamp", p.name, p.email, p.email_wanted,
            exists (select from letters l where l.player_id = $1 and l.kind = $2 and l.due_at is not null)
            or exists (select from ratings_due where $1 = any(players))
            or exists (select from ratings_with_computers_due where $1 = any(players)) as "waits!"
        from account_deletions d join players p on p.id = d.player_id
        where d.player_id = $1 and d.begun_at is not null and d.done_at is null for update of d"#,
        player.0,
        EmailKind::AccountDeleted.key(),
    )
    .fetch_optional(&mut *transaction)
    .await?;
    let Some(row) = row else { return Ok(false) };
    if row.waits && now < row.begun_at.to_jiff() + LONGEST_WAIT {
        return Ok(false);
    }
    delete_rows(&mut transaction, player).await?;
    forget_attempts(&mut transaction, &[Some(row.name), Some(row.email), row.email_wanted]).await?;
    empty_player(&mut transaction, player).await?;
    games::note_new_name(&mut transaction, player).await?;
    sqlx::query!("update account_deletions set done_at = $2 where player_id = $1", player.0, now.to_sqlx() as _)
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(true)
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

/// Leaves of the player's row what games need: its number, and a name that says that nobody is there.
async fn empty_player(connection: &mut PgConnection, player: PlayerId) -> anyhow::Result<()> {
    for _ in 0..MAX_DRAWS {
        let name = PlayerName::of_deleted();
        let emptied = sqlx::query!(
            "update players set name = $2, guest_name = null, email = '', email_confirmed_at = null, email_wanted = null,
                password_hash = $3, preferences = '{}', created_at = to_timestamp(0),
                mail_secret = replace(gen_random_uuid()::text, '-', '')
            where id = $1 and not exists (select from players where lower(name) = lower($2))",
            player.0,
            name.as_str(),
            UNUSABLE_PASSWORD_HASH,
        )
        .execute(&mut *connection)
        .await?;
        if emptied.rows_affected() == 1 {
            return Ok(());
        }
    }
    bail!("no name for a deleted player is free")
}
