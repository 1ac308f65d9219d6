//! Games that the computer is asked to look at, and what it has found in them.

use std::collections::BTreeMap;

use domain::rules::ply::Ply;
use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;
use sqlx::types::Json;

use super::game_work::goes_on_at;
use super::line::EvaluatedLine;
use super::refusal::EvaluationRefusal;
use super::silence::{RunningGames, may_be_evaluated};
use crate::accounts::{self, PlayerId};
use crate::computers;
use crate::games::{self, GameId, Games, StoredGame};
use crate::jobs::{self, JobKind};

/// How many games a player may ask about within a day.
pub const MOST_GAMES_A_DAY: i64 = 20;

const PERIOD: SignedDuration = SignedDuration::from_hours(24);

/// What the computer has been asked of a game, and has found.
#[derive(Debug)]
pub struct GameEvaluation {
    /// How far it has come.
    pub state: GameState,
    /// How many positions are to be searched.
    pub positions: usize,
    /// The lines that were found, the best first, by the ply of their position.
    pub lines: BTreeMap<Ply, Vec<EvaluatedLine>>,
}

/// How far it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameState {
    /// It waits, or is at it.
    Waiting,
    /// It is done.
    Done,
    /// It was given up.
    Failed,
}

/// What is known of a game; `None` if nobody has asked.
///
/// # Errors
/// The database fails.
pub async fn load(connection: &mut PgConnection, id: &GameId) -> anyhow::Result<Option<GameEvaluation>> {
    let row = sqlx::query!(
        r#"select positions, ended_at is not null as "ended!", failure is not null as "failed!",
            array(select ply from evaluated_plies p where p.game_id = e.game_id order by ply) as "plies!",
            array(select lines from evaluated_plies p where p.game_id = e.game_id order by ply)
                as "lines!: Vec<Json<Vec<EvaluatedLine>>>"
        from game_evaluations e where game_id = $1"#,
        id.as_str(),
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| GameEvaluation {
        state: match (row.ended, row.failed) {
            (false, _) => GameState::Waiting,
            (true, false) => GameState::Done,
            (true, true) => GameState::Failed,
        },
        positions: usize::try_from(row.positions).unwrap_or_default(),
        lines: row.plies.into_iter().map(stored_ply).zip(row.lines.into_iter().map(|Json(lines)| lines)).collect(),
    }))
}

fn stored_ply(ply: i32) -> Ply {
    Ply(ply.unsigned_abs())
}

/// Asks the computer about a game. One that was asked about already needs no second time, unless it was given up.
///
/// # Errors
/// The database fails.
pub async fn ask(
    games: &Games,
    stored: &StoredGame,
    player: PlayerId,
    now: Timestamp,
) -> anyhow::Result<Result<(), EvaluationRefusal>> {
    if let Err(refusal) = may_be_evaluated(stored) {
        return Ok(Err(refusal));
    }
    let variant = stored.game.setup().variant;
    if !computers::variants(games.pool(), now).await?.contains(&variant) {
        return Ok(Err(EvaluationRefusal::NoEngine(variant)));
    }
    let mut transaction = games.pool().begin().await?;
    let running = RunningGames::of(&mut transaction, games, Some(player)).await?;
    if let Some(refusal) = running.forbid(stored) {
        return Ok(Err(refusal));
    }
    accounts::queue_up(&mut transaction, player).await?;
    games::lock_game(&mut transaction, &stored.id).await?;
    if is_asked(&mut transaction, &stored.id).await? {
        return Ok(Ok(()));
    }
    if asked_of_late(&mut transaction, player, now).await? >= MOST_GAMES_A_DAY {
        return Ok(Err(EvaluationRefusal::TooManyGames));
    }
    let positions = i32::try_from(goes_on_at(&stored.game).count())?;
    sqlx::query!(
        "insert into game_evaluations (game_id, asked_by, asked_at, positions) values ($1, $2, $3, $4)
        on conflict (game_id) do update set asked_by = excluded.asked_by, asked_at = excluded.asked_at,
            ended_at = null, failure = null, revision = game_evaluations.revision + 1
            where game_evaluations.failure is not null",
        stored.id.as_str(),
        player.0,
        now.to_sqlx() as _,
        positions,
    )
    .execute(&mut *transaction)
    .await?;
    jobs::queue(&mut transaction, JobKind::Analysis, stored.id.as_str(), variant, now).await?;
    games::announce_changed_extras(&mut transaction, &stored.id).await?;
    transaction.commit().await?;
    Ok(Ok(()))
}

async fn is_asked(connection: &mut PgConnection, id: &GameId) -> anyhow::Result<bool> {
    let asked = sqlx::query_scalar!(
        r#"select exists (select from game_evaluations where game_id = $1 and failure is null) as "asked!""#,
        id.as_str(),
    );
    Ok(asked.fetch_one(connection).await?)
}

async fn asked_of_late(connection: &mut PgConnection, player: PlayerId, now: Timestamp) -> anyhow::Result<i64> {
    // Served by game_evaluations_by_player.
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from game_evaluations where asked_by = $1 and asked_at > $2"#,
        player.0,
        (now - PERIOD).to_sqlx() as _,
    );
    Ok(count.fetch_one(connection).await?)
}

/// The plies whose positions have been searched.
pub(super) async fn searched(connection: &mut PgConnection, id: &GameId) -> anyhow::Result<Vec<Ply>> {
    let plies = sqlx::query_scalar!("select ply from evaluated_plies where game_id = $1", id.as_str());
    Ok(plies.fetch_all(connection).await?.into_iter().map(stored_ply).collect())
}

/// Writes what was found in a position of a game, and tells its open pages. It may have been the last.
pub(super) async fn write(
    connection: &mut PgConnection,
    id: &GameId,
    ply: Ply,
    lines: &[EvaluatedLine],
    ended_at: Option<Timestamp>,
) -> anyhow::Result<()> {
    sqlx::query!(
        "insert into evaluated_plies (game_id, ply, lines) values ($1, $2, $3)",
        id.as_str(),
        i32::try_from(ply.0)?,
        Json(lines) as _,
    )
    .execute(&mut *connection)
    .await?;
    end(connection, id, ended_at, None).await
}

/// Gives a game up.
///
/// # Errors
/// The database fails.
pub async fn give_up(connection: &mut PgConnection, id: &GameId, reason: &str, now: Timestamp) -> anyhow::Result<()> {
    end(connection, id, Some(now), Some(reason)).await
}

/// Notes that something was done, which may be the end, and tells the open pages of the game.
pub(super) async fn end(
    connection: &mut PgConnection,
    id: &GameId,
    ended_at: Option<Timestamp>,
    failure: Option<&str>,
) -> anyhow::Result<()> {
    games::lock_game(connection, id).await?;
    sqlx::query!(
        "update game_evaluations set revision = revision + 1, ended_at = $2, failure = $3 where game_id = $1",
        id.as_str(),
        ended_at.map(ToSqlx::to_sqlx) as _,
        failure,
    )
    .execute(&mut *connection)
    .await?;
    games::announce_changed_extras(connection, id).await
}
