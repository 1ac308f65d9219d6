//! Saved searches in the database. Every query names their owner: none can read another player's.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::save_error::SaveError;
use super::{MAX_SEARCHES, SearchName};
use crate::accounts::PlayerId;
use crate::platform::database::Pool;

/// A search that a player has saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedSearch {
    /// Its number in addresses.
    pub number: i32,
    /// What the player calls it.
    pub name: String,
    /// What is asked for, as addresses have it.
    pub query: String,
}

impl SavedSearch {
    /// Where it leads.
    pub fn address(&self) -> String {
        format!("/games?{}", self.query)
    }
}

/// The searches of a player, in the order of their names.
pub async fn of_player(pool: &Pool, player: PlayerId) -> anyhow::Result<Vec<SavedSearch>> {
    // Served by the primary key: there are no more than a few.
    let searches = sqlx::query_as!(
        SavedSearch,
        "select number, name, query from saved_searches where player_id = $1 order by name_key",
        player.0,
    );
    Ok(searches.fetch_all(pool).await?)
}

/// Saves a search. One that is there already under this name stays, so that a form may be sent twice.
pub async fn save(
    pool: &Pool,
    player: PlayerId,
    name: &SearchName,
    query: &str,
    now: Timestamp,
) -> anyhow::Result<Result<(), SaveError>> {
    let mut transaction = pool.begin().await?;
    let known = lock(&mut transaction, player).await?;
    match known.iter().find(|(_, key, _)| *key == name.key()) {
        Some((_, _, saved)) if saved == query => return Ok(Ok(())),
        Some(_) => return Ok(Err(SaveError::NameTaken)),
        None if known.len() >= MAX_SEARCHES => return Ok(Err(SaveError::TooMany)),
        None => {}
    }
    let number = known.iter().map(|(number, _, _)| number).max().map_or(1, |last| last + 1);
    sqlx::query!(
        "insert into saved_searches (player_id, number, name, name_key, query, saved_at) values ($1, $2, $3, $4, $5, $6)",
        player.0,
        number,
        name.as_str(),
        name.key(),
        query,
        now.to_sqlx() as _,
    )
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(Ok(()))
}

/// Gives a search of a player another name. `false`: they have no such one.
pub async fn rename(
    pool: &Pool,
    player: PlayerId,
    number: i32,
    name: &SearchName,
) -> anyhow::Result<Result<bool, SaveError>> {
    let mut transaction = pool.begin().await?;
    let known = lock(&mut transaction, player).await?;
    if known.iter().all(|(other, ..)| *other != number) {
        return Ok(Ok(false));
    }
    if known.iter().any(|(other, key, _)| *other != number && *key == name.key()) {
        return Ok(Err(SaveError::NameTaken));
    }
    sqlx::query!(
        "update saved_searches set name = $3, name_key = $4 where player_id = $1 and number = $2",
        player.0,
        number,
        name.as_str(),
        name.key(),
    )
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(Ok(true))
}

/// Removes a search of a player. One that is not there is gone already.
pub async fn remove(pool: &Pool, player: PlayerId, number: i32) -> anyhow::Result<()> {
    sqlx::query!("delete from saved_searches where player_id = $1 and number = $2", player.0, number)
        .execute(pool)
        .await?;
    Ok(())
}

/// Removes every search for the games of a player, whoever's it is: their name is to be forgotten.
///
/// # Errors
/// The database fails.
pub async fn remove_searches_for(connection: &mut PgConnection, name: &str) -> anyhow::Result<()> {
    // Names have no character that means something in a regular expression, or that addresses write otherwise.
    sqlx::query!("delete from saved_searches where query ~* ('(^|&)(player|opponent)=' || $1 || '(&|$)')", name)
        .execute(connection)
        .await?;
    Ok(())
}

/// The numbers, names without regard to case, and queries of a player's searches. Nobody else changes them meanwhile.
async fn lock(connection: &mut PgConnection, player: PlayerId) -> sqlx::Result<Vec<(i32, String, String)>> {
    sqlx::query!("select id from players where id = $1 for no key update", player.0)
        .fetch_one(&mut *connection)
        .await?;
    let known = sqlx::query!("select number, name_key, query from saved_searches where player_id = $1", player.0)
        .fetch_all(connection)
        .await?;
    Ok(known.into_iter().map(|row| (row.number, row.name_key, row.query)).collect())
}
