//! Games that are to be taken in although nothing has become of them: those that were there before the library, and those of which an
//! earlier release took in less. They are put into the queue some at a time, when nothing else waits.

use sqlx::PgConnection;

/// What a game's rows were made by. It is raised when more is taken in of a game than before, here, in `queue_of_older_revision` and in
/// the index that it asks (0081_library_revision_3.sql).
pub const REVISION: i16 = 3;

/// How many are put into the queue at once: a game that ends meanwhile waits for so many rows to be written, and is taken in after so
/// many others.
const AT_ONCE: i64 = 500;

/// Whether every game is taken in that was there before the library. While some are missing, what the explorer says of a position is no
/// measure of how often it was played.
///
/// # Errors
/// The database fails.
pub async fn has_earlier_games(connection: &mut PgConnection) -> anyhow::Result<bool> {
    let is_worked_off = sqlx::query_scalar!(r#"select not exists (select from library_backlog) as "is_worked_off!""#);
    Ok(is_worked_off.fetch_one(connection).await?)
}

/// Puts some of these games into the queue. `false`: there are no more.
///
/// # Errors
/// The database fails.
pub async fn queue_some(connection: &mut PgConnection) -> anyhow::Result<bool> {
    Ok(queue_of_backlog(connection).await? || queue_of_older_revision(connection).await?)
}

/// Games that were there before the library.
async fn queue_of_backlog(connection: &mut PgConnection) -> anyhow::Result<bool> {
    let after = sqlx::query_scalar!("select after from library_backlog for update skip locked");
    let Some(after) = after.fetch_optional(&mut *connection).await? else { return Ok(false) };
    let queued = sqlx::query_scalar!(
        r#"with next as (
            select id, coalesce(ended_at, begun_at) as at from games where id > $1 order by id limit $2
        ), queued as (
            insert into library_due (game_id, at) select id, at from next
            where not exists (select from library_games l where l.game_id = id) on conflict do nothing
        )
        select max(id) from next"#,
        after,
        AT_ONCE,
    );
    match queued.fetch_one(&mut *connection).await? {
        Some(last) => sqlx::query!("update library_backlog set after = $1", last).execute(connection).await?,
        None => sqlx::query!("delete from library_backlog").execute(connection).await?,
    };
    Ok(true)
}

/// Finished games of which an earlier release took in less; those that wait already do not keep others from it.
async fn queue_of_older_revision(connection: &mut PgConnection) -> anyhow::Result<bool> {
    // Served by library_of_revision_before_3: the number must stand in the statement.
    let queued = sqlx::query!(
        "insert into library_due (game_id, at)
        select game_id, at from library_games l
        where is_first and not is_running and revision < 3
            and not exists (select from library_due d where d.game_id = l.game_id)
        order by game_id limit $1
        on conflict do nothing",
        AT_ONCE,
    );
    Ok(queued.execute(connection).await?.rows_affected() > 0)
}
