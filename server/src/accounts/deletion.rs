//! Accounts that are to be deleted: asked for with the password, done after a fortnight in which it can be taken back. What is done
//! then is in `own_data`.

use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::credentials::PlayerId;
use super::proof::VerifiedPlayer;
use crate::platform::database::Pool;

/// How many days pass before an account is deleted.
pub const DELETION_DAYS: i64 = 14;
const WAIT: SignedDuration = SignedDuration::from_hours(24 * DELETION_DAYS);

/// What came of asking for a deletion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeletionAsked {
    /// It is new.
    New,
    /// It had been asked for before, and stays as it was.
    Before,
    /// The password is not the player's any more.
    NotTheirs,
}

/// Notes that a player wants their account to be deleted.
///
/// # Errors
/// The database fails.
pub async fn ask_for_deletion(
    connection: &mut PgConnection,
    verified: &VerifiedPlayer,
    now: Timestamp,
) -> anyhow::Result<DeletionAsked> {
    // A concurrent change of the password waits for this, or this for it.
    let theirs = sqlx::query_scalar!(
        "select id from players where id = $1 and password_hash = $2 for share",
        verified.player.0,
        verified.password_hash,
    )
    .fetch_optional(&mut *connection)
    .await?;
    if theirs.is_none() {
        return Ok(DeletionAsked::NotTheirs);
    }
    let asked = sqlx::query!(
        "insert into account_deletions (player_id, asked_at, due_at) values ($1, $2, $3) on conflict do nothing",
        verified.player.0,
        now.to_sqlx() as _,
        (now + WAIT).to_sqlx() as _,
    )
    .execute(connection)
    .await?;
    Ok(if asked.rows_affected() == 1 { DeletionAsked::New } else { DeletionAsked::Before })
}

/// Takes it back that a player wants their account to be deleted, if they do and it has not begun.
///
/// # Errors
/// The database fails.
pub async fn keep_account(pool: &Pool, player: PlayerId) -> anyhow::Result<()> {
    sqlx::query!("delete from account_deletions where player_id = $1 and begun_at is null", player.0)
        .execute(pool)
        .await?;
    Ok(())
}

/// When a player's account is to be deleted, and whether that has begun; `None` if they do not want that.
///
/// # Errors
/// The database fails.
pub async fn deletion_of(connection: &mut PgConnection, player: PlayerId) -> anyhow::Result<Option<(Timestamp, bool)>> {
    let row = sqlx::query!(
        r#"select due_at, begun_at is not null as "has_begun!" from account_deletions where player_id = $1"#,
        player.0,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| (row.due_at.to_jiff(), row.has_begun)))
}
