//! Visitors told apart by where they come from.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

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
}

/// What one customer of a provider may be given: of an IPv6 address the 48 leading bits, which hold thousands of networks.
/// An IPv4 address is in no larger one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Site([u16; 3]);

impl Site {
    /// The site of an address, if it can hold several networks.
    pub fn of(address: IpAddr) -> Option<Self> {
        match address.to_canonical() {
            IpAddr::V4(_) => None,
            IpAddr::V6(address) => {
                let [a, b, c, ..] = address.segments();
                Some(Self([a, b, c]))
            }
        }
    }
}

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
}
