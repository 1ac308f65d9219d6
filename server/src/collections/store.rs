//! Collections in the database: what pages show of them, of their files and of their games. Whoever changes one locks its row first.

use anyhow::Context;
use domain::rules::variant::Variant;
use sqlx::PgConnection;

use super::collection::{Collection, CollectionId, CollectionName, Visibility};
use crate::accounts::{Player, PlayerId, PlayerName};
use crate::analysis::Among;
use crate::platform::database::Pool;
use crate::web::moment::Moment;
use crate::web::public_list::ListQuery;
use crate::web::visibility::Unpublished;
use crate::wording::collections as words;

/// A collection that has its first file; whether somebody may look at it is still to be asked.
pub async fn load(pool: &Pool, id: &CollectionId) -> anyhow::Result<Option<Collection>> {
    let row = sqlx::query!(
        r#"select c.owner_id, p.name as owner, c.name, c.description, c.visibility, c.games, c.made_at as "made_at: jiff_sqlx::Timestamp"
        from collections c join players p on p.id = c.owner_id where c.id = $1 and c.is_ready"#,
        id.as_str(),
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| Collection {
        id: id.clone(),
        owner: Player { id: PlayerId(row.owner_id), name: PlayerName::stored(row.owner) },
        name: row.name,
        description: row.description,
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
        description: String::new(),
        visibility: Visibility::stored(&row.visibility),
        games: row.games,
        made_at: Moment(row.made_at.to_jiff()),
    });
    Ok(collections.collect())
}

