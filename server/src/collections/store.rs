//! Collections, their files and their games in the database. Whoever changes one locks its row first.

use std::collections::HashSet;

use domain::rules::pgn::PgnPlace;
use sqlx::{PgConnection, PgExecutor};

use super::collection::{Collection, CollectionId, CollectionName, Visibility};
use super::keys::GameKeys;
use super::part::WINDOW_BYTES;
use super::row::GameRow;
use super::upload_store::PIECE_BYTES;
use crate::accounts::{Player, PlayerId, PlayerName};
use crate::platform::database::Pool;
use crate::web::moment::Moment;

/// A collection that has its first file; whether somebody may look at it is still to be asked.
pub async fn load(pool: &Pool, id: &CollectionId) -> anyhow::Result<Option<Collection>> {
    let row = sqlx::query!(
        r#"select c.owner_id, p.name as owner, c.name, c.visibility, c.games, c.made_at as "made_at: jiff_sqlx::Timestamp"
        from collections c join players p on p.id = c.owner_id where c.id = $1 and c.is_ready"#,
        id.as_str(),
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| Collection {
        id: id.clone(),
        owner: Player { id: PlayerId(row.owner_id), name: PlayerName::stored(row.owner) },
        name: row.name,
        visibility: Visibility::stored(&row.visibility),
        games: row.games,
        made_at: Moment(row.made_at.to_jiff()),
    }))
}

/// The collections of a player, the last one first.
pub async fn of_owner(pool: &Pool, owner: &Player) -> anyhow::Result<Vec<Collection>> {
    // Served by collections_of_owner.
    let rows = sqlx::query!(
        r#"select id, name, visibility, games, made_at as "made_at: jiff_sqlx::Timestamp"
        from collections where owner_id = $1 and is_ready order by made_at desc, id desc"#,
        owner.id.0,
    )
    .fetch_all(pool)
    .await?;
    let collections = rows.into_iter().map(|row| Collection {
        id: CollectionId::stored(row.id),
        owner: owner.clone(),
        name: row.name,
        visibility: Visibility::stored(&row.visibility),
        games: row.games,
        made_at: Moment(row.made_at.to_jiff()),
    });
    Ok(collections.collect())
}

/// Public collections that have games, the last one first.
pub async fn public(pool: &Pool, (limit, offset): (i64, i64)) -> anyhow::Result<Vec<Collection>> {
    // Served by collections_public.
    let rows = sqlx::query!(
        r#"select c.id, c.owner_id, p.name as owner, c.name, c.games, c.made_at as "made_at: jiff_sqlx::Timestamp"
        from collections c join players p on p.id = c.owner_id
        where c.visibility = 'public' and c.is_ready and c.games > 0
        order by c.made_at desc, c.id desc limit $1 offset $2"#,
        limit,
        offset,
    )
    .fetch_all(pool)
    .await?;
    let collections = rows.into_iter().map(|row| Collection {
        id: CollectionId::stored(row.id),
        owner: Player { id: PlayerId(row.owner_id), name: PlayerName::stored(row.owner) },
        name: row.name,
        visibility: Visibility::Public,
        games: row.games,
        made_at: Moment(row.made_at.to_jiff()),
    });
    Ok(collections.collect())
}

/// How many games a collection has; none if it is gone.
pub async fn games_in(pool: &Pool, id: &CollectionId) -> anyhow::Result<i32> {
    let games = sqlx::query_scalar!("select games from collections where id = $1", id.as_str());
    Ok(games.fetch_optional(pool).await?.unwrap_or_default())
}

/// Renames a collection of a player, and says who may look at it. `false`: they have no such one.
pub async fn edit(
    pool: &Pool,
    (id, owner): (&CollectionId, PlayerId),
    name: &CollectionName,
    visibility: Visibility,
) -> anyhow::Result<bool> {
    let edited = sqlx::query!(
        "update collections set name = $3, visibility = $4 where id = $1 and owner_id = $2 and is_ready",
        id.as_str(),
        owner.0,
        name.as_str(),
        visibility.key(),
    );
    Ok(edited.execute(pool).await?.rows_affected() > 0)
}

