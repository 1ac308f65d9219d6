//! The chapters of studies in the database, as a list: what is on their boards `analysis` saves. Whoever changes the list locks the study
//! first, and must be allowed to edit it.

use anyhow::Context;
use domain::rules::variant::Variant;
use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::new_chapter::NewChapter;
use super::study::ListedChapter;
use crate::accounts::PlayerId;
use crate::analysis::{ChapterId, chapter_topic, lock_study, note_change, stored_seat, study_topic};
use crate::platform::chance::ShortId;
use crate::platform::database::listen::{self, Announcement};
use crate::platform::database::{Pool, Transaction};
use crate::web::moment::Moment;
use crate::web::title::Title;
use crate::wording::shared_studies as words;

/// The version of a chapter that is gone, for pages that show it.
const GONE: i64 = i32::MAX as i64;

/// The chapters of a study in their order.
pub async fn list(pool: &Pool, study: &ShortId) -> anyhow::Result<Vec<ListedChapter>> {
    let rows = sqlx::query!(
        r#"select c.number, c.name, c.variant, c.fen, c.side, c.turns,
            c.changed_at as "changed_at: jiff_sqlx::Timestamp", b.name as "changed_by?"
        from study_chapters c left join players b on b.id = c.changed_by
        where c.study_id = $1 order by c.position"#,
        study.as_str(),
    )
    .fetch_all(pool)
    .await?;
    let chapters = rows.into_iter().map(|row| {
        Ok(ListedChapter {
            id: ChapterId { study: study.clone(), number: row.number },
            name: row.name,
            variant: Variant::by_key(&row.variant).context("a chapter is of no variant")?,
            fen: row.fen,
            side: stored_seat(row.side),
            turns: row.turns.unsigned_abs(),
            changed_at: Moment(row.changed_at.to_jiff()),
            changed_by: row.changed_by,
        })
    });
    chapters.collect()
}

/// A chapter's text.
pub struct ChapterText {
    /// Its place among the others.
    pub position: i32,
    /// What it is called.
    pub name: String,
    /// All of it.
    pub pgn: String,
}

/// The next chapters of a study behind a place.
pub async fn texts(pool: &Pool, study: &ShortId, after: i32, limit: i64) -> anyhow::Result<Vec<ChapterText>> {
    let texts = sqlx::query_as!(
        ChapterText,
        "select position, name, pgn from study_chapters where study_id = $1 and position > $2 order by position limit $3",
        study.as_str(),
        after,
        limit,
    );
    Ok(texts.fetch_all(pool).await?)
}

/// Adds chapters to a study that is locked or new, behind the others: the number of the first.
pub async fn insert(
    connection: &mut PgConnection,
    study: &ShortId,
    by: PlayerId,
    chapters: &[NewChapter],
    now: Timestamp,
) -> anyhow::Result<i32> {
    let row = sqlx::query!(
        r#"update studies set numbered = numbered + $2 where id = $1 returning numbered,
            (select coalesce(max(position), 0) from study_chapters where study_id = $1) as "last!""#,
        study.as_str(),
        i32::try_from(chapters.len())?,
    )
    .fetch_one(&mut *connection)
    .await?;
    let first = row.numbered - i32::try_from(chapters.len())? + 1;
    for ((number, position), chapter) in (first..).zip(row.last + 1..).zip(chapters) {
        let unnamed = || words::unnamed_chapter(number);
        let columns = &chapter.columns;
        sqlx::query!(
            "insert into study_chapters (study_id, number, position, name, game_id, pgn, place, side, variant, fen, turns,
                changed_at, changed_by)
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
            study.as_str(),
            number,
            position,
            chapter.name.as_ref().map_or_else(unnamed, |name| name.as_str().to_owned()),
            chapter.game,
            columns.pgn,
            columns.place,
            columns.side,
            columns.variant,
            columns.fen,
            columns.turns,
            now.to_sqlx() as _,
            by.0,
        )
        .execute(&mut *connection)
        .await?;
    }
    Ok(first)
}

/// What is done with a chapter in the list.
pub enum ChapterChange {
    /// It is called otherwise.
    Rename(Title),
    /// It changes places with the one before it.
    Up,
    /// It changes places with the next one.
    Down,
    /// It goes, with all that is in it.
    Delete,
}

/// Changes something about a chapter. `false`: the player may not, or there is no such one.
pub async fn change(
    pool: &Pool,
    (id, editor): (&ChapterId, PlayerId),
    change: &ChapterChange,
    now: Timestamp,
) -> anyhow::Result<bool> {
    let Some(mut transaction) = editing(pool, id, editor).await? else { return Ok(false) };
    match change {
        ChapterChange::Rename(name) => {
            sqlx::query!(
                "update study_chapters set name = $3 where study_id = $1 and number = $2",
                id.study.as_str(),
                id.number,
                name.as_str(),
            )
            .execute(&mut *transaction)
            .await?;
        }
        ChapterChange::Up => swap(&mut transaction, id, -1).await?,
        ChapterChange::Down => swap(&mut transaction, id, 1).await?,
        ChapterChange::Delete => {
            sqlx::query!(
                "delete from study_chapters where study_id = $1 and number = $2",
                id.study.as_str(),
                id.number
            )
            .execute(&mut *transaction)
            .await?;
        }
    }
    let gone = matches!(change, ChapterChange::Delete).then_some((id.number, GONE));
    note_change(&mut transaction, &id.study, gone, now).await?;
    transaction.commit().await?;
    Ok(true)
}

/// Tells the pages that show a study, or a chapter of it, that they are gone.
pub async fn tell_of_end(connection: &mut PgConnection, study: &ShortId, chapters: &[i32]) -> anyhow::Result<()> {
    let end = |topic| Announcement { topic, state: GONE.to_string() };
    let of_chapters = chapters.iter().map(|&number| chapter_topic(&ChapterId { study: study.clone(), number }));
    let announcements: Vec<_> = std::iter::once(study_topic(study)).chain(of_chapters).map(end).collect();
    listen::announce(connection, &announcements).await
}

/// A transaction in which a study is locked, if the player may edit it and it has the chapter.
async fn editing(pool: &Pool, id: &ChapterId, editor: PlayerId) -> anyhow::Result<Option<Transaction>> {
    let mut transaction = pool.begin().await?;
    lock_study(&mut transaction, &id.study).await?;
    let may_edit = sqlx::query_scalar!(
        r#"select may_edit_study($1, $3) and exists (select from study_chapters where study_id = $1 and number = $2) as "may!""#,
        id.study.as_str(),
        id.number,
        editor.0,
    )
    .fetch_one(&mut *transaction)
    .await?;
    Ok(may_edit.then_some(transaction))
}

/// Lets a chapter change places with its neighbour, if it has one there: -1 is the one before it.
async fn swap(connection: &mut PgConnection, id: &ChapterId, way: i32) -> sqlx::Result<()> {
    sqlx::query!(
        "with this as (select number, position from study_chapters where study_id = $1 and number = $2),
        other as (
            select o.number, o.position from study_chapters o, this t
            where o.study_id = $1 and sign(o.position - t.position) = $3::integer
            order by abs(o.position - t.position) limit 1
        )
        update study_chapters c set position = t.position + o.position - c.position from this t, other o
        where c.study_id = $1 and c.number in (t.number, o.number)",
        id.study.as_str(),
        id.number,
        way,
    )
    .execute(connection)
    .await?;
    Ok(())
}
