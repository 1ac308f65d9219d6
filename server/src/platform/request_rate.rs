//! How many requests one network may send: a bucket of points for each, in memory, that each request takes some from and that
//! fills again. The networks of one site have a larger one together.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::network::{CountedOfNetwork, Max, NETWORKS_OF_SITE, Network, NetworkTally, Site};

/// What may be spent at once: hundreds of pages, for a class that begins.
const BURST: NonZeroU32 = NonZeroU32::new(3600).expect("not zero");
/// What may be spent each second from then on.
const PER_SECOND: NonZeroU32 = NonZeroU32::new(120).expect("not zero");

/// How long a refused request waits: a program that sends again as soon as it is answered is slowed down by it.
pub const REFUSAL_PAUSE: Duration = Duration::from_secs(1);
/// How many requests of one network wait so at the same time. The others are refused at once.
const MAX_WAITING: Max = Max::of_network(200);

/// How often networks are forgotten whose buckets are full again.
const FORGET_EVERY: Duration = Duration::from_secs(60);

type Buckets<K, C> = Arc<RateLimiter<K, HashMapStateStore<K>, C, NoOpMiddleware<<C as Clock>::Instant>>>;

/// The buckets of all networks and sites. Clones are the same ones.
#[derive(Clone)]
pub struct RequestRate<C: Clock = DefaultClock> {
    of_networks: Buckets<Network, C>,
    of_sites: Buckets<Site, C>,
    waiting: NetworkTally,
}

impl Default for RequestRate {
    fn default() -> Self {
        Self::by_clock(&DefaultClock::default())
    }
}

impl<C: Clock + Clone> RequestRate<C> {
    fn by_clock(clock: &C) -> Self {
        let times =
            |points: NonZeroU32, times| points.saturating_mul(NonZeroU32::new(times).unwrap_or(NonZeroU32::MIN));
        let quota = |networks| Quota::per_second(times(PER_SECOND, networks)).allow_burst(times(BURST, networks));
        Self {
            of_networks: Arc::new(RateLimiter::hashmap_with_clock(quota(1), clock.clone())),
            of_sites: Arc::new(RateLimiter::hashmap_with_clock(quota(NETWORKS_OF_SITE), clock.clone())),
            waiting: NetworkTally::default(),
        }
    }

    /// Takes what a request costs from the buckets of its network and its site.
    ///
    /// # Errors
    /// There is not so much in one of them: how long it takes until there is.
    pub fn spend(&self, network: Network, cost: NonZeroU32) -> Result<(), Duration> {
        // First its own: what is refused there takes nothing from its neighbours.
        take(&self.of_networks, &network, cost)?;
        network.site().map_or(Ok(()), |site| take(&self.of_sites, &site, cost))
    }

    /// A place to wait in before one is refused, if there is one.
    pub fn wait(&self, network: Network) -> Option<CountedOfNetwork> {
        self.waiting.add(network, MAX_WAITING)
    }
}

impl RequestRate {
    /// Forgets networks and sites that nothing came from for a while, until the server stops.
    pub async fn forget(self, stop: CancellationToken) {
        while stop.run_until_cancelled(sleep(FORGET_EVERY)).await.is_some() {
            forget_full(&self.of_networks);
            forget_full(&self.of_sites);
        }
    }
}

fn take<K: Clone + Eq + Hash, C: Clock>(buckets: &Buckets<K, C>, key: &K, cost: NonZeroU32) -> Result<(), Duration> {
    match buckets.check_key_n(key, cost.min(BURST)) {
        Ok(Ok(())) | Err(_) => Ok(()),
        Ok(Err(not_yet)) => Err(not_yet.wait_time_from(buckets.clock().now())),
    }
}

fn forget_full<K: Clone + Eq + Hash>(buckets: &Buckets<K, DefaultClock>) {
    buckets.retain_recent();
    buckets.shrink_to_fit();
}

#[cfg(test)]
mod tests {
    use governor::clock::FakeRelativeClock;

    use super::*;

    #[test]
    fn a_network_has_a_bucket_of_its_own() {
        let clock = FakeRelativeClock::default();
        let rate = RequestRate::by_clock(&clock);
        let [one, other] = ["203.0.113.7", "203.0.113.8"].map(|address| Network::of(address.parse().unwrap()));
        let costly = NonZeroU32::new(BURST.get() / 2).unwrap();
        assert!(rate.spend(one, costly).is_ok());
        assert!(rate.spend(one, costly).is_ok());
        let wait = rate.spend(one, costly).unwrap_err();
        assert_eq!(wait.as_secs_f64().round(), f64::from(costly.get() / PER_SECOND.get()));
        assert!(rate.spend(other, costly).is_ok());
        clock.advance(wait);
        assert!(rate.spend(one, costly).is_ok(), "it has filled again");
    }

    #[test]
    fn the_networks_of_one_site_share_a_larger_bucket() {
        let rate = RequestRate::by_clock(&FakeRelativeClock::default());
        let network = |address: &str| Network::of(address.parse().unwrap());
        for n in 0..5 {
            assert!(rate.spend(network(&format!("2001:db8:0:{n}::1")), BURST).is_ok());
        }
        let costly = NonZeroU32::new(BURST.get() / 2).unwrap();
        assert!(rate.spend(network("2001:db8:0:6::1"), costly).is_err());
        assert!(rate.spend(network("2001:db8:1::1"), costly).is_ok());
    }
}
