//! Chapters of studies: boards that several players may change. Who may see and who may change one is asked in the statements
//! themselves. Whoever changes anything of a study locks its row first.

use std::fmt;
use std::str::FromStr;

use domain::rules::line::NodePath;
use domain::rules::seat::Seat;
use domain::rules::study::Study;
use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::board_state::BoardState;
use super::saving::{SavedBoard, stored_seat};
use crate::accounts::PlayerId;
use crate::platform::chance::ShortId;
use crate::platform::database::Pool;
use crate::platform::database::listen::{self, Announcement};
use crate::web::moment::Moment;
use crate::web::visibility::Visibility;

/// A chapter: in forms `abcdefghij/12`. The number stays its own when it is moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChapterId {
    /// The study's name in its address.
    pub study: ShortId,
    /// The chapter's number in it.
    pub number: i32,
}

impl ChapterId {
    /// A chapter by the two parts of its address.
    pub fn read(study: &str, number: &str) -> Option<Self> {
        // As it is written here: one address for each chapter.
        let number: i32 = number.parse().ok().filter(|read: &i32| *read > 0 && read.to_string() == number)?;
        Some(Self { study: ShortId::read(study)?, number })
    }

    /// The path of its page.
    pub fn path(&self) -> String {
        format!("{}/chapters/{}", study_path(&self.study), self.number)
    }
}

/// The path of a study's page.
pub fn study_path(study: &ShortId) -> String {
    format!("/studies/{study}")
}

impl fmt::Display for ChapterId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.study, self.number)
    }
}

/// A text names no chapter.
#[derive(Debug)]
pub struct NoChapter;

impl FromStr for ChapterId {
    type Err = NoChapter;

    fn from_str(text: &str) -> Result<Self, NoChapter> {
        let (study, number) = text.split_once('/').ok_or(NoChapter)?;
        Self::read(study, number).ok_or(NoChapter)
    }
}

/// A chapter as a viewer may see it.
pub struct Chapter {
    /// Which one.
    pub id: ChapterId,
    /// What its study is called.
    pub study_name: String,
    /// Who may look at that.
    pub visibility: Visibility,
    /// What it is called.
    pub name: String,
    /// The number of the chapter before it.
    before: Option<i32>,
    /// The number of the next one.
    after: Option<i32>,
    /// The game of this site that it comes from; empty if from none.
    pub game: String,
    /// Whether the viewer may change it.
    pub may_edit: bool,
    /// The board.
    pub saved: SavedBoard,
}

impl Chapter {
    /// The path of its study.
    pub fn study_path(&self) -> String {
        study_path(&self.id.study)
    }

    /// The path of the chapter before it.
    pub fn path_before(&self) -> Option<String> {
        Some(self.path_of(self.before?))
    }

    /// The path of the next one.
    pub fn path_after(&self) -> Option<String> {
        Some(self.path_of(self.after?))
    }

    fn path_of(&self, number: i32) -> String {
        ChapterId { number, ..self.id.clone() }.path()
    }

    /// Whether it is in no list for everybody.
    pub fn is_unlisted(&self) -> bool {
        self.visibility != Visibility::Public
    }
}

/// A chapter, if the viewer may see it.
///
/// # Errors
/// The database fails.
pub async fn load(pool: &Pool, id: &ChapterId, viewer: Option<PlayerId>) -> anyhow::Result<Option<Chapter>> {
    let row = sqlx::query!(
        r#"select s.name as study, s.visibility, c.name, c.pgn, c.place, c.side, c.version,
            c.changed_at as "changed_at: jiff_sqlx::Timestamp", b.name as "changed_by?", c.game_id,
            case when c.changed_by = $3 then c.run_since end as own_since,
            may_edit_study(s.id, $3) as "may_edit!",
            (select number from study_chapters o where o.study_id = c.study_id and o.position < c.position
                order by position desc limit 1) as before,
            (select number from study_chapters o where o.study_id = c.study_id and o.position > c.position
                order by position limit 1) as after
        from study_chapters c join studies s on s.id = c.study_id left join players b on b.id = c.changed_by
        where c.study_id = $1 and c.number = $2 and may_see_study(s.id, $3)"#,
        id.study.as_str(),
        id.number,
        viewer.map(|viewer| viewer.0),
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| Chapter {
        id: id.clone(),
        study_name: row.study,
        visibility: Visibility::stored(&row.visibility),
        name: row.name,
        before: row.before,
        after: row.after,
        game: row.game_id,
        may_edit: row.may_edit,
        saved: SavedBoard {
            pgn: row.pgn,
            place: row.place,
            side: stored_seat(row.side),
            version: row.version,
            changed_at: Moment(row.changed_at.to_jiff()),
            changed_by: row.changed_by,
            own_since: row.own_since,
        },
    }))
}

