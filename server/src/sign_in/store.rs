//! New accounts in the database.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use crate::accounts::{self, EmailAddress, EndedSessions, Limit, PlayerId, PlayerName, rate_limit};
use crate::games;
use crate::outbox::{self, EmailKind};
use crate::platform::database::Pool;

/// An account that is to be made.
pub struct NewAccount<'a> {
    /// Its name.
    pub name: &'a PlayerName,
    /// Where to write to its player, if they have said.
    pub email: Option<&'a EmailAddress>,
    /// The hash of its password.
    pub password_hash: &'a str,
    /// The guest who becomes its player.
    pub guest: Option<PlayerId>,
}

/// A new account, and an email to its address if it has one; `None` if somebody has the name.
pub async fn insert_player(pool: &Pool, account: &NewAccount<'_>, now: Timestamp) -> anyhow::Result<Option<PlayerId>> {
    // Somebody who signs up again and again with another's address does not fill that mailbox.
    let may_write = match account.email {
        Some(email) => rate_limit::count(pool, &[Limit::links_to(email.as_str())], now).await?.is_ok(),
        None => false,
    };
    let mut transaction = pool.begin().await?;
    let inserted = match account.guest {
        Some(guest) => of_guest(&mut transaction, guest, account).await,
        None => insert(&mut transaction, account, now).await,
    };
    let player = match inserted {
        Ok(Some(player)) => player,
        // The guest has signed up meanwhile, by this form sent twice perhaps.
        Ok(None) => return Ok(None),
        Err(sqlx::Error::Database(error)) if error.constraint() == Some("players_name_key") => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    if account.guest.is_some() {
        // Whoever else may have got hold of the guest's session does not have the account's.
        accounts::end_sessions(&mut transaction, player, EndedSessions::AllBut(&[])).await?;
        games::note_new_name(&mut transaction, player).await?;
    }
    if may_write {
        outbox::about_account(&mut transaction, EmailKind::ConfirmEmail, player, now).await?;
    }
    transaction.commit().await?;
    Ok(Some(player))
}

async fn insert(
    connection: &mut PgConnection,
    account: &NewAccount<'_>,
    now: Timestamp,
) -> sqlx::Result<Option<PlayerId>> {
    let id = sqlx::query_scalar!(
        "insert into players (name, email, password_hash, created_at) values ($1, $2, $3, $4) returning id",
        account.name.as_str(),
        account.email.map_or("", EmailAddress::as_str),
        account.password_hash,
        now.to_sqlx() as _,
    )
    .fetch_one(connection)
    .await?;
    Ok(Some(PlayerId(id)))
}

/// Makes the account of a guest's row, so that all that is the guest's is the account's; `None` if they are no guest any more.
async fn of_guest(
    connection: &mut PgConnection,
    guest: PlayerId,
    account: &NewAccount<'_>,
) -> sqlx::Result<Option<PlayerId>> {
    let id = sqlx::query_scalar!(
        "update players set name = $2, email = $3, password_hash = $4, is_guest = false
        where id = $1 and is_guest returning id",
        guest.0,
        account.name.as_str(),
        account.email.map_or("", EmailAddress::as_str),
        account.password_hash,
    )
    .fetch_optional(connection)
    .await?;
    Ok(id.map(PlayerId))
}

/// In how many games a player sits or sat.
pub async fn games_of(pool: &Pool, player: PlayerId) -> anyhow::Result<i64> {
    // Served by game_seats_by_player.
    let count = sqlx::query_scalar!(
        r#"select count(distinct game_id) as "count!" from game_seats where player_id = $1"#,
        player.0,
    )
    .fetch_one(pool)
    .await?;
    Ok(count)
}
