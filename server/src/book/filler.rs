//! Counts finished games in the book. Every server does; each game is counted by one of them, once.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::store::{self, Taken};
use crate::app::App;

/// How often the queue is looked at.
const EVERY: Duration = Duration::from_secs(2);

/// Counts until the server stops.
pub async fn run(app: App, stop: CancellationToken) {
    while stop.run_until_cancelled(tokio::time::sleep(EVERY)).await.is_some() {
        match stop.run_until_cancelled(fill(&app)).await {
            None | Some(Ok(0)) => {}
            Some(Ok(games)) => tracing::info!(games, "counted games in the opening book"),
            Some(Err(error)) => tracing::error!(error = format!("{error:#}"), "the book is behind and will try again"),
        }
    }
}

/// Counts every game that waits and that no other server is at, and says how many there were.
///
/// # Errors
/// The database fails; games that were counted stay counted.
pub async fn fill(app: &App) -> anyhow::Result<usize> {
    let mut counted = 0;
    // A game that cannot be counted must not keep the others waiting.
    let mut broken = Vec::new();
    loop {
        match store::count_next(&app.pool, &broken).await? {
            Taken::Nothing => return Ok(counted),
            Taken::Counted => counted += 1,
            Taken::Broken(game, error) => {
                tracing::error!(game, error = format!("{error:#}"), "a game cannot be counted in the opening book");
                broken.push(game);
            }
        }
    }
}