/// What is stored of a chapter's board.
pub struct ChapterColumns {
    /// All turns, variations and notes.
    pub pgn: String,
    /// The node on the board.
    pub place: String,
    /// The seat at its lower edge.
    pub side: i16,
    /// The key of the variant.
    pub variant: &'static str,
    /// The position on the board.
    pub fen: String,
    /// How many turns the main line has.
    pub turns: i32,
}

impl ChapterColumns {
    /// A study at a node of it.
    pub fn of(study: &Study, place: &NodePath, side: Seat) -> Self {
        let position = study.position_at(place);
        Self {
            // A form that is sent as text has no NUL, and a game that is read from one has none.
            pgn: study.to_string(),
            place: place.to_string(),
            side: side.index() as i16,
            variant: study.start().variant().key(),
            fen: position.as_ref().unwrap_or(study.start()).fen(),
            turns: i32::try_from(study.line().turns.len()).unwrap_or(i32::MAX),
        }
    }
}

/// Saves the board if the chapter still has this version and the player may change it: the new version, or `None`.
///
/// # Errors
/// The database fails.
pub async fn save(
    pool: &Pool,
    (id, editor): (&ChapterId, PlayerId),
    version: i64,
    state: &BoardState,
    now: Timestamp,
) -> anyhow::Result<Option<i64>> {
    let columns = ChapterColumns::of(&state.study, &state.place, state.side);
    let mut transaction = pool.begin().await?;
    lock(&mut transaction, &id.study).await?;
    let saved = sqlx::query_scalar!(
        "update study_chapters set pgn = $5, place = $6, side = $7, variant = $8, fen = $9, turns = $10,
            version = version + 1, changed_at = $11, changed_by = $3,
            run_since = case when changed_by = $3 then run_since else version + 1 end
        where study_id = $1 and number = $2 and version = $4 and may_edit_study($1, $3) returning version",
        id.study.as_str(),
        id.number,
        editor.0,
        version,
        columns.pgn,
        columns.place,
        columns.side,
        columns.variant,
        columns.fen,
        columns.turns,
        now.to_sqlx() as _,
    )
    .fetch_optional(&mut *transaction)
    .await?;
    let Some(version) = saved else { return Ok(None) };
    note_change(&mut transaction, &id.study, Some((id.number, version)), now).await?;
    transaction.commit().await?;
    Ok(Some(version))
}

/// Lets nobody else change anything of a study until the transaction ends.
///
/// # Errors
/// The database fails.
pub async fn lock(connection: &mut PgConnection, study: &ShortId) -> anyhow::Result<()> {
    sqlx::query!("select id from studies where id = $1 for no key update", study.as_str())
        .fetch_optional(connection)
        .await?;
    Ok(())
}

/// Counts a change of a study that is locked, and tells the pages that show it, and those of the chapter that has a version now.
///
/// # Errors
/// The database fails.
pub async fn note_change(
    connection: &mut PgConnection,
    study: &ShortId,
    chapter: Option<(i32, i64)>,
    now: Timestamp,
) -> anyhow::Result<()> {
    let changes = sqlx::query_scalar!(
        "update studies set changes = changes + 1, changed_at = $2 where id = $1 returning changes",
        study.as_str(),
        now.to_sqlx() as _,
    )
    .fetch_one(&mut *connection)
    .await?;
    let mut announcements = vec![Announcement { topic: study_topic(study), state: changes.to_string() }];
    announcements.extend(chapter.map(|(number, version)| Announcement {
        topic: chapter_topic(&ChapterId { study: study.clone(), number }),
        state: version.to_string(),
    }));
    listen::announce(connection, &announcements).await
}

/// The topic of how often a study was changed.
pub fn study_topic(study: &ShortId) -> String {
    format!("study/{study}")
}

/// The topic of a chapter's version.
pub fn chapter_topic(id: &ChapterId) -> String {
    format!("study/{id}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_a_chapter_is_linked_to() {
        let path = |text: &str| text.parse::<ChapterId>().ok().map(|id| id.path());
        assert_eq!(path("abcdefghij/12").as_deref(), Some("/studies/abcdefghij/chapters/12"));
        for text in ["", "/", "abcdefghij", "abcdefghij/0", "abcdefghij/01", "abcdefghij/x", "../12", "//x.example/1"] {
            assert_eq!(path(text), None, "{text}");
        }
    }
}