/// Deletes a collection of a player with all that is in it. `false`: they have no such one.
pub async fn delete(pool: &Pool, (id, owner): (&CollectionId, PlayerId)) -> anyhow::Result<bool> {
    let deleted = sqlx::query!("delete from collections where id = $1 and owner_id = $2", id.as_str(), owner.0);
    Ok(deleted.execute(pool).await?.rows_affected() > 0)
}

/// A game as PGN.
pub async fn game(pool: &Pool, id: &CollectionId, number: i32) -> anyhow::Result<Option<String>> {
    let text = sqlx::query_scalar!(
        "select pgn from collection_texts where collection_id = $1 and number = $2",
        id.as_str(),
        number,
    );
    Ok(text.fetch_optional(pool).await?)
}

/// Games as PGN with their numbers, those after a number.
pub async fn games(pool: &Pool, id: &CollectionId, after: i32, limit: i64) -> anyhow::Result<Vec<(i32, String)>> {
    let rows = sqlx::query!(
        "select number, pgn from collection_texts where collection_id = $1 and number > $2 order by number limit $3",
        id.as_str(),
        after,
        limit,
    );
    Ok(rows.fetch_all(pool).await?.into_iter().map(|row| (row.number, row.pgn)).collect())
}

/// What a file has brought so far, in numbers of games.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// Taken into the collection.
    pub taken: i32,
    /// There already.
    pub repeated: i32,
    /// Not readable.
    pub refused: i32,
    /// Of those taken: read as Duck Chess because they name no variant.
    pub assumed: i32,
}

/// A file of a collection.
pub struct Import {
    /// Its number in the collection.
    pub number: i32,
    /// What it is called.
    pub file_name: String,
    /// Whether it has been read to its end.
    pub is_done: bool,
    /// How large it is.
    pub bytes: i64,
    /// How far it has been read.
    pub read: i64,
    /// What it has brought.
    pub progress: Progress,
}

/// The files of a collection that have arrived, the last one first.
pub async fn imports(pool: &Pool, id: &CollectionId) -> anyhow::Result<Vec<Import>> {
    let rows = sqlx::query!(
        "select number, file_name, state = 'done' as \"is_done!\", bytes, place_offset, taken, repeated, refused, assumed
        from collection_imports where collection_id = $1 and state <> 'uploading' order by number desc",
        id.as_str(),
    );
    let imports = rows.fetch_all(pool).await?.into_iter().map(|row| Import {
        number: row.number,
        file_name: row.file_name,
        is_done: row.is_done,
        bytes: row.bytes,
        read: row.place_offset.min(row.bytes),
        progress: Progress { taken: row.taken, repeated: row.repeated, refused: row.refused, assumed: row.assumed },
    });
    Ok(imports.collect())
}

/// A number that grows with every part of a collection's files that is read.
pub async fn read_so_far(connection: &mut PgConnection, id: &CollectionId) -> anyhow::Result<u32> {
    let read = sqlx::query_scalar!(
        r#"select coalesce(sum(taken + repeated + refused) + count(*) filter (where state = 'done'), 0) as "read!"
        from collection_imports where collection_id = $1"#,
        id.as_str(),
    );
    Ok(u32::try_from(read.fetch_one(connection).await?)?)
}

/// Why a game of a file was not taken.
#[derive(Clone, Debug)]
pub struct ErrorRow {
    /// Which game of the file, from 1.
    pub game: i32,
    /// In which line.
    pub line: i64,
    /// Why.
    pub sentence: String,
}

/// The first errors of each file of a collection, with its number.
pub async fn errors(pool: &Pool, id: &CollectionId, of_each: i64) -> anyhow::Result<Vec<(i32, ErrorRow)>> {
    let rows = sqlx::query!(
        "select i.number as import, e.game, e.line, e.sentence from collection_imports i
        cross join lateral (
            select game, line, sentence from collection_errors
            where collection_id = i.collection_id and import = i.number order by game limit $2
        ) e
        where i.collection_id = $1 order by i.number, e.game",
        id.as_str(),
        of_each,
    );
    let error = |import, game, line, sentence| (import, ErrorRow { game, line, sentence });
    Ok(rows.fetch_all(pool).await?.into_iter().map(|row| error(row.import, row.game, row.line, row.sentence)).collect())
}

