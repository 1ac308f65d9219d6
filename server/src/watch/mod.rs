//! Watching: the games that are going on, as boards that bring themselves up to date, those that have just ended, and a game for each day.
//!
//! Running games are found in the library's tables (`store.rs`); which game is of the day is chosen by a loop of every server and kept
//! (`daily.rs`). Everything here is seen by everybody, and nothing of it is more than a game's page shows to strangers.

mod daily;
mod live;
mod order;
mod show;
mod store;

use axum::Router;
use axum::routing::get;
use jiff::Timestamp;

pub use daily::{choose as choose_daily, run as run_daily};
pub use order::WatchOrder;

use crate::lists::{self, GameCard, ListOwner};
use crate::platform::database::Pool;
use crate::state::App;

/// The pages of this feature.
pub fn router() -> Router<App> {
    Router::new().route("/watch", get(show::show)).route("/watch/live", get(live::live))
}

/// The running games that are first in an order, as those see them who do not play in them.
///
/// # Errors
/// The database fails.
pub async fn playing(pool: &Pool, order: WatchOrder, limit: i64, now: Timestamp) -> anyhow::Result<Vec<GameCard>> {
    let games = store::playing(pool, order, limit, now).await?;
    let mut lines = lists::of_others(pool, &games, now).await?;
    // One may have ended a moment ago.
    lines.retain(|line| line.end.is_none());
    Ok(lines.into_iter().map(|line| GameCard::new(line, ListOwner::Other)).collect())
}
