//! Lines of the analysis board that the computer is asked about as a whole: each of their positions is one that could be asked about
//! alone, and what is found is kept there.

use std::collections::HashSet;

use domain::rules::position::Position;
use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::position_store::{PositionKey, PositionState, forget_questions, load_all};
use super::refusal::EvaluationRefusal;
use super::silence::Silence;
use crate::accounts::{self, PlayerId};
use crate::computers;
use crate::games::Games;
use crate::jobs::{self, JobKind};

/// About how many lines a player may ask about within an hour. Those whose positions were all searched before cost nothing.
pub const MOST_LINES_AN_HOUR: i64 = 5;
/// The most positions of a line that is asked about as a whole.
pub const MOST_POSITIONS_OF_LINE: usize = 400;

/// Asks the computer about all positions of a line, which are of one variant: those that it has not found anything in, and about which the
/// player may be told.
///
/// # Errors
/// The database fails.
pub async fn ask(
    games: &Games,
    positions: &[Position],
    player: PlayerId,
    now: Timestamp,
) -> anyhow::Result<Result<(), EvaluationRefusal>> {
    let Some(variant) = positions.first().map(Position::variant) else { return Ok(Ok(())) };
    if positions.len() > MOST_POSITIONS_OF_LINE {
        return Ok(Err(EvaluationRefusal::LineTooLong));
    }
    let has_engine = computers::variants(games.pool(), now).await?.contains(&variant);
    let mut transaction = games.pool().begin().await?;
    let states = load_all(&mut transaction, positions).await?;
    let is_open = |(position, state): &(&Position, Option<PositionState>)| {
        position.result().is_none() && !matches!(state, Some(PositionState::Found(_)))
    };
    let open: Vec<_> = positions.iter().zip(states).filter(is_open).collect();
    let Some((first, _)) = open.first() else { return Ok(Ok(())) };
    if !has_engine {
        return Ok(Err(EvaluationRefusal::NoEngine(variant)));
    }
    accounts::queue_up(&mut transaction, player).await?;
    forget_questions(&mut transaction, player, now).await?;
    if lines_asked(&mut transaction, player).await? >= MOST_LINES_AN_HOUR {
        return Ok(Err(EvaluationRefusal::TooManyLines));
    }
    let silence =
        Silence::about(&mut transaction, games, Some(player), open.iter().map(|(position, _)| *position)).await?;
    let told: Vec<_> = open.iter().filter(|(position, _)| silence.withholds(position).is_none()).collect();
    if told.is_empty() {
        // It was a question all the same: reading all running games is work.
        note_questions(&mut transaction, player, &[PositionKey::of(first)], now).await?;
        transaction.commit().await?;
        return Ok(silence.withholds(first).map_or(Ok(()), Err));
    }
    let mut seen = HashSet::new();
    let asked: Vec<_> = told
        .into_iter()
        .map(|(position, state)| (PositionKey::of(position), position.fen(), *state == Some(PositionState::Waiting)))
        .filter(|(key, ..)| seen.insert(key.key))
        .collect();
    let keys: Vec<_> = asked.iter().map(|(key, ..)| *key).collect();
    note_questions(&mut transaction, player, &keys, now).await?;
    // Jobs come first, as they do for a worker that has found something: whoever had the other rows first would wait for these.
    let subjects: Vec<_> = keys.iter().map(|key| key.subject()).collect();
    jobs::queue_all(&mut transaction, JobKind::Line, &subjects, variant, now).await?;
    // A worker may be at those that wait.
    let (keys, fens): (Vec<_>, Vec<_>) =
        asked.into_iter().filter(|(.., waits)| !waits).map(|(key, fen, _)| (key.key, fen)).unzip();
    sqlx::query!(
        "insert into evaluated_positions (variant, key, fen)
        select $1, key, fen from unnest($2::bigint[], $3::text[]) asked (key, fen) order by key
        on conflict (variant, key) do update set fen = excluded.fen, lines = null, failure = null
            where evaluated_positions.lines is null or evaluated_positions.fen <> excluded.fen",
        variant.key(),
        &keys,
        &fens,
    )
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(Ok(()))
}

/// Notes that a player has asked about these positions with a line. One that they asked about lately counts as before.
async fn note_questions(
    connection: &mut PgConnection,
    player: PlayerId,
    positions: &[PositionKey],
    now: Timestamp,
) -> anyhow::Result<()> {
    let Some(variant) = positions.first().map(|key| key.variant) else { return Ok(()) };
    let keys: Vec<_> = positions.iter().map(|key| key.key).collect();
    sqlx::query!(
        "insert into position_questions (player_id, variant, key, asked_at, of_line)
        select $1, $2, key, $4, true from unnest($3::bigint[]) key order by key on conflict do nothing",
        player.0,
        variant.key(),
        &keys,
        now.to_sqlx() as _,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// About how many lines a player has asked about of late: those all of whose positions they had asked about before do not count.
async fn lines_asked(connection: &mut PgConnection, player: PlayerId) -> anyhow::Result<i64> {
    let count = sqlx::query_scalar!(
        r#"select count(distinct asked_at) as "count!" from position_questions where player_id = $1 and of_line"#,
        player.0,
    );
    Ok(count.fetch_one(connection).await?)
}
