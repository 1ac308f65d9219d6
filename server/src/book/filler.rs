//! Counts finished games in the book. Every server does; each game is counted by one of them, once.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::store;
use crate::app::App;
use crate::queue;

/// How often the queue is looked at.
const EVERY: Duration = Duration::from_secs(2);

/// Counts until the server stops.
pub async fn run(app: App, stop: CancellationToken) {
    queue::every(EVERY, stop, "games counted in the opening book", || fill(&app)).await;
}

/// Counts every game that waits and that no other server is at, and says how many there were.
///
/// # Errors
/// The database fails; games that were counted stay counted.
pub async fn fill(app: &App) -> anyhow::Result<usize> {
    let count_next = |broken: Vec<String>| async move { store::count_next(&app.pool, &broken).await };
    queue::drain("games counted in the opening book", count_next).await
}
