//! Notebooks: a player's analysis, which only they can see. Every query names the owner. An update names the version that
//! it is based on, so that no window overwrites what it has not seen.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::board_state::BoardState;
use super::saving::{SavedBoard, stored_seat};
use crate::accounts::PlayerId;
use crate::games::GameId;
use crate::platform::database::Pool;
use crate::web::moment::Moment;

/// The owner of a notebook, and its subject.
pub struct NotebookKey {
    pub player: PlayerId,
    /// A game; `None` for the player's general notebook.
    pub game: Option<GameId>,
}

impl NotebookKey {
    fn game_id(&self) -> &str {
        self.game.as_ref().map_or("", GameId::as_str)
    }
}

/// Loads a notebook, if there is one.
///
/// # Errors
/// The database fails.
pub async fn load(pool: &Pool, key: &NotebookKey) -> anyhow::Result<Option<SavedBoard>> {
    let row = sqlx::query!(
        r#"select pgn, place, side, version, changed_at as "changed_at: jiff_sqlx::Timestamp"
        from notebooks where game_id = $1 and player_id = $2"#,
        key.game_id(),
        key.player.0,
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| SavedBoard {
        pgn: row.pgn,
        place: row.place,
        side: stored_seat(row.side),
        version: row.version,
        changed_at: Moment(row.changed_at.to_jiff()),
        changed_by: None,
        own_since: None,
    }))
}

/// Saves the board if the notebook still has this version: the new version, or `None` if it has been changed since.
///
/// # Errors
/// The database fails.
pub async fn save(
    pool: &Pool,
    key: &NotebookKey,
    version: i64,
    state: &BoardState,
    now: Timestamp,
) -> anyhow::Result<Option<i64>> {
    let new_version = sqlx::query_scalar!(
        r#"insert into notebooks (game_id, player_id, pgn, place, side, version, changed_at)
        select $1::text, $2::bigint, $3, $4, $5, 1, $7::timestamptz
        where $6::bigint = 0 or exists (select from notebooks where game_id = $1 and player_id = $2)
        on conflict (game_id, player_id) do update
            set pgn = excluded.pgn, place = excluded.place, side = excluded.side,
                version = notebooks.version + 1, changed_at = excluded.changed_at
            where notebooks.version = $6
        returning version"#,
        key.game_id(),
        key.player.0,
        state.study.to_string(),
        state.place.to_string(),
        state.side.index() as i16,
        version,
        now.to_sqlx() as _,
    )
    .fetch_optional(pool)
    .await?;
    Ok(new_version)
}

/// Gives a player another name in the tags of all notebooks and chapters about their games, whoever's these are.
///
/// # Errors
/// The database fails.
pub async fn rename_in_boards(
    connection: &mut PgConnection,
    player: PlayerId,
    old: &str,
    new: &str,
) -> anyhow::Result<()> {
    // The name of a chapter is that of its players until somebody gives it another. Names have no character that means something in a regular expression. A window that has the old name has an older version.
    sqlx::query!(
        r#"update notebooks set version = version + 1,
            pgn = regexp_replace(pgn, '^\[(\w+) "' || $2 || '"\]', '[\1 "' || $3 || '"]', 'gn')
        where game_id in (select game_id from game_seats where player_id = $1) and strpos(pgn, '"' || $2 || '"]') > 0"#,
        player.0,
        old,
        new,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        r#"update study_chapters set version = version + 1, run_since = version + 1,
            name = case when strpos(name, ' against ') > 0 then left(regexp_replace(
                name, '(^|, | and | against )' || $2 || '(?=$|, | and | against )', '\1' || $3, 'g'), 100) else name end,
            pgn = regexp_replace(pgn, '^\[(\w+) "' || $2 || '"\]', '[\1 "' || $3 || '"]', 'gn')
        where game_id in (select game_id from game_seats where player_id = $1) and strpos(pgn, '"' || $2 || '"]') > 0"#,
        player.0,
        old,
        new,
    )
    .execute(connection)
    .await?;
    Ok(())
}
