//! Watching: the games that are going on, as boards that bring themselves up to date, those that have just ended, and a game for each day.
//!
//! Running games are found in the library's tables (`store.rs`); which game is of the day is chosen by a loop of every server and kept
//! (`daily.rs`). Everything here is seen by everybody, and nothing of it is more than a game's page shows to strangers.

mod daily;
mod live;
mod order;
mod rankings;
mod show;
mod store;

use axum::routing::get;
use axum::{Extension, Router};
use jiff::Timestamp;

pub use daily::{choose as choose_daily, run as run_daily};
use order::WatchOrder;
use rankings::Rankings;

use crate::games::GameId;
use crate::lists::{self, GameCard, ListOwner};
use crate::platform::database::Pool;
use crate::state::App;

/// The pages of this feature.
pub fn router() -> Router<App> {
    Router::new()
        .route("/watch", get(show::show))
        .route("/watch/live", get(live::live))
        .layer(Extension(Rankings::default()))
}

/// The running games of the strongest players, as those see them who do not play in them.
///
/// # Errors
/// The database fails.
pub async fn highest_rated(pool: &Pool, limit: i64, now: Timestamp) -> anyhow::Result<Vec<GameCard>> {
    cards(pool, &store::playing(pool.clone(), WatchOrder::Rating, limit, now).await?, now).await
}

async fn cards(pool: &Pool, games: &[GameId], now: Timestamp) -> anyhow::Result<Vec<GameCard>> {
    let mut lines = lists::of_others(pool, games, now).await?;
    // One may have ended a moment ago.
    lines.retain(|line| line.end.is_none());
    Ok(lines.into_iter().map(|line| GameCard::new(line, ListOwner::Other)).collect())
}
