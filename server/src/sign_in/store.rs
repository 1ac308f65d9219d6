//! New accounts in the database.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;

use crate::accounts::{EmailAddress, Limit, PlayerId, PlayerName, rate_limit};
use crate::outbox::{self, EmailKind};
use crate::platform::database::Pool;

/// A new account, and an email to its address if it has one; `None` if somebody has the name.
pub async fn insert_player(
    pool: &Pool,
    name: &PlayerName,
    email: Option<&EmailAddress>,
    password_hash: &str,
    now: Timestamp,
) -> anyhow::Result<Option<PlayerId>> {
    // Somebody who signs up again and again with another's address does not fill that mailbox.
    let may_write = match email {
        Some(email) => rate_limit::count(pool, &[Limit::links_to(email.as_str())], now).await?.is_ok(),
        None => false,
    };
    let mut transaction = pool.begin().await?;
    let inserted = sqlx::query_scalar!(
        "insert into players (name, email, password_hash, created_at) values ($1, $2, $3, $4) returning id",
        name.as_str(),
        email.map_or("", EmailAddress::as_str),
        password_hash,
        now.to_sqlx() as _,
    )
    .fetch_one(&mut *transaction)
    .await;
    let player = match inserted {
        Ok(id) => PlayerId(id),
        Err(sqlx::Error::Database(error)) if error.constraint() == Some("players_name_key") => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    if may_write {
        outbox::about_account(&mut transaction, EmailKind::ConfirmEmail, player, now).await?;
    }
    transaction.commit().await?;
    Ok(Some(player))
}
