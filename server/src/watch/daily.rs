//! The game of the day, which is the same for everybody until midnight UTC.

use std::time::Duration;

use jiff::Timestamp;
use tokio_util::sync::CancellationToken;

use super::store;
use crate::library::{self, FoundGame};
use crate::platform::database::Pool;
use crate::platform::database::listen::Hub;
use crate::platform::day::day_of;
use crate::platform::now::Now;
use crate::platform::queue;

/// How often it is looked whether one is to be chosen.
const CHOOSE_EVERY: Duration = Duration::from_secs(60);

/// Chooses today's game, if none was chosen yet. Pages only read it: returns how many were chosen.
///
/// # Errors
/// The database fails.
pub async fn choose(pool: &Pool, now: Timestamp) -> anyhow::Result<usize> {
    Ok(usize::from(store::choose(pool, day_of(now)).await?))
}

/// Chooses the games of the days until the server stops. It goes on every server, and each day has one game.
pub async fn run(pool: Pool, hub: Hub, now: Now, stop: CancellationToken) {
    queue::every(CHOOSE_EVERY, stop, &hub, "games of the day chosen", || choose(&pool, now.get())).await;
}

/// Today's game, if there is one.
///
/// # Errors
/// The database fails.
pub async fn of_today(pool: &Pool, now: Timestamp) -> anyhow::Result<Option<FoundGame>> {
    match store::daily(pool, day_of(now)).await? {
        Some(id) => library::game(pool, &id).await,
        None => Ok(None),
    }
}
