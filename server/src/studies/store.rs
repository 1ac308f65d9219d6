//! Studies in the database.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;

use super::chapter_store::{insert, tell_of_end};
use super::editor_store;
use super::error::StudyRefusal;
use super::new_chapter::NewChapter;
use super::study::{ListedStudy, Role, SharedStudy};
use super::{MAX_CHAPTERS, MAX_STUDIES};
use crate::accounts::{self, Player, PlayerId, PlayerName};
use crate::analysis::{lock_study, note_change};
use crate::platform::chance::ShortId;
use crate::platform::database::Pool;
use crate::web::moment::Moment;
use crate::web::public_list::ListQuery;
use crate::web::title::Title;
use crate::web::visibility::{Unpublished, Visibility};

/// The most studies that a player's list shows: there may be more invitations than anybody wants.
const MAX_LISTED: i64 = 500;

/// A study, if the viewer may see it.
pub async fn load(pool: &Pool, id: &ShortId, viewer: Option<PlayerId>) -> anyhow::Result<Option<SharedStudy>> {
    let viewer = viewer.map(|viewer| viewer.0);
    let row = sqlx::query!(
        r#"select s.owner_id, p.name as owner, s.name, s.description, s.visibility, s.changes,
            e.player_id is not null as "is_invited!", e.accepted_at is not null as "has_accepted!"
        from studies s join players p on p.id = s.owner_id
        left join study_editors e on e.study_id = s.id and e.player_id = $2
        where s.id = $1 and may_see_study(s.id, $2)"#,
        id.as_str(),
        viewer,
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| SharedStudy {
        id: id.clone(),
        role: Role::of(viewer == Some(row.owner_id), row.is_invited, row.has_accepted),
        owner: Player { id: PlayerId(row.owner_id), name: PlayerName::stored(row.owner) },
        name: row.name,
        description: row.description,
        visibility: Visibility::stored(&row.visibility),
        changes: row.changes.unsigned_abs(),
    }))
}

/// The studies that a player owns, edits, or is invited to; the one that was changed last first.
pub async fn of_player(pool: &Pool, player: PlayerId) -> anyhow::Result<Vec<ListedStudy>> {
    // Served by studies_of_owner and study_editors_by_player.
    let rows = sqlx::query!(
        r#"select s.id, s.owner_id, p.name as owner, s.name, s.visibility,
            s.changed_at as "changed_at: jiff_sqlx::Timestamp",
            e.player_id is not null as "is_invited!", e.accepted_at is not null as "has_accepted!",
            (select count(*) from study_chapters c where c.study_id = s.id) as "chapters!"
        from studies s join players p on p.id = s.owner_id
        left join study_editors e on e.study_id = s.id and e.player_id = $1
        where s.id in (select id from studies where owner_id = $1
            union all select study_id from study_editors where player_id = $1)
        order by s.changed_at desc, s.id limit $2"#,
        player.0,
        MAX_LISTED,
    )
    .fetch_all(pool)
    .await?;
    let studies = rows.into_iter().map(|row| ListedStudy {
        id: ShortId::stored(row.id),
        role: Role::of(player.0 == row.owner_id, row.is_invited, row.has_accepted),
        owner: Player { id: PlayerId(row.owner_id), name: PlayerName::stored(row.owner) },
        name: row.name,
        visibility: Visibility::stored(&row.visibility),
        chapters: row.chapters,
        changed_at: Moment(row.changed_at.to_jiff()),
    });
    Ok(studies.collect())
}

/// Public studies that have chapters, as a list asks for them.
pub async fn public(pool: &Pool, asked: &ListQuery, (limit, offset): (i64, i64)) -> anyhow::Result<Vec<ListedStudy>> {
    // Served by studies_public.
    let rows = sqlx::query!(
        r#"select s.id, s.owner_id, p.name as owner, s.name, s.changed_at as "changed_at: jiff_sqlx::Timestamp", c.chapters as "chapters!"
        from studies s join players p on p.id = s.owner_id
            cross join lateral (select count(*) as chapters from study_chapters c where c.study_id = s.id) c
            cross join lateral (select case when cardinality($3::text[]) > 0 then folded(concat_ws(' ', s.name, p.name, s.description)) end as words offset 0) own
        where s.visibility = 'public' and c.chapters > 0
            and not exists (select from unnest($3) word where strpos(own.words, folded(word)) = 0)
        order by case $4 when 'largest' then -c.chapters end, case $4 when 'name' then lower(s.name collate "und-x-icu") end, s.changed_at desc, s.id desc
        limit $1 offset $2"#,
        limit,
        offset,
        &asked.words(),
        asked.order().key(),
    )
    .fetch_all(pool)
    .await?;
    let studies = rows.into_iter().map(|row| ListedStudy {
        id: ShortId::stored(row.id),
        role: Role::Other,
        owner: Player { id: PlayerId(row.owner_id), name: PlayerName::stored(row.owner) },
        name: row.name,
        visibility: Visibility::Public,
        chapters: row.chapters,
        changed_at: Moment(row.changed_at.to_jiff()),
    });
    Ok(studies.collect())
}

