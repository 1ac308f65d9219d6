//! Positions of the analysis board that the computer is asked about. What it has found is kept by the position, so that whoever
//! asks next need not wait.

use std::collections::HashMap;

use domain::rules::position::Position;
use domain::rules::variant::Variant;
use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;
use sqlx::types::Json;

use super::line::EvaluatedLine;
use super::refusal::EvaluationRefusal;
use super::silence::Silence;
use crate::accounts::{self, PlayerId};
use crate::computers;
use crate::games::Games;
use crate::jobs::{self, JobKind};
use crate::platform::database::listen;

/// About how many positions a player may ask within an hour. Those that were searched before cost nothing.
pub const MOST_POSITIONS_AN_HOUR: i64 = 60;

const PERIOD: SignedDuration = SignedDuration::from_hours(1);

/// What is known of a position that somebody has asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionState {
    /// It waits.
    Waiting,
    /// The best lines, the best first.
    Found(Vec<EvaluatedLine>),
    /// It was given up.
    Failed,
}

impl PositionState {
    fn of(lines: Option<Json<Vec<EvaluatedLine>>>, has_failed: bool) -> Self {
        match lines {
            Some(Json(lines)) => Self::Found(lines),
            None if has_failed => Self::Failed,
            None => Self::Waiting,
        }
    }
}

/// What positions are kept by: those that are the same for repetition share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PositionKey {
    pub variant: Variant,
    pub key: i64,
}

/// From so many quiet turns on, positions that differ by them alone are told apart.
const MANY_QUIET_TURNS: u32 = 40;

impl PositionKey {
    pub fn of(position: &Position) -> Self {
        // Near a draw for quiet turns they matter, and what is said of such a position holds for no other.
        let quiet = Some(position.halfmove_clock()).filter(|&quiet| quiet >= MANY_QUIET_TURNS).unwrap_or_default();
        let key = position.key() ^ u64::from(quiet).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self { variant: position.variant(), key: key.cast_signed() }
    }

    /// The key in the subject of a job.
    pub fn read(variant: Variant, subject: &str) -> Option<Self> {
        let key = subject.strip_prefix(variant.key())?.strip_prefix('/')?.parse().ok()?;
        Some(Self { variant, key })
    }

    pub fn subject(self) -> String {
        format!("{}/{}", self.variant.key(), self.key)
    }
}

/// What is known of a position; `None` if nobody has asked. It may only be shown to whom it is not held back from.
///
/// # Errors
/// The database fails.
pub async fn load(connection: &mut PgConnection, position: &Position) -> anyhow::Result<Option<PositionState>> {
    let PositionKey { variant, key } = PositionKey::of(position);
    let row = sqlx::query!(
        r#"select fen, lines as "lines: Json<Vec<EvaluatedLine>>", failure is not null as "failed!"
        from evaluated_positions where variant = $1 and key = $2"#,
        variant.key(),
        key,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.filter(|row| is_of(&row.fen, position)).map(|row| PositionState::of(row.lines, row.failed)))
}

/// The same of several positions of one variant, in their order.
///
/// # Errors
/// The database fails.
pub async fn load_all(
    connection: &mut PgConnection,
    positions: &[Position],
) -> anyhow::Result<Vec<Option<PositionState>>> {
    let Some(variant) = positions.first().map(Position::variant) else { return Ok(Vec::new()) };
    let keys: Vec<_> = positions.iter().map(|position| PositionKey::of(position).key).collect();
    let rows = sqlx::query!(
        r#"select key, fen, lines as "lines: Json<Vec<EvaluatedLine>>", failure is not null as "failed!"
        from evaluated_positions where variant = $1 and key = any($2)"#,
        variant.key(),
        &keys,
    )
    .fetch_all(connection)
    .await?;
    let mut states = HashMap::new();
    for row in rows {
        states.insert(row.key, (row.fen, PositionState::of(row.lines, row.failed)));
    }
    let state = |(position, key): (&Position, &i64)| {
        let (fen, state) = states.get(key)?;
        is_of(fen, position).then(|| state.clone())
    };
    Ok(positions.iter().zip(&keys).map(state).collect())
}

/// Which of several positions of one variant a player has asked about lately, with a line or alone, in their order.
///
/// # Errors
/// The database fails.
pub async fn asked_about(
    connection: &mut PgConnection,
    player: PlayerId,
    positions: &[Position],
    of_line: bool,
) -> anyhow::Result<Vec<bool>> {
    let Some(variant) = positions.first().map(Position::variant) else { return Ok(Vec::new()) };
    let keys: Vec<_> = positions.iter().map(|position| PositionKey::of(position).key).collect();
    let asked = sqlx::query_scalar!(
        "select key from position_questions where player_id = $1 and variant = $2 and key = any($3) and of_line = $4",
        player.0,
        variant.key(),
        &keys,
        of_line,
    );
    let asked = asked.fetch_all(connection).await?;
    Ok(keys.iter().map(|key| asked.contains(key)).collect())
}

/// Whether a stored FEN is of a position. Two positions can have one key, if only once in 2^64 and on purpose.
fn is_of(fen: &str, position: &Position) -> bool {
    Position::from_fen(position.variant(), fen).is_ok_and(|other| other.repeats(position))
}

