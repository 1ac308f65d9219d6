//! [`Audience`]: how often games are looked at by others than their players. Nothing is kept of who they are.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::ToSpan;
use jiff::civil::Date;
use jiff_sqlx::ToSqlx;
use tokio_util::sync::CancellationToken;

use super::game_id::GameId;
use crate::platform::database::Pool;
use crate::platform::database::listen::Hub;
use crate::platform::day::day_of;
use crate::platform::now::Now;
use crate::platform::queue;

/// How often a server writes what it has counted. So much is lost if it is killed.
const WRITE_EVERY: Duration = Duration::from_secs(30);
/// The most games that are counted between two writes.
const MOST_GAMES: usize = 10_000;
/// How many days are kept.
const DAYS_KEPT: i32 = 8;

/// The looks at games that this server has counted and not written yet. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Audience(Arc<Mutex<HashMap<GameId, i32>>>);

impl Audience {
    /// Somebody who does not play in a game has opened its page.
    pub fn note(&self, game: &GameId) {
        let mut looks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if looks.len() < MOST_GAMES || looks.contains_key(game) {
            let count = looks.entry(game.clone()).or_default();
            *count = count.saturating_add(1);
        }
    }

    /// Writes what was counted, as of a day in UTC, and forgets days that are long ago. Returns of how many games.
    ///
    /// # Errors
    /// The database fails; then what was counted is lost.
    pub async fn write(&self, pool: &Pool, today: Date) -> anyhow::Result<usize> {
        let looks = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        if looks.is_empty() {
            return Ok(0);
        }
        let mut looks: Vec<(String, i32)> = looks.into_iter().map(|(id, count)| (id.to_string(), count)).collect();
        // Two servers take the rows in the same order.
        looks.sort_unstable();
        let (games, counts): (Vec<String>, Vec<i32>) = looks.into_iter().unzip();
        sqlx::query!(
            "with old as (delete from game_audience where day < $4)
            insert into game_audience as a (game_id, day, looks) select id, $3, count from unnest($1::text[], $2::integer[]) l (id, count)
            on conflict (game_id, day) do update set looks = a.looks + excluded.looks",
            &games,
            &counts,
            today.to_sqlx() as _,
            today.saturating_sub(DAYS_KEPT.days()).to_sqlx() as _,
        )
        .execute(pool)
        .await?;
        Ok(games.len())
    }

    /// Writes what was counted until the server stops, and once more then.
    pub async fn run(self, pool: Pool, hub: Hub, now: Now, stop: CancellationToken) {
        let write = || self.write(&pool, day_of(now.get()));
        queue::every(WRITE_EVERY, stop, &hub, "games whose audience was counted", write).await;
        write().await.inspect_err(|error| tracing::warn!("the last looks at games are lost: {error:#}")).ok();
    }
}
