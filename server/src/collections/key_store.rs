//! The positions of the games of collections, and where men stood, in the database; and which games lack them.

use sqlx::PgConnection;

use super::collection::CollectionId;
use super::keys::GameKeys;
use crate::platform::database::{Pool, number_list};

/// Writes the positions of games, by their numbers. Rows that lack their men, written by an earlier version, are replaced.
pub async fn insert_keys<'a>(
    connection: &mut PgConnection,
    id: &CollectionId,
    games: impl Iterator<Item = (i32, &'a GameKeys)>,
) -> anyhow::Result<()> {
    let (numbers, keys): (Vec<i32>, Vec<&GameKeys>) = games.unzip();
    let positions: Vec<&[u8]> = keys.iter().map(|keys| &keys.positions[..]).collect();
    let materials: Vec<&[u8]> = keys.iter().map(|keys| &keys.materials[..]).collect();
    let men: Vec<String> = keys.iter().map(|keys| number_list::to_text(&keys.men.men)).collect();
    let standing: Vec<&str> = keys.iter().map(|keys| &keys.men.standing[..]).collect();
    sqlx::query!(
        "insert into collection_positions (collection_id, number, positions, materials, men, standing)
        select $1, number, positions, materials, string_to_array(men, ' ')::smallint[], standing::bit varying
        from unnest($2::integer[], $3::bytea[], $4::bytea[], $5::text[], $6::text[])
            as row (number, positions, materials, men, standing)
        on conflict (collection_id, number) do update
            set positions = excluded.positions, materials = excluded.materials, men = excluded.men, standing = excluded.standing",
        id.as_str(),
        &numbers,
        &positions as _,
        &materials as _,
        &men,
        &standing as _,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Takes games whose positions are still to be written, of one collection and such as no other server is at: as PGN with their numbers.
/// `None`: there are none.
pub async fn take_due(
    connection: &mut PgConnection,
    limit: i64,
) -> anyhow::Result<Option<(CollectionId, Vec<(i32, String)>)>> {
    // Served by the primary keys.
    let id = sqlx::query_scalar!(
        "select collection_id from collection_positions_due order by collection_id, number limit 1 for update skip locked",
    );
    let Some(id) = id.fetch_optional(&mut *connection).await? else {
        return take_without_men(connection, limit).await;
    };
    let rows = sqlx::query!(
        "with taken as (
            delete from collection_positions_due where collection_id = $1 and number in (
                select number from collection_positions_due where collection_id = $1
                order by number limit $2 for update skip locked
            ) returning number
        )
        select t.number, t.pgn from taken join collection_texts t on t.collection_id = $1 and t.number = taken.number",
        id,
        limit,
    );
    let games = rows.fetch_all(connection).await?.into_iter().map(|row| (row.number, row.pgn)).collect();
    Ok(Some((CollectionId::stored(id), games)))
}

/// The same of games whose positions were written by an earlier version, without their men.
async fn take_without_men(
    connection: &mut PgConnection,
    limit: i64,
) -> anyhow::Result<Option<(CollectionId, Vec<(i32, String)>)>> {
    // Served by collection_positions_without_men.
    let id = sqlx::query_scalar!(
        "select collection_id from collection_positions where men is null
        order by collection_id, number limit 1 for update skip locked",
    );
    let Some(id) = id.fetch_optional(&mut *connection).await? else { return Ok(None) };
    let rows = sqlx::query!(
        "select t.number, t.pgn from collection_positions p join collection_texts t using (collection_id, number)
        where p.collection_id = $1 and p.men is null order by p.number limit $2 for update of p skip locked",
        id,
        limit,
    );
    let games = rows.fetch_all(connection).await?.into_iter().map(|row| (row.number, row.pgn)).collect();
    Ok(Some((CollectionId::stored(id), games)))
}

/// Whether positions of some games of a collection, or where their men stood, are still to be written.
///
/// # Errors
/// The database fails.
pub async fn has_unread_games(pool: &Pool, id: &CollectionId) -> anyhow::Result<bool> {
    // Served by the primary key and collection_positions_without_men.
    let has_some = sqlx::query_scalar!(
        r#"select (exists (select from collection_positions_due where collection_id = $1)
            or exists (select from collection_positions where collection_id = $1 and men is null)) as "has_some!""#,
        id.as_str(),
    );
    Ok(has_some.fetch_one(pool).await?)
}
