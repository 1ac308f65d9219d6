//! Who edits a study beside its owner, in the database.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::MAX_EDITORS;
use super::error::StudyRefusal;
use super::study::Editor;
use crate::accounts::{self, Player, PlayerId, PlayerName};
use crate::analysis::{lock_study, note_change};
use crate::platform::chance::ShortId;
use crate::platform::database::{Pool, listen};

/// Those who edit a study or are invited to, in the order in which they were invited.
pub async fn list(pool: &Pool, study: &ShortId) -> anyhow::Result<Vec<Editor>> {
    let rows = sqlx::query!(
        r#"select e.player_id, p.name, e.accepted_at is not null as "has_accepted!"
        from study_editors e join players p on p.id = e.player_id
        where e.study_id = $1 order by e.invited_at, e.player_id"#,
        study.as_str(),
    )
    .fetch_all(pool)
    .await?;
    let editors = rows.into_iter().map(|row| Editor {
        player: Player { id: PlayerId(row.player_id), name: PlayerName::stored(row.name) },
        has_accepted: row.has_accepted,
    });
    Ok(editors.collect())
}

/// How many invitations wait for a player's answer.
///
/// # Errors
/// The database fails.
pub async fn count_invitations(pool: &Pool, player: PlayerId) -> anyhow::Result<i64> {
    // Served by study_editors_by_player.
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from study_editors where player_id = $1 and accepted_at is null"#,
        player.0,
    );
    Ok(count.fetch_one(pool).await?)
}

/// Tells the open pages of players that what they edit, or are invited to edit, has changed.
///
/// # Errors
/// The database fails.
pub async fn announce_change_to(connection: &mut PgConnection, players: &[PlayerId]) -> anyhow::Result<()> {
    if players.is_empty() {
        return Ok(());
    }
    let announcements: Vec<_> = players.iter().map(|&player| accounts::announcement_of(player)).collect();
    listen::announce(connection, &announcements).await
}

/// Invites somebody to edit a study of a player. `None`: they have no such one.
pub async fn invite(
    pool: &Pool,
    (study, owner): (&ShortId, PlayerId),
    invited: &Player,
    now: Timestamp,
) -> anyhow::Result<Option<Result<(), StudyRefusal>>> {
    let mut transaction = pool.begin().await?;
    lock_study(&mut transaction, study).await?;
    let row = sqlx::query!(
        r#"select count(e.player_id) as "editors!", coalesce(bool_or(e.player_id = $3), false) as "is_there!"
        from studies s left join study_editors e on e.study_id = s.id
        where s.id = $1 and s.owner_id = $2 group by s.id"#,
        study.as_str(),
        owner.0,
        invited.id.0,
    )
    .fetch_optional(&mut *transaction)
    .await?;
    let Some(row) = row else { return Ok(None) };
    if row.is_there {
        return Ok(Some(Err(StudyRefusal::ThereAlready(invited.name.to_string()))));
    }
    if row.editors >= MAX_EDITORS {
        return Ok(Some(Err(StudyRefusal::TooManyEditors)));
    }
    sqlx::query!(
        "insert into study_editors (study_id, player_id, invited_at) values ($1, $2, $3)",
        study.as_str(),
        invited.id.0,
        now.to_sqlx() as _,
    )
    .execute(&mut *transaction)
    .await?;
    note_change(&mut transaction, study, None, now).await?;
    announce_change_to(&mut transaction, &[invited.id]).await?;
    transaction.commit().await?;
    Ok(Some(Ok(())))
}

/// Removes an editor, or one who was invited, from a study of a player. `false`: they have no such one.
pub async fn remove(
    pool: &Pool,
    (study, owner): (&ShortId, PlayerId),
    editor: PlayerId,
    now: Timestamp,
) -> anyhow::Result<bool> {
    let mut transaction = pool.begin().await?;
    lock_study(&mut transaction, study).await?;
    let removed = sqlx::query!(
        "delete from study_editors e using studies s
        where s.id = $1 and s.owner_id = $2 and e.study_id = s.id and e.player_id = $3",
        study.as_str(),
        owner.0,
        editor.0,
    );
    let is_removed = removed.execute(&mut *transaction).await?.rows_affected() > 0;
    if is_removed {
        note_change(&mut transaction, study, None, now).await?;
        announce_change_to(&mut transaction, &[editor]).await?;
    }
    transaction.commit().await?;
    Ok(is_removed)
}

/// Accepts an invitation. `false`: there is none.
pub async fn accept(pool: &Pool, (study, player): (&ShortId, PlayerId), now: Timestamp) -> anyhow::Result<bool> {
    let mut transaction = pool.begin().await?;
    lock_study(&mut transaction, study).await?;
    let accepted = sqlx::query!(
        "update study_editors set accepted_at = coalesce(accepted_at, $3) where study_id = $1 and player_id = $2",
        study.as_str(),
        player.0,
        now.to_sqlx() as _,
    );
    let has_accepted = accepted.execute(&mut *transaction).await?.rows_affected() > 0;
    if has_accepted {
        note_change(&mut transaction, study, None, now).await?;
        announce_change_to(&mut transaction, &[player]).await?;
    }
    transaction.commit().await?;
    Ok(has_accepted)
}

/// Declines an invitation, or leaves a study that was edited.
pub async fn leave(pool: &Pool, (study, player): (&ShortId, PlayerId), now: Timestamp) -> anyhow::Result<()> {
    let mut transaction = pool.begin().await?;
    lock_study(&mut transaction, study).await?;
    let left =
        sqlx::query!("delete from study_editors where study_id = $1 and player_id = $2", study.as_str(), player.0);
    if left.execute(&mut *transaction).await?.rows_affected() > 0 {
        note_change(&mut transaction, study, None, now).await?;
        announce_change_to(&mut transaction, &[player]).await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// Gives the studies of a player whose account is deleted to those of their editors who accepted first, and forgets what the player has
/// changed. Studies that nobody else edits stay theirs.
///
/// # Errors
/// The database fails.
pub async fn hand_on(connection: &mut PgConnection, player: PlayerId) -> anyhow::Result<()> {
    // Nobody accepts, leaves or is removed meanwhile.
    sqlx::query!("select id from studies where owner_id = $1 order by id for no key update", player.0)
        .fetch_all(&mut *connection)
        .await?;
    sqlx::query!(
        "with heirs as (
            select distinct on (e.study_id) e.study_id, e.player_id
            from studies s join study_editors e on e.study_id = s.id
            where s.owner_id = $1 and e.accepted_at is not null order by e.study_id, e.accepted_at, e.player_id
        ), gone as (
            delete from study_editors e using heirs h where e.study_id = h.study_id and e.player_id = h.player_id
        )
        update studies s set owner_id = h.player_id from heirs h where s.id = h.study_id",
        player.0,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!("update study_chapters set changed_by = null where changed_by = $1", player.0)
        .execute(connection)
        .await?;
    Ok(())
}
