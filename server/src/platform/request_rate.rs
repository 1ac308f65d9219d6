//! How many requests one network may send: a bucket of points for each, in memory, that each request takes some from and that
//! fills again.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::network::Network;
use super::tally::{Counted, Tally};

/// What may be spent of a sudden: hundreds of pages, for a class that begins.
const BURST: NonZeroU32 = NonZeroU32::new(3600).expect("not zero");
/// What may be spent each second from then on.
const PER_SECOND: NonZeroU32 = NonZeroU32::new(120).expect("not zero");

/// How long those wait who are refused: a program that sends again as soon as it is answered is slowed down by it.
pub const REFUSAL_PAUSE: Duration = Duration::from_secs(1);
/// How many requests of one network wait so at the same time. The others are refused at once.
const MAX_WAITING: usize = 200;

/// How often networks are forgotten whose buckets are full again.
const FORGET_EVERY: Duration = Duration::from_secs(60);

/// The buckets of all networks. Clones are the same ones.
#[derive(Clone, Debug)]
pub struct RequestRate {
    buckets: Arc<RateLimiter<Network, HashMapStateStore<Network>, DefaultClock>>,
    waiting: Tally<Network>,
}

impl Default for RequestRate {
    fn default() -> Self {
        let quota = Quota::per_second(PER_SECOND).allow_burst(BURST);
        Self { buckets: Arc::new(RateLimiter::hashmap(quota)), waiting: Tally::default() }
    }
}

impl RequestRate {
    /// Takes what a request costs from the bucket of its network.
    ///
    /// # Errors
    /// There is not so much in it: how long it takes until there is.
    pub fn spend(&self, network: Network, cost: NonZeroU32) -> Result<(), Duration> {
        match self.buckets.check_key_n(&network, cost.min(BURST)) {
            Ok(Ok(())) | Err(_) => Ok(()),
            Ok(Err(not_yet)) => Err(not_yet.wait_time_from(DefaultClock::default().now())),
        }
    }

    /// A place to wait in before one is refused, if there is one.
    pub fn wait(&self, network: Network) -> Option<Counted<Network>> {
        self.waiting.add(network, MAX_WAITING)
    }

    /// Forgets networks that nothing came from for a while, until the server stops.
    pub async fn forget(self, stop: CancellationToken) {
        while stop.run_until_cancelled(sleep(FORGET_EVERY)).await.is_some() {
            self.buckets.retain_recent();
            self.buckets.shrink_to_fit();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_has_a_bucket_of_its_own() {
        let rate = RequestRate::default();
        let [one, other] = ["203.0.113.7", "203.0.113.8"].map(|address| Network::of(address.parse().unwrap()));
        let costly = NonZeroU32::new(BURST.get() / 2).unwrap();
        assert!(rate.spend(one, costly).is_ok());
        assert!(rate.spend(one, costly).is_ok());
        let wait = rate.spend(one, costly).unwrap_err();
        assert!(wait > Duration::from_secs(10) && wait <= Duration::from_secs(15), "{wait:?}");
        assert!(rate.spend(other, costly).is_ok());
    }
}