/// A file that is to be read on.
pub struct WaitingImport {
    /// Of which collection, and how many games that has.
    pub collection: CollectionId,
    /// The same.
    pub games: i32,
    /// Its number there.
    pub number: i32,
    /// What the log calls it: it tells nobody the address of the collection.
    pub log_name: String,
    /// How large it is.
    pub bytes: i64,
    /// Where to go on.
    pub place: PgnPlace,
    /// What it has brought.
    pub progress: Progress,
}

/// The file that has waited longest, locked with its collection; none that another server is at, and none of those left out by what the
/// log calls them.
pub async fn lock_waiting(
    connection: &mut PgConnection,
    leaving_out: &[String],
) -> anyhow::Result<Option<WaitingImport>> {
    // Served by collection_imports_waiting. Both rows are locked: of one that is not, what stood there before another server's part is read.
    let row = sqlx::query!(
        r#"select c.id, md5(c.id) as "log_name!", c.games, i.number, i.bytes, i.place_offset, i.place_lines, i.place_within,
            i.place_is_inside, i.taken, i.repeated, i.refused, i.assumed
        from collection_imports i join collections c on c.id = i.collection_id
        where i.state = 'waiting' and md5(c.id) <> all($1)
        order by i.begun_at, i.collection_id, i.number limit 1 for update of c, i skip locked"#,
        leaving_out,
    )
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(WaitingImport {
        collection: CollectionId::stored(row.id),
        games: row.games,
        number: row.number,
        log_name: row.log_name,
        bytes: row.bytes,
        place: PgnPlace {
            offset: u64::try_from(row.place_offset)?,
            lines: usize::try_from(row.place_lines)?,
            within: usize::try_from(row.place_within)?,
            is_inside: row.place_is_inside,
        },
        progress: Progress { taken: row.taken, repeated: row.repeated, refused: row.refused, assumed: row.assumed },
    }))
}

/// The bytes of a file from its place on, as many as a part needs.
pub async fn window(connection: &mut PgConnection, import: &WaitingImport) -> anyhow::Result<Vec<u8>> {
    let first = import.place.offset / PIECE_BYTES as u64;
    let before = usize::try_from(import.place.offset % PIECE_BYTES as u64)?;
    let pieces = (before + WINDOW_BYTES).div_ceil(PIECE_BYTES);
    let pieces = sqlx::query_scalar!(
        "select bytes from collection_pieces where collection_id = $1 and import = $2 and number >= $3 order by number limit $4",
        import.collection.as_str(),
        import.number,
        i32::try_from(first)?,
        i64::try_from(pieces)?,
    )
    .fetch_all(connection)
    .await?;
    let mut bytes = pieces.concat();
    bytes.drain(..before.min(bytes.len()));
    Ok(bytes)
}

/// Those of some digests that games of a collection have.
pub async fn known_digests(
    connection: &mut PgConnection,
    id: &CollectionId,
    digests: &[Vec<u8>],
) -> anyhow::Result<HashSet<Vec<u8>>> {
    let known = sqlx::query_scalar!(
        "select digest from collection_games where collection_id = $1 and digest = any($2)",
        id.as_str(),
        digests,
    );
    Ok(known.fetch_all(connection).await?.into_iter().collect())
}