/// Makes a study with its first chapters, unless its owner has as many as one can have.
pub async fn create(
    pool: &Pool,
    owner: PlayerId,
    (name, visibility): (&Title, Visibility),
    chapters: &[NewChapter],
    now: Timestamp,
) -> anyhow::Result<Result<ShortId, StudyRefusal>> {
    let mut transaction = pool.begin().await?;
    accounts::queue_up(&mut transaction, owner).await?;
    let has = sqlx::query_scalar!(r#"select count(*) as "count!" from studies where owner_id = $1"#, owner.0)
        .fetch_one(&mut *transaction)
        .await?;
    if has >= MAX_STUDIES {
        return Ok(Err(StudyRefusal::TooManyStudies));
    }
    let id = ShortId::draw();
    sqlx::query!(
        "insert into studies (id, owner_id, name, visibility, made_at, changed_at) values ($1, $2, $3, $4, $5, $5)",
        id.as_str(),
        owner.0,
        name.as_str(),
        visibility.key(),
        now.to_sqlx() as _,
    )
    .execute(&mut *transaction)
    .await?;
    insert(&mut transaction, &id, owner, chapters, now).await?;
    transaction.commit().await?;
    Ok(Ok(id))
}

/// Adds chapters to a study that a player may edit: the number of the first; `None` if they may not.
pub async fn add(
    pool: &Pool,
    (id, editor): (&ShortId, PlayerId),
    chapters: &[NewChapter],
    now: Timestamp,
) -> anyhow::Result<Option<Result<i32, StudyRefusal>>> {
    let mut transaction = pool.begin().await?;
    lock_study(&mut transaction, id).await?;
    let row = sqlx::query!(
        r#"select may_edit_study($1, $2) as "may_edit!",
            (select count(*) from study_chapters where study_id = $1) as "has!""#,
        id.as_str(),
        editor.0,
    )
    .fetch_one(&mut *transaction)
    .await?;
    if !row.may_edit {
        return Ok(None);
    }
    if row.has + i64::try_from(chapters.len())? > MAX_CHAPTERS {
        return Ok(Some(Err(StudyRefusal::TooManyChapters { has: row.has, added: chapters.len() })));
    }
    let first = insert(&mut transaction, id, editor, chapters, now).await?;
    note_change(&mut transaction, id, None, now).await?;
    transaction.commit().await?;
    Ok(Some(Ok(first)))
}

/// Renames a study of a player, and says what it is about and who may look at it. `false`: they have no such one.
pub async fn edit(
    pool: &Pool,
    (id, owner): (&ShortId, PlayerId),
    (name, description): (&Title, &str),
    visibility: Visibility,
    now: Timestamp,
) -> anyhow::Result<bool> {
    let mut transaction = pool.begin().await?;
    let edited = sqlx::query!(
        "update studies set name = $3, description = $4, visibility = $5 where id = $1 and owner_id = $2",
        id.as_str(),
        owner.0,
        name.as_str(),
        description,
        visibility.key(),
    )
    .execute(&mut *transaction)
    .await?;
    if edited.rows_affected() == 0 {
        return Ok(false);
    }
    note_change(&mut transaction, id, None, now).await?;
    transaction.commit().await?;
    Ok(true)
}

/// Makes a study private, whoever owns it: its owner and those who edit it still see it. `None`: there is no such one.
///
/// # Errors
/// The database fails.
pub async fn unpublish(pool: &Pool, id: &ShortId, now: Timestamp) -> anyhow::Result<Option<Unpublished>> {
    let mut transaction = pool.begin().await?;
    let unpublished = sqlx::query_as!(
        Unpublished,
        r#"with old as materialized (select id, visibility = 'private' as was_private from studies where id = $1 for update)
        update studies s set visibility = 'private' from old, players p
        where s.id = old.id and p.id = s.owner_id returning old.was_private as "was_private!", p.name as owner, s.name, s.description"#,
        id.as_str(),
    );
    let unpublished = unpublished.fetch_optional(&mut *transaction).await?;
    if unpublished.as_ref().is_some_and(|unpublished| !unpublished.was_private) {
        note_change(&mut transaction, id, None, now).await?;
        transaction.commit().await?;
    }
    Ok(unpublished)
}

/// Deletes a study of a player with all that is in it. `false`: they have no such one.
pub async fn delete(pool: &Pool, (id, owner): (&ShortId, PlayerId)) -> anyhow::Result<bool> {
    let mut transaction = pool.begin().await?;
    lock_study(&mut transaction, id).await?;
    let numbers = sqlx::query_scalar!(
        "select c.number from studies s join study_chapters c on c.study_id = s.id where s.id = $1 and s.owner_id = $2",
        id.as_str(),
        owner.0,
    );
    let numbers = numbers.fetch_all(&mut *transaction).await?;
    let invited = sqlx::query_scalar!(
        "select e.player_id from studies s join study_editors e on e.study_id = s.id
        where s.id = $1 and s.owner_id = $2 and e.accepted_at is null",
        id.as_str(),
        owner.0,
    );
    let invited: Vec<_> = invited.fetch_all(&mut *transaction).await?.into_iter().map(PlayerId).collect();
    let deleted = sqlx::query!("delete from studies where id = $1 and owner_id = $2", id.as_str(), owner.0);
    if deleted.execute(&mut *transaction).await?.rows_affected() == 0 {
        return Ok(false);
    }
    tell_of_end(&mut transaction, id, &numbers).await?;
    editor_store::announce_change_to(&mut transaction, &invited).await?;
    transaction.commit().await?;
    Ok(true)
}
