//! [`Audience`]: how often games are looked at by others than their players. Nothing is kept of who they are.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::ToSpan;
use jiff::civil::Date;
use jiff_sqlx::ToSqlx;
use tokio_util::sync::CancellationToken;

use super::game_id::GameId;
use crate::platform::database::Pool;
use crate::platform::database::listen::Hub;
use crate::platform::day::day_of;
use crate::platform::network::Network;
use crate::platform::now::Now;
use crate::platform::queue;

/// How often a server writes what it has counted. So much is lost if it is killed.
const WRITE_EVERY: Duration = Duration::from_secs(30);
/// The most games that are counted between two writes.
const MOST_GAMES: usize = 10_000;
/// The most networks at games that are told apart on a day: 1.6 MB.
const MOST_SEEN: usize = 100_000;
/// How many days are kept.
const DAYS_KEPT: i32 = 8;

/// The looks at games that this server has counted and not written yet. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Audience(Arc<Mutex<Counted>>);

#[derive(Debug, Default)]
struct Counted {
    looks: HashMap<GameId, i32>,
    /// Which networks have been counted on the day, and at which games: numbers that say nothing outside of this process.
    seen: HashSet<u64>,
    day: Date,
    seed: RandomState,
}

impl Audience {
    /// Somebody who does not play in a game has opened its page. A network counts once a day, if visitors are told apart.
    pub fn note(&self, game: &GameId, visitor: Option<Network>, today: Date) {
        let mut counted = self.counted();
        if counted.day != today {
            counted.day = today;
            counted.seen.clear();
        }
        if let Some(visitor) = visitor {
            let number = counted.seed.hash_one((game, visitor));
            if counted.seen.len() >= MOST_SEEN || !counted.seen.insert(number) {
                return;
            }
        }
        counted.add(game, 1);
    }

    /// Writes what was counted, as of a day in UTC, and forgets days that are long ago. Returns of how many games.
    ///
    /// # Errors
    /// The database fails; then what was counted is written later.
    pub async fn write(&self, pool: &Pool, today: Date) -> anyhow::Result<usize> {
        let looks = std::mem::take(&mut self.counted().looks);
        if looks.is_empty() {
            return Ok(0);
        }
        let written = write(pool, &looks, today).await;
        if written.is_err() {
            let mut counted = self.counted();
            looks.iter().for_each(|(game, &count)| counted.add(game, count));
        }
        written?;
        Ok(looks.len())
    }

    fn counted(&self) -> MutexGuard<'_, Counted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes what was counted until the server stops, and once more then.
    pub async fn run(self, pool: Pool, hub: Hub, now: Now, stop: CancellationToken) {
        let write = || self.write(&pool, day_of(now.get()));
        queue::every(WRITE_EVERY, stop, &hub, "games whose audience was counted", write).await;
        write().await.inspect_err(|error| tracing::warn!("the last looks at games are lost: {error:#}")).ok();
    }
}

impl Counted {
    fn add(&mut self, game: &GameId, count: i32) {
        if self.looks.len() < MOST_GAMES || self.looks.contains_key(game) {
            let looks = self.looks.entry(game.clone()).or_default();
            *looks = looks.saturating_add(count);
        }
    }
}

async fn write(pool: &Pool, looks: &HashMap<GameId, i32>, today: Date) -> anyhow::Result<()> {
    let mut looks: Vec<(String, i32)> = looks.iter().map(|(id, &count)| (id.to_string(), count)).collect();
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
    Ok(())
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn a_network_counts_once_a_day_at_each_game() {
        let audience = Audience::default();
        let [one, other] = ["abcdefghij", "abcdefghik"].map(|id| GameId::stored(id.to_owned()));
        let visitor = |address: &str| Some(Network::of(address.parse().unwrap()));
        let looks = |game: &GameId| audience.counted().looks.get(game).copied().unwrap_or_default();
        for _ in 0..3 {
            audience.note(&one, visitor("192.0.2.1"), date(2026, 3, 2));
        }
        assert_eq!(looks(&one), 1);
        audience.note(&one, visitor("192.0.2.2"), date(2026, 3, 2));
        audience.note(&other, visitor("192.0.2.1"), date(2026, 3, 2));
        audience.note(&one, visitor("192.0.2.1"), date(2026, 3, 3));
        assert_eq!((looks(&one), looks(&other)), (3, 1));
        audience.note(&one, None, date(2026, 3, 3));
        audience.note(&one, None, date(2026, 3, 3));
        assert_eq!(looks(&one), 5, "who cannot be told apart counts each time");
    }
}
