//! Counts the rated games that have ended. Every server does; each game is counted by one of them, once.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::store;
use crate::app::App;
use crate::queue;

/// How often the queue is looked at: a player who has just won wants to see the points.
const EVERY: Duration = Duration::from_secs(1);

/// Counts until the server stops.
pub async fn run(app: App, stop: CancellationToken) {
    queue::every(EVERY, stop, "rated games counted", || rate(&app)).await;
}

/// Counts every game that waits and that no other server is at, and says how many there were.
///
/// # Errors
/// The database fails; games that were counted stay counted.
pub async fn rate(app: &App) -> anyhow::Result<usize> {
    let count_next = |broken: Vec<String>| async move { store::count_next(&app.pool, &broken).await };
    queue::drain("rated games counted", count_next).await
}
