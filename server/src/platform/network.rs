//! Visitors told apart by where they come from, and how much of something each has at the moment.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

use super::tally::{Counted, Tally};

/// What one visitor is given by a provider: an IPv4 address, or the 64 leading bits of an IPv6 one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Network(IpAddr);

impl Network {
    /// The network of an address.
    pub fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Self(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into())
            }
            address => Self(address),
        }
    }

    /// The site that the network is in, if that can hold several.
    pub fn site(self) -> Option<Site> {
        match self.0 {
            IpAddr::V4(_) => None,
            IpAddr::V6(address) => {
                let [a, b, c, ..] = address.segments();
                Some(Site([a, b, c]))
            }
        }
    }
}

/// How many of something there may be at the same time.
#[derive(Clone, Copy, Debug)]
pub struct Max {
    /// Of one network.
    pub of_network: usize,
    /// Of the networks of one site together.
    pub of_site: usize,
}

impl Max {
    /// So many of one network, and [`NETWORKS_OF_SITE`] times as many of a site.
    pub const fn of_network(max: usize) -> Self {
        Self { of_network: max, of_site: max.saturating_mul(NETWORKS_OF_SITE as usize) }
    }
}

/// How many of something each network has, and each site. Clones are the same one.
#[derive(Clone, Debug, Default)]
pub struct NetworkTally {
    networks: Tally<Network>,
    sites: Tally<Site>,
}

/// One that is counted for its network and its site, as long as it lives.
#[derive(Debug)]
pub struct CountedOfNetwork {
    _of_network: Counted<Network>,
    _of_site: Option<Counted<Site>>,
}

impl NetworkTally {
    /// One more for a network; `None` if it or its site has as many as they may.
    pub fn add(&self, network: Network, max: Max) -> Option<CountedOfNetwork> {
        let of_network = self.networks.add(network, max.of_network)?;
        let of_site = match network.site() {
            Some(site) => Some(self.sites.add(site, max.of_site)?),
            None => None,
        };
        Some(CountedOfNetwork { _of_network: of_network, _of_site: of_site })
    }
}

/// What one customer of a provider may be given: of an IPv6 address the 48 leading bits, which hold thousands of networks.
/// An IPv4 address is in no larger one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Site([u16; 3]);

/// How many times as much as one network the networks of one site have together. Not all of a site need be one customer: phones
/// of strangers may be in it.
pub const NETWORKS_OF_SITE: u32 = 5;

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(address) => address.fmt(f),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                write!(f, "{a:x}:{b:x}:{c:x}:{d:x}::/64")
            }
        }
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.0;
        write!(f, "{a:x}:{b:x}:{c:x}::/48")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(address: &str) -> String {
        Network::of(address.parse().unwrap()).to_string()
    }

    #[test]
    fn a_visitor_is_an_ipv4_address_or_64_bits_of_an_ipv6_one() {
        assert_eq!(network("203.0.113.7"), "203.0.113.7");
        assert_eq!(network("::ffff:203.0.113.7"), "203.0.113.7");
        assert_eq!(network("2001:db8:0:1:2::3"), "2001:db8:0:1::/64");
        assert_eq!(network("2001:db8:0:1:ffff::"), "2001:db8:0:1::/64");
        assert_ne!(network("2001:db8:0:2::"), "2001:db8:0:1::/64");
    }

    #[test]
    fn the_networks_of_one_site_have_together_what_five_of_them_may() {
        let tally = NetworkTally::default();
        let add = |address: &str| tally.add(Network::of(address.parse().unwrap()), Max::of_network(2));
        let mut held: Vec<_> =
            (0..5).flat_map(|n| [n, n].map(|n| add(&format!("2001:db8:0:{n}::1")).unwrap())).collect();
        assert!(add("2001:db8:0:6::1").is_none());
        assert!(add("2001:db8:1::1").is_some(), "another customer");
        let of_ipv4: Vec<_> = (0..20).map(|n| add(&format!("203.0.113.{n}"))).collect();
        assert!(of_ipv4.iter().all(Option::is_some));
        held.pop();
        assert!(add("2001:db8:0:6::1").is_some());
    }
}
