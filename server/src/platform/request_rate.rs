//! How many requests one network may send: a bucket of points for each, in memory, that each request takes some from and that
//! fills again. The networks of one site have a larger one together.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::network::{CountedOfNetwork, Max, NETWORKS_OF_SITE, Network, NetworkTally, Site};

/// What may be spent of a sudden: hundreds of pages, for a class that begins.
const BURST: NonZeroU32 = NonZeroU32::new(3600).expect("not zero");
/// What may be spent each second from then on.
const PER_SECOND: NonZeroU32 = NonZeroU32::new(120).expect("not zero");

/// How long those wait who are refused: a program that sends again as soon as it is answered is slowed down by it.
pub const REFUSAL_PAUSE: Duration = Duration::from_secs(1);
/// How many requests of one network wait so at the same time. The others are refused at once.
const MAX_WAITING: Max = Max::of_network(200);

/// How often networks are forgotten whose buckets are full again.
const FORGET_EVERY: Duration = Duration::from_secs(60);

type Buckets<K> = Arc<RateLimiter<K, HashMapStateStore<K>, DefaultClock>>;

/// The buckets of all networks and sites. Clones are the same ones.
#[derive(Clone, Debug)]
pub struct RequestRate {
    of_networks: Buckets<Network>,
    of_sites: Buckets<Site>,
    waiting: NetworkTally,
}

impl Default for RequestRate {
    fn default() -> Self {
        let times =
            |points: NonZeroU32, times| points.saturating_mul(NonZeroU32::new(times).unwrap_or(NonZeroU32::MIN));
        let quota = |networks| Quota::per_second(times(PER_SECOND, networks)).allow_burst(times(BURST, networks));
        Self {
            of_networks: Arc::new(RateLimiter::hashmap(quota(1))),
            of_sites: Arc::new(RateLimiter::hashmap(quota(NETWORKS_OF_SITE))),
            waiting: NetworkTally::default(),
        }
    }
}

impl RequestRate {
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

    /// Forgets networks and sites that nothing came from for a while, until the server stops.
    pub async fn forget(self, stop: CancellationToken) {
        while stop.run_until_cancelled(sleep(FORGET_EVERY)).await.is_some() {
            forget_full(&self.of_networks);
            forget_full(&self.of_sites);
        }
    }
}

fn take<K: Clone + Eq + Hash>(buckets: &Buckets<K>, key: &K, cost: NonZeroU32) -> Result<(), Duration> {
    match buckets.check_key_n(key, cost.min(BURST)) {
        Ok(Ok(())) | Err(_) => Ok(()),
        Ok(Err(not_yet)) => Err(not_yet.wait_time_from(DefaultClock::default().now())),
    }
}

fn forget_full<K: Clone + Eq + Hash>(buckets: &Buckets<K>) {
    buckets.retain_recent();
    buckets.shrink_to_fit();
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

    #[test]
    fn the_networks_of_one_site_share_a_larger_bucket() {
        let rate = RequestRate::default();
        let network = |address: &str| Network::of(address.parse().unwrap());
        for n in 0..5 {
            assert!(rate.spend(network(&format!("2001:db8:0:{n}::1")), BURST).is_ok());
        }
        let costly = NonZeroU32::new(BURST.get() / 2).unwrap();
        assert!(rate.spend(network("2001:db8:0:6::1"), costly).is_err());
        assert!(rate.spend(network("2001:db8:1::1"), costly).is_ok());
    }
}
