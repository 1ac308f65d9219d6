//! Files that are read into collections, in the database. Whoever reads one locks its collection first.

use std::collections::HashSet;

use domain::rules::pgn::PgnPlace;
use sqlx::{PgConnection, PgExecutor};

use super::collection::CollectionId;
use super::key_store::insert_keys;
use super::part::WINDOW_BYTES;
use super::row::GameRow;
use super::store::{ErrorRow, Progress};
use super::upload_store::PIECE_BYTES;

/// A file that is to be read on.
pub struct WaitingImport {
    /// Of which collection, and how many games that has.
    pub collection: CollectionId,
    /// The same.
    pub games: i32,
    /// The highest number that a game of the collection has had.
    pub last_number: i32,
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
        r#"select c.id, md5(c.id) as "log_name!", c.games,
            greatest(c.last_number, c.games) as "last_number!", i.number, i.bytes, i.place_offset, i.place_lines, i.place_within,
            i.place_is_inside, i.taken, i.repeated, i.refused, i.assumed, i.conflicting
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
        last_number: row.last_number,
        number: row.number,
        log_name: row.log_name,
        bytes: row.bytes,
        place: PgnPlace {
            offset: u64::try_from(row.place_offset)?,
            lines: usize::try_from(row.place_lines)?,
            within: usize::try_from(row.place_within)?,
            is_inside: row.place_is_inside,
        },
        progress: Progress {
            taken: row.taken,
            repeated: row.repeated,
            refused: row.refused,
            assumed: row.assumed,
            conflicting: row.conflicting,
        },
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

/// Adds games of a file to its collection, which is locked, with the numbers after the highest that it has had.
pub async fn insert_games(
    connection: &mut PgConnection,
    import: &WaitingImport,
    rows: &[GameRow],
) -> anyhow::Result<()> {
    let (id, last_number) = (&import.collection, import.last_number);
    let numbers: Vec<i32> = (last_number + 1..).take(rows.len()).collect();
    let text = |column: fn(&GameRow) -> &str| rows.iter().map(|row| column(row).to_owned()).collect::<Vec<_>>();
    let number = |column: fn(&GameRow) -> i32| rows.iter().map(column).collect::<Vec<_>>();
    let digests: Vec<Vec<u8>> = rows.iter().map(|row| row.digest.clone()).collect();
    // First, so that the games are not taken for some without.
    insert_keys(connection, id, numbers.iter().copied().zip(rows.iter().map(|row| &row.keys))).await?;
    sqlx::query!(
        r#"insert into collection_games
            (collection_id, number, variant, players, names, date, event, result, rating, turns, opening, fen, last_squares, digest, taken_at)
        select $1, number, variant, string_to_array(players, chr(10)), folded(players), date, event, result, rating, turns, opening, fen,
            nullif(last_squares, ''), digest, (select begun_at from collection_imports where collection_id = $1 and number = $14)
        from unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::integer[], $9::integer[],
            $10::text[], $11::text[], $12::text[], $13::bytea[])
            as row (number, variant, players, date, event, result, rating, turns, opening, fen, last_squares, digest)"#,
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
        &text(|row| &row.last_squares),
        &digests,
        import.number,
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
    sqlx::query!(
        "update collections set games = games + $2, last_number = $3 where id = $1",
        id.as_str(),
        i32::try_from(rows.len())?,
        numbers.last().copied().unwrap_or(last_number),
    )
    .execute(connection)
    .await?;
    Ok(())
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

/// How far a file has been read.
pub struct ReadPart {
    /// What all of it so far has brought.
    pub progress: Progress,
    /// The games of the last part with conflicting results, by their numbers, as far as they are to be named.
    pub conflicting: Vec<i32>,
    /// Where reading goes on.
    pub place: PgnPlace,
    /// Whether there is no more to read.
    pub is_done: bool,
}

/// Writes how far a file has been read. Of one that is done the pieces are no longer needed.
pub async fn write_progress(
    connection: &mut PgConnection,
    import: &WaitingImport,
    ReadPart { progress, conflicting, place, is_done }: &ReadPart,
) -> anyhow::Result<()> {
    sqlx::query!(
        "update collection_imports set state = case when $3 then 'done' else 'waiting' end,
            place_offset = $4, place_lines = $5, place_within = $6, place_is_inside = $7,
            taken = $8, repeated = $9, refused = $10, assumed = $11,
            conflicting = $12, conflicting_games = conflicting_games || $13::integer[]
        where collection_id = $1 and number = $2",
        import.collection.as_str(),
        import.number,
        *is_done,
        i64::try_from(place.offset)?,
        i64::try_from(place.lines)?,
        i64::try_from(place.within)?,
        place.is_inside,
        progress.taken,
        progress.repeated,
        progress.refused,
        progress.assumed,
        progress.conflicting,
        conflicting,
    )
    .execute(&mut *connection)
    .await?;
    if *is_done {
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