/// Adds games to a collection that is locked and has so many.
pub async fn insert_games(
    connection: &mut PgConnection,
    id: &CollectionId,
    before: i32,
    rows: &[GameRow],
) -> anyhow::Result<()> {
    let numbers: Vec<i32> = (before + 1..).take(rows.len()).collect();
    let text = |column: fn(&GameRow) -> &str| rows.iter().map(|row| column(row).to_owned()).collect::<Vec<_>>();
    let number = |column: fn(&GameRow) -> i32| rows.iter().map(column).collect::<Vec<_>>();
    let digests: Vec<Vec<u8>> = rows.iter().map(|row| row.digest.clone()).collect();
    // First, so that the games are not taken for some without.
    insert_keys(connection, id, numbers.iter().copied().zip(rows.iter().map(|row| &row.keys))).await?;
    sqlx::query!(
        "insert into collection_games
            (collection_id, number, variant, players, names, date, event, result, rating, turns, opening, fen, digest)
        select $1, number, variant, string_to_array(players, chr(10)), lower(players), date, event, result, rating, turns, opening, fen,
            digest
        from unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::integer[], $9::integer[],
            $10::text[], $11::text[], $12::bytea[])
            as row (number, variant, players, date, event, result, rating, turns, opening, fen, digest)",
        id.as_str(),
        &numbers,
        &text(|row| row.variant),
        &text(|row| &row.players),
        &text(|row| &row.date),
        &text(|row| &row.event),
        &text(|row| &row.result),
        &number(|row| row.rating),
        &number(|row| row.turns),
        &text(|row| &row.opening),
        &text(|row| &row.fen),
        &digests,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "insert into collection_texts (collection_id, number, pgn)
        select $1, number, pgn from unnest($2::integer[], $3::text[]) as row (number, pgn)",
        id.as_str(),
        &numbers,
        &text(|row| &row.pgn),
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!("update collections set games = games + $2 where id = $1", id.as_str(), i32::try_from(rows.len())?,)
        .execute(connection)
        .await?;
    Ok(())
}

/// Writes the positions of games, by their numbers. Rows that lack their men, written by an earlier version, are replaced.
pub async fn insert_keys<'a>(
    connection: &mut PgConnection,
    id: &CollectionId,
    games: impl Iterator<Item = (i32, &'a GameKeys)>,
) -> anyhow::Result<()> {
    let (numbers, keys): (Vec<i32>, Vec<&GameKeys>) = games.unzip();
    let positions: Vec<&[u8]> = keys.iter().map(|keys| &keys.positions[..]).collect();
    let materials: Vec<&[u8]> = keys.iter().map(|keys| &keys.materials[..]).collect();
    // As text: PostgreSQL has no array of arrays of different lengths.
    let men: Vec<String> = keys.iter().map(|keys| joined(&keys.men.men)).collect();
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

fn joined(numbers: &[i16]) -> String {
    numbers.iter().map(i16::to_string).collect::<Vec<_>>().join(" ")
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

/// Writes why games of a file were not taken.
pub async fn insert_errors(
    connection: &mut PgConnection,
    import: &WaitingImport,
    errors: &[ErrorRow],
) -> anyhow::Result<()> {
    let games: Vec<i32> = errors.iter().map(|error| error.game).collect();
    let lines: Vec<i64> = errors.iter().map(|error| error.line).collect();
    let sentences: Vec<String> = errors.iter().map(|error| error.sentence.replace('\0', "\u{fffd}")).collect();
    sqlx::query!(
        "insert into collection_errors (collection_id, import, game, line, sentence)
        select $1, $2, game, line, sentence
        from unnest($3::integer[], $4::bigint[], $5::text[]) as row (game, line, sentence)",
        import.collection.as_str(),
        import.number,
        &games,
        &lines,
        &sentences,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Writes how far a file has been read. Of one that is done the pieces are no longer needed.
pub async fn write_progress(
    connection: &mut PgConnection,
    import: &WaitingImport,
    (progress, place): (Progress, PgnPlace),
    is_done: bool,
) -> anyhow::Result<()> {
    sqlx::query!(
        "update collection_imports set state = case when $3 then 'done' else 'waiting' end,
            place_offset = $4, place_lines = $5, place_within = $6, place_is_inside = $7,
            taken = $8, repeated = $9, refused = $10, assumed = $11
        where collection_id = $1 and number = $2",
        import.collection.as_str(),
        import.number,
        is_done,
        i64::try_from(place.offset)?,
        i64::try_from(place.lines)?,
        i64::try_from(place.within)?,
        place.is_inside,
        progress.taken,
        progress.repeated,
        progress.refused,
        progress.assumed,
    )
    .execute(&mut *connection)
    .await?;
    if is_done {
        forget_pieces(connection, &import.collection, import.number).await?;
    }
    Ok(())
}

async fn forget_pieces(database: impl PgExecutor<'_>, id: &CollectionId, import: i32) -> anyhow::Result<()> {
    sqlx::query!("delete from collection_pieces where collection_id = $1 and import = $2", id.as_str(), import)
        .execute(database)
        .await?;
    Ok(())
}
