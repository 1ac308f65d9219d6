//! Games whose positions were not written when they were taken: by a release that did not know of them.

use domain::rules::pgn::PgnReader;

use super::key_store;
use super::keys::GameKeys;
use crate::platform::database::Pool;
use crate::platform::queue::WorkResult;

/// How many games are written at once.
const AT_ONCE: i64 = 200;

/// Writes the positions of some games that have none. Whoever deletes the collection meanwhile is waited for, or waits.
pub async fn write_next(pool: &Pool) -> anyhow::Result<WorkResult> {
    let mut transaction = pool.begin().await?;
    let Some((collection, games)) = key_store::take_due(&mut transaction, AT_ONCE).await? else {
        return Ok(WorkResult::Idle);
    };
    let numbers: Vec<i32> = games.iter().map(|(number, _)| *number).collect();
    let keys = tokio::task::spawn_blocking(move || games.iter().map(|(_, pgn)| keys_of(pgn)).collect::<Vec<_>>());
    let keys = keys.await?;
    key_store::insert_keys(&mut transaction, &collection, numbers.iter().copied().zip(&keys)).await?;
    transaction.commit().await?;
    Ok(WorkResult::Done)
}

/// None where a text cannot be read, so that it is not tried for ever.
fn keys_of(pgn: &str) -> GameKeys {
    let game = PgnReader::new(pgn.as_bytes()).next().and_then(Result::ok);
    game.as_ref().map(GameKeys::of).unwrap_or_default()
}