/// Asks the computer about a position, unless it was asked before and has not failed.
///
/// # Errors
/// The database fails.
pub async fn ask(
    games: &Games,
    position: &Position,
    player: PlayerId,
    now: Timestamp,
) -> anyhow::Result<Result<(), EvaluationRefusal>> {
    if position.result().is_some() {
        return Ok(Err(EvaluationRefusal::Over));
    }
    let variant = position.variant();
    let has_engine = computers::variants(games.pool(), now).await?.contains(&variant);
    let mut transaction = games.pool().begin().await?;
    let state = load(&mut transaction, position).await?;
    let is_found = matches!(state, Some(PositionState::Found(_)));
    let key = PositionKey::of(position);
    if !is_found {
        if !has_engine {
            return Ok(Err(EvaluationRefusal::NoEngine(variant)));
        }
        accounts::queue_up(&mut transaction, player).await?;
        if note_question(&mut transaction, player, key, now).await? > MOST_POSITIONS_AN_HOUR {
            return Ok(Err(EvaluationRefusal::TooManyPositions));
        }
    }
    let silence = Silence::about(&mut transaction, games, Some(player), [position]).await?;
    if let Some(refusal) = silence.withholds(position) {
        // It was a question all the same: reading all running games is work.
        transaction.commit().await?;
        return Ok(Err(refusal));
    }
    if is_found {
        return Ok(Ok(()));
    }
    // Jobs come first, as they do for a worker that has found something: whoever had the other row first would wait for this one.
    jobs::queue(&mut transaction, JobKind::Position, &key.subject(), variant, now).await?;
    if state == Some(PositionState::Waiting) {
        // A worker may be at it.
        transaction.commit().await?;
        return Ok(Ok(()));
    }
    sqlx::query!(
        "insert into evaluated_positions (variant, key, fen) values ($1, $2, $3)
        on conflict (variant, key) do update set fen = excluded.fen, lines = null, failure = null
            where evaluated_positions.lines is null or evaluated_positions.fen <> excluded.fen",
        variant.key(),
        key.key,
        position.fen(),
    )
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(Ok(()))
}

/// Notes who has asked, and returns about how many positions they have by now, this one included.
async fn note_question(
    connection: &mut PgConnection,
    player: PlayerId,
    key: PositionKey,
    now: Timestamp,
) -> anyhow::Result<i64> {
    forget_questions(&mut *connection, player, now).await?;
    sqlx::query!(
        "insert into position_questions (player_id, variant, key, asked_at) values ($1, $2, $3, $4)
        on conflict (player_id, variant, key) do update set of_line = false",
        player.0,
        key.variant.key(),
        key.key,
        now.to_sqlx() as _,
    )
    .execute(&mut *connection)
    .await?;
    // Those of whole lines have a bound of their own.
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from position_questions where player_id = $1 and not of_line"#,
        player.0,
    );
    Ok(count.fetch_one(connection).await?)
}

/// Forgets what a player has asked so long ago that it does not count any more.
pub(super) async fn forget_questions(
    connection: &mut PgConnection,
    player: PlayerId,
    now: Timestamp,
) -> anyhow::Result<()> {
    let begun = (now - PERIOD).to_sqlx();
    sqlx::query!("delete from position_questions where player_id = $1 and asked_at <= $2", player.0, begun as _)
        .execute(connection)
        .await?;
    Ok(())
}

/// The position that a job is about, unless it was searched already.
pub(super) async fn to_search(connection: &mut PgConnection, key: PositionKey) -> anyhow::Result<Option<Position>> {
    let fen = sqlx::query_scalar!(
        "select fen from evaluated_positions where variant = $1 and key = $2 and lines is null",
        key.variant.key(),
        key.key,
    );
    let fen = fen.fetch_optional(connection).await?;
    fen.map(|fen| {
        Position::from_fen(key.variant, &fen).map_err(|_| anyhow::anyhow!("a position cannot be read: {fen}"))
    })
    .transpose()
}

/// Writes what was found, and tells those who wait for it. `false`: the key has come to stand for another text meanwhile, and that is to be
/// searched.
pub(super) async fn write(
    connection: &mut PgConnection,
    key: PositionKey,
    position: &Position,
    lines: &[EvaluatedLine],
) -> anyhow::Result<bool> {
    let written = sqlx::query!(
        "update evaluated_positions set lines = $4, failure = null where variant = $1 and key = $2 and fen = $3",
        key.variant.key(),
        key.key,
        position.fen(),
        Json(lines) as _,
    )
    .execute(&mut *connection)
    .await?;
    announce(connection, key).await?;
    Ok(written.rows_affected() == 1)
}

/// Gives the position of a job up.
///
/// # Errors
/// The database fails.
pub async fn give_up(
    connection: &mut PgConnection,
    variant: Variant,
    subject: &str,
    reason: &str,
) -> anyhow::Result<()> {
    let Some(key) = PositionKey::read(variant, subject) else { return Ok(()) };
    sqlx::query!(
        "update evaluated_positions set failure = $3 where variant = $1 and key = $2",
        key.variant.key(),
        key.key,
        reason,
    )
    .execute(&mut *connection)
    .await?;
    announce(connection, key).await
}

/// Tells the open pages of those who have asked that there is something new.
async fn announce(connection: &mut PgConnection, key: PositionKey) -> anyhow::Result<()> {
    // Served by position_questions_by_position.
    let askers = sqlx::query_scalar!(
        "select player_id from position_questions where variant = $1 and key = $2",
        key.variant.key(),
        key.key,
    )
    .fetch_all(&mut *connection)
    .await?;
    let announcements: Vec<_> = askers.into_iter().map(|player| accounts::announcement_of(PlayerId(player))).collect();
    if announcements.is_empty() {
        return Ok(());
    }
    listen::announce(connection, &announcements).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jobs_subject_names_the_position() {
        for variant in Variant::ALL {
            let key = PositionKey::of(&Position::start(variant));
            assert_eq!(PositionKey::read(variant, &key.subject()), Some(key));
        }
        assert_eq!(PositionKey::read(Variant::Duck, "three-check-duck/5"), None);
    }
}
