//! Saved searches in the database. Every query names their owner: none can read another player's.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::save_error::SaveError;
use super::{MAX_SEARCHES, SearchName};
use crate::accounts::PlayerId;
use crate::explorer::Collected;
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
    /// Where it looks.
    pub place: SearchPlace,
}

/// Where a search looks for games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchPlace {
    /// Among the games of this site.
    Site,
    /// In a collection.
    Collection(Collected),
    /// In a collection that its player may no longer look at.
    Hidden,
}

impl SearchPlace {
    /// The path of the page that searches there; `None` if the player may not look at it.
    pub fn path(&self) -> Option<String> {
        match self {
            Self::Site => Some("/games".to_owned()),
            Self::Collection(collection) => Some(collection.path()),
            Self::Hidden => None,
        }
    }

    /// The collection, if it is in one.
    pub const fn collection(&self) -> Option<&Collected> {
        match self {
            Self::Collection(collection) => Some(collection),
            Self::Site | Self::Hidden => None,
        }
    }
}

impl SavedSearch {
    /// Where it leads; nowhere if the player may not look there any more.
    pub fn address(&self) -> Option<String> {
        Some(format!("{}?{}", self.place.path()?, self.query))
    }
}

/// The searches of a player, in the order of their names.
pub async fn of_player(pool: &Pool, player: PlayerId) -> anyhow::Result<Vec<SavedSearch>> {
    // Served by the primary keys: there are no more than a few. Who may look at a collection: see `Collection::is_seen_by`.
    let rows = sqlx::query!(
        r#"select s.number, s.name, s.query, s.collection_id, c.name as "collection?"
        from saved_searches s left join collections c
            on c.id = s.collection_id and c.is_ready and (c.visibility <> 'private' or c.owner_id = s.player_id)
        where s.player_id = $1 order by s.name_key"#,
        player.0,
    );
    let rows = rows.fetch_all(pool).await?.into_iter();
    let searches = rows.map(|row| {
        let place = match (row.collection_id, row.collection) {
            (None, _) => SearchPlace::Site,
            (Some(id), Some(name)) => SearchPlace::Collection(Collected { id, name }),
            (Some(_), None) => SearchPlace::Hidden,
        };
        SavedSearch { number: row.number, name: row.name, query: row.query, place }
    });
    Ok(searches.collect())
}

/// Saves a search. One that is there already under this name stays, so that a form may be sent twice.
pub async fn save(
    pool: &Pool,
    player: PlayerId,
    name: &SearchName,
    (query, collection): (&str, Option<&Collected>),
    now: Timestamp,
) -> anyhow::Result<Result<(), SaveError>> {
    let mut transaction = pool.begin().await?;
    let known = lock(&mut transaction, player).await?;
    let collection = collection.map(|collection| collection.id.as_str());
    match known.iter().find(|search| search.name_key == name.key()) {
        Some(search) if search.query == query && search.collection_id.as_deref() == collection => return Ok(Ok(())),
        Some(_) => return Ok(Err(SaveError::NameTaken)),
        None if known.len() >= MAX_SEARCHES => return Ok(Err(SaveError::TooMany)),
        None => {}
    }
    if let Some(id) = collection
        && !is_there(&mut transaction, id).await?
    {
        // The search would be gone with it.
        return Ok(Ok(()));
    }
    let number = known.iter().map(|search| search.number).max().map_or(1, |last| last + 1);
    sqlx::query!(
        "insert into saved_searches (player_id, number, name, name_key, query, saved_at, collection_id) values ($1, $2, $3, $4, $5, $6, $7)",
        player.0,
        number,
        name.as_str(),
        name.key(),
        query,
        now.to_sqlx() as _,
        collection,
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
    if known.iter().all(|search| search.number != number) {
        return Ok(Ok(false));
    }
    if known.iter().any(|search| search.number != number && search.name_key == name.key()) {
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

/// Removes every search for the games of a player here, whoever's it is: their name is to be forgotten. Names in collections are those of files.
///
/// # Errors
/// The database fails.
pub async fn remove_searches_for(connection: &mut PgConnection, name: &str) -> anyhow::Result<()> {
    // Names have no character that means something in a regular expression, or that addresses write otherwise.
    sqlx::query!("delete from saved_searches where collection_id is null and query ~* ('(^|&)(player|opponent)=' || $1 || '(&|$)')", name)
        .execute(connection)
        .await?;
    Ok(())
}

/// Whether there is a collection. It stays there until the transaction ends.
async fn is_there(connection: &mut PgConnection, collection: &str) -> sqlx::Result<bool> {
    let there = sqlx::query_scalar!("select id from collections where id = $1 for key share", collection);
    Ok(there.fetch_optional(connection).await?.is_some())
}

/// A search of a player, as it is compared with another.
struct KnownSearch {
    number: i32,
    name_key: String,
    query: String,
    collection_id: Option<String>,
}

/// The searches of a player. Nobody else changes them meanwhile.
async fn lock(connection: &mut PgConnection, player: PlayerId) -> sqlx::Result<Vec<KnownSearch>> {
    sqlx::query!("select id from players where id = $1 for no key update", player.0)
        .fetch_one(&mut *connection)
        .await?;
    let known = sqlx::query_as!(
        KnownSearch,
        "select number, name_key, query, collection_id from saved_searches where player_id = $1",
        player.0,
    );
    known.fetch_all(connection).await
}