/// Public collections that have games, as a list asks for them.
pub async fn public(pool: &Pool, asked: &ListQuery, (limit, offset): (i64, i64)) -> anyhow::Result<Vec<Collection>> {
    // Served by collections_public.
    let rows = sqlx::query!(
        r#"select c.id, c.owner_id, p.name as owner, c.name, c.games, c.made_at as "made_at: jiff_sqlx::Timestamp"
        from collections c join players p on p.id = c.owner_id
            cross join lateral (select case when cardinality($3::text[]) > 0 then folded(concat_ws(' ', c.name, p.name, c.description)) end as words offset 0) own
        where c.visibility = 'public' and c.is_ready and c.games > 0
            and not exists (select from unnest($3) word where strpos(own.words, folded(word)) = 0)
        order by case $4 when 'largest' then -c.games end, case $4 when 'name' then lower(c.name collate "und-x-icu") end, c.made_at desc, c.id desc
        limit $1 offset $2"#,
        limit,
        offset,
        &asked.words(),
        asked.order().key(),
    )
    .fetch_all(pool)
    .await?;
    let collections = rows.into_iter().map(|row| Collection {
        id: CollectionId::stored(row.id),
        owner: Player { id: PlayerId(row.owner_id), name: PlayerName::stored(row.owner) },
        name: row.name,
        description: String::new(),
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

/// Renames a collection of a player, and says what it is about, if that is to be changed, and who may look at it. `false`: they have no such one.
pub async fn edit(
    pool: &Pool,
    (id, owner): (&CollectionId, PlayerId),
    (name, description): (&CollectionName, Option<&str>),
    visibility: Visibility,
) -> anyhow::Result<bool> {
    let edited = sqlx::query!(
        "update collections set name = $3, visibility = $4, description = coalesce($5, description) where id = $1 and owner_id = $2 and is_ready",
        id.as_str(),
        owner.0,
        name.as_str(),
        visibility.key(),
        description,
    );
    Ok(edited.execute(pool).await?.rows_affected() > 0)
}

/// Makes a collection private, whoever owns it. `None`: there is no such one.
///
/// # Errors
/// The database fails.
pub async fn unpublish(pool: &Pool, id: &CollectionId) -> anyhow::Result<Option<Unpublished>> {
    let unpublished = sqlx::query_as!(
        Unpublished,
        r#"with old as materialized (select id, visibility = 'private' as was_private from collections where id = $1 and is_ready for update)
        update collections c set visibility = 'private' from old, players p
        where c.id = old.id and p.id = c.owner_id returning old.was_private as "was_private!", p.name as owner, c.name, c.description"#,
        id.as_str(),
    );
    Ok(unpublished.fetch_optional(pool).await?)
}

/// Deletes a collection of a player with all that is in it. `false`: they have no such one.
pub async fn delete(pool: &Pool, (id, owner): (&CollectionId, PlayerId)) -> anyhow::Result<bool> {
    let deleted = sqlx::query!("delete from collections where id = $1 and owner_id = $2", id.as_str(), owner.0);
    Ok(deleted.execute(pool).await?.rows_affected() > 0)
}

/// Locks a collection of a player, so that no games come or go. `false`: they have no such one.
pub async fn lock(connection: &mut PgConnection, (id, owner): (&CollectionId, PlayerId)) -> anyhow::Result<bool> {
    // `no key update`: whoever writes positions refers to this row by a foreign key, and holds rows that `delete_games` waits for.
    let locked = sqlx::query_scalar!(
        "select id from collections where id = $1 and owner_id = $2 and is_ready for no key update",
        id.as_str(),
        owner.0,
    );
    Ok(locked.fetch_optional(connection).await?.is_some())
}

/// Deletes games of a collection that is locked, by their numbers, and says how many there were. No game gets such a number again.
pub async fn delete_games(connection: &mut PgConnection, id: &CollectionId, numbers: &[i32]) -> anyhow::Result<i32> {
    // First, so that nobody writes the positions of a game that is gone. Whoever does so now is waited for.
    let due = sqlx::query!(
        "delete from collection_positions_due where collection_id = $1 and number = any($2)",
        id.as_str(),
        numbers,
    );
    due.execute(&mut *connection).await?;
    let positions = sqlx::query!(
        "delete from collection_positions where collection_id = $1 and number = any($2)",
        id.as_str(),
        numbers,
    );
    positions.execute(&mut *connection).await?;
    let deleted = sqlx::query_scalar!(
        r#"with gone as (delete from collection_games where collection_id = $1 and number = any($2) returning number)
        update collections c set games = c.games - deleted.games, last_number = greatest(c.last_number, c.games, deleted.last)
        from (select count(*)::integer as games, max(number) as last from gone) as deleted where c.id = $1
        returning deleted.games as "games!""#,
        id.as_str(),
        numbers,
    );
    Ok(deleted.fetch_one(connection).await?)
}

/// Who played a game. `None`: there is no such one.
pub async fn game_name(pool: &Pool, id: &CollectionId, number: i32) -> anyhow::Result<Option<String>> {
    let row = sqlx::query!(
        "select variant, players from collection_games where collection_id = $1 and number = $2",
        id.as_str(),
        number,
    );
    let Some(row) = row.fetch_optional(pool).await? else { return Ok(None) };
    let variant = Variant::by_key(&row.variant).context("a game is of no variant")?;
    Ok(Some(words::game(variant.seating(), &row.players, number)))
}

/// Where a game stands in the order of the files. `None`: the collection is gone.
pub async fn among_all(pool: &Pool, id: &CollectionId, number: i32) -> anyhow::Result<Option<Among>> {
    // Served by the primary key. Games are counted only where some were deleted: else each stands where its number says.
    let among = sqlx::query_as!(
        Among,
        r#"select case when c.last_number <= c.games then $2::integer
                else (select count(*) from collection_games where collection_id = $1 and number <= $2) end as "place!", c.games::bigint as "all!",
            (select max(number) from collection_games where collection_id = $1 and number < $2) as previous,
            (select min(number) from collection_games where collection_id = $1 and number > $2) as next
        from collections c where c.id = $1"#,
        id.as_str(),
        number,
    );
    Ok(among.fetch_optional(pool).await?)
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

/// Games as PGN, by their numbers.
pub async fn texts(pool: &Pool, id: &CollectionId, numbers: &[i32]) -> anyhow::Result<Vec<(i32, String)>> {
    // Served by the primary key.
    let rows = sqlx::query!(
        "select number, pgn from collection_texts where collection_id = $1 and number = any($2)",
        id.as_str(),
        numbers,
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
    /// Of those taken: the tag, the end of the turns and the last position do not agree on the result.
    pub conflicting: i32,
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
    /// The first games with conflicting results, by their numbers in the file.
    pub conflicting: Vec<i32>,
}

/// The files of a collection that have arrived, the last one first, but for those that were dismissed.
pub async fn imports(pool: &Pool, id: &CollectionId) -> anyhow::Result<Vec<Import>> {
    let rows = sqlx::query!(
        "select number, file_name, state = 'done' as \"is_done!\", bytes, place_offset, taken, repeated, refused, assumed,
            conflicting, conflicting_games
        from collection_imports where collection_id = $1 and state <> 'uploading' and not is_dismissed order by number desc",
        id.as_str(),
    );
    let imports = rows.fetch_all(pool).await?.into_iter().map(|row| Import {
        number: row.number,
        file_name: row.file_name,
        is_done: row.is_done,
        bytes: row.bytes,
        read: row.place_offset.min(row.bytes),
        progress: Progress {
            taken: row.taken,
            repeated: row.repeated,
            refused: row.refused,
            assumed: row.assumed,
            conflicting: row.conflicting,
        },
        conflicting: row.conflicting_games,
    });
    Ok(imports.collect())
}

/// Dismisses the report of a file that has been read into a collection of a player. `false`: there is no such file.
pub async fn dismiss(pool: &Pool, (id, owner): (&CollectionId, PlayerId), number: i32) -> anyhow::Result<bool> {
    let dismissed = sqlx::query!(
        "update collection_imports i set is_dismissed = true from collections c
        where i.collection_id = $1 and i.number = $3 and i.state = 'done' and c.id = i.collection_id and c.owner_id = $2",
        id.as_str(),
        owner.0,
        number,
    );
    Ok(dismissed.execute(pool).await?.rows_affected() > 0)
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
        where i.collection_id = $1 and not i.is_dismissed order by i.number, e.game",
        id.as_str(),
        of_each,
    );
    let error = |import, game, line, sentence| (import, ErrorRow { game, line, sentence });
    Ok(rows.fetch_all(pool).await?.into_iter().map(|row| error(row.import, row.game, row.line, row.sentence)).collect())
}

/// Gives a player another name in the copies of their games here that collections have, whoever's these are: the site says in each which game it is.
///
/// # Errors
/// The database fails.
pub async fn rename_in_copies(
    connection: &mut PgConnection,
    player: PlayerId,
    old: &str,
    new: &str,
) -> anyhow::Result<()> {
    // The names of all games of collections are looked through: that is done once for an account. Names have no character that means something in a
    // regular expression. The digest stays that of the text as it was sent, so that the same file brings nothing again.
    sqlx::query!(
        r#"with named as materialized (
            select collection_id, number from collection_games where $2 = any(players)
        ), copies as materialized (
            select n.collection_id, n.number from named n join collection_texts t using (collection_id, number)
            where exists (
                select from game_seats
                where player_id = $1 and game_id = substring(t.pgn from '(?n)^\[Site "[^"]*/games/([0-9a-z]+)"\]$')
            )
        ), written as (
            update collection_texts t set pgn = regexp_replace(pgn, '^\[(\w+) "' || $2 || '"\]', '[\1 "' || $3 || '"]', 'gn')
            from copies c where c.collection_id = t.collection_id and c.number = t.number
        )
        update collection_games g
        set players = array_replace(players, $2, $3), names = folded(array_to_string(array_replace(players, $2, $3), chr(10)))
        from copies c where c.collection_id = g.collection_id and c.number = g.number"#,
        player.0,
        old,
        new,
    )
    .execute(connection)
    .await?;
    Ok(())
}
