//! Files on their way into the database.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;

use super::collection::{CollectionId, CollectionName, Visibility};
use super::error::CollectionError;
use super::{MAX_BYTES_OF_PLAYER, MAX_COLLECTIONS, MAX_WAITING};
use crate::accounts::{self, PlayerId};
use crate::platform::database::Pool;
use crate::platform::error::Error;

/// The bytes of each piece of a file but the last.
pub const PIECE_BYTES: usize = 256 * 1024;

/// Where a file is to go.
#[derive(Clone, Debug)]
pub enum Target {
    /// Into a new collection.
    New,
    /// Into one that its sender has.
    Existing(CollectionId),
}

/// A file that is on its way.
#[derive(Clone, Debug)]
pub struct ImportKey {
    /// Its collection.
    pub collection: CollectionId,
    /// Its number there.
    pub number: i32,
    /// Whether the collection is there for it alone.
    pub is_new: bool,
}

/// Makes room for a file, unless its sender has too much already.
///
/// # Errors
/// The collection was deleted meanwhile, or the database fails.
pub async fn begin(
    pool: &Pool,
    (owner, target): (PlayerId, &Target),
    file_name: &str,
    now: Timestamp,
) -> Result<Result<ImportKey, CollectionError>, Error> {
    let mut transaction = pool.begin().await?;
    accounts::queue_up(&mut transaction, owner).await?;
    let has = sqlx::query!(
        r#"select count(distinct c.id) as "collections!", count(*) filter (where i.state in ('uploading', 'waiting')) as "waiting!",
            coalesce(sum(i.bytes), 0)::bigint as "bytes!"
        from collections c left join collection_imports i on i.collection_id = c.id where c.owner_id = $1"#,
        owner.0,
    )
    .fetch_one(&mut *transaction)
    .await?;
    let is_new = matches!(target, Target::New);
    if has.waiting >= MAX_WAITING {
        return Ok(Err(CollectionError::TooManyWaiting));
    } else if is_new && has.collections >= MAX_COLLECTIONS {
        return Ok(Err(CollectionError::TooManyCollections));
    } else if has.bytes >= MAX_BYTES_OF_PLAYER {
        return Ok(Err(CollectionError::Full));
    }
    let collection = match target {
        Target::Existing(id) => id.clone(),
        Target::New => {
            let id = CollectionId::draw();
            sqlx::query!(
                "insert into collections (id, owner_id, name, visibility, made_at) values ($1, $2, '', 'private', $3)",
                id.as_str(),
                owner.0,
                now.to_sqlx() as _,
            )
            .execute(&mut *transaction)
            .await?;
            id
        }
    };
    let number = sqlx::query_scalar!(
        r#"with locked as (select id from collections where id = $1 and owner_id = $2 for update)
        insert into collection_imports (collection_id, number, state, file_name, begun_at)
        select id, 1 + coalesce((select max(number) from collection_imports where collection_id = $1), 0), 'uploading', $3, $4
        from locked returning number"#,
        collection.as_str(),
        owner.0,
        file_name,
        now.to_sqlx() as _,
    )
    .fetch_optional(&mut *transaction)
    .await?
    .ok_or(Error::NotFound)?;
    transaction.commit().await?;
    Ok(Ok(ImportKey { collection, number, is_new }))
}

/// Stores a piece of a file.
///
/// # Errors
/// The collection was deleted meanwhile, or the database fails.
pub async fn insert_piece(pool: &Pool, key: &ImportKey, number: i32, bytes: &[u8]) -> Result<(), Error> {
    let inserted = sqlx::query!(
        "insert into collection_pieces (collection_id, import, number, bytes)
        select collection_id, number, $3, $4 from collection_imports
        where collection_id = $1 and number = $2 and state = 'uploading' for key share",
        key.collection.as_str(),
        key.number,
        number,
        bytes,
    )
    .execute(pool)
    .await?;
    if inserted.rows_affected() > 0 { Ok(()) } else { Err(Error::NotFound) }
}

/// The file has arrived: it waits to be read. A new collection is there from now on.
///
/// # Errors
/// The collection was deleted meanwhile, or the database fails.
pub async fn finish(
    pool: &Pool,
    key: &ImportKey,
    bytes: u64,
    named: Option<(&CollectionName, Visibility)>,
) -> Result<(), Error> {
    let mut transaction = pool.begin().await?;
    sqlx::query!("select id from collections where id = $1 for update", key.collection.as_str())
        .fetch_optional(&mut *transaction)
        .await?
        .ok_or(Error::NotFound)?;
    let arrived = sqlx::query!(
        "update collection_imports set state = 'waiting', bytes = $3
        where collection_id = $1 and number = $2 and state = 'uploading'",
        key.collection.as_str(),
        key.number,
        i64::try_from(bytes)?,
    )
    .execute(&mut *transaction)
    .await?;
    if arrived.rows_affected() == 0 {
        return Err(Error::NotFound);
    }
    if let Some((name, visibility)) = named {
        sqlx::query!(
            "update collections set is_ready = true, name = $2, visibility = $3 where id = $1",
            key.collection.as_str(),
            name.as_str(),
            visibility.key(),
        )
        .execute(&mut *transaction)
        .await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// Forgets a file that did not arrive, and a collection that was to be made of it.
///
/// # Errors
/// The database fails.
pub async fn abandon(pool: &Pool, key: &ImportKey) -> anyhow::Result<()> {
    if key.is_new {
        sqlx::query!("delete from collections where id = $1 and not is_ready", key.collection.as_str())
            .execute(pool)
            .await?;
    } else {
        sqlx::query!(
            "delete from collection_imports where collection_id = $1 and number = $2 and state = 'uploading'",
            key.collection.as_str(),
            key.number,
        )
        .execute(pool)
        .await?;
    }
    Ok(())
}

/// Forgets files that are on their way since before an instant, and says how many there were.
///
/// # Errors
/// The database fails.
pub async fn forget_unfinished(pool: &Pool, before: Timestamp) -> anyhow::Result<usize> {
    // Served by collection_imports_uploading.
    let unfinished = sqlx::query!(
        "select c.id, i.number, not c.is_ready as \"is_new!\" from collection_imports i
        join collections c on c.id = i.collection_id where i.state = 'uploading' and i.begun_at < $1",
        before.to_sqlx() as _,
    )
    .fetch_all(pool)
    .await?;
    for row in &unfinished {
        let collection = CollectionId::stored(row.id.clone());
        abandon(pool, &ImportKey { collection, number: row.number, is_new: row.is_new }).await?;
    }
    Ok(unfinished.len())
}
