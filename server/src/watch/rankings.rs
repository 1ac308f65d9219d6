//! [`Rankings`]: what is counted over the whole site, by each server at most twice a minute.

use jiff::{SignedDuration, Timestamp};

use super::{WatchOrder, store};
use crate::games::GameId;
use crate::library::FoundGame;
use crate::platform::cached::Cached;
use crate::platform::database::Pool;
use crate::ratings::Strongest;

/// From what age on they are counted anew: whoever comes meanwhile is shown what there is.
const LAST: SignedDuration = SignedDuration::from_secs(30);

/// What is counted over the whole site.
#[derive(Clone, Debug)]
pub struct Rankings {
    fastest: Cached<Vec<GameId>>,
    most_looked_at: Cached<Vec<GameId>>,
    /// The games that have just ended.
    pub finished: Cached<Vec<FoundGame>>,
    /// The strongest players.
    pub strongest: Cached<Strongest>,
}

impl Default for Rankings {
    fn default() -> Self {
        Self {
            fastest: Cached::new(LAST),
            most_looked_at: Cached::new(LAST),
            finished: Cached::new(LAST),
            strongest: Cached::new(LAST),
        }
    }
}

impl Rankings {
    /// The running games that are first in an order.
    ///
    /// # Errors
    /// The database fails.
    pub async fn playing(
        &self,
        pool: &Pool,
        order: WatchOrder,
        limit: i64,
        now: Timestamp,
    ) -> anyhow::Result<Vec<GameId>> {
        let load = store::playing(pool.clone(), order, limit, now);
        match order {
            // An index has them in order.
            WatchOrder::Rating => load.await,
            WatchOrder::Pace => Ok(self.fastest.get(now, load).await?.to_vec()),
            WatchOrder::Looks => Ok(self.most_looked_at.get(now, load).await?.to_vec()),
        }
    }
}
