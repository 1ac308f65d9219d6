//! Where a request comes from.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRef, FromRequestParts};
use axum::http::request::Parts;

use crate::platform::network::Network;
use crate::state::App;

/// The visitor's IP address: that of the connection, or what our own proxy reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address(pub IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for Address
where
    App: FromRef<S>,
{
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let connection = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let connection = connection.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |ConnectInfo(peer)| peer.ip());
        let forwarded = App::from_ref(state).config.behind_proxy.then(|| forwarded_for(parts)).flatten();
        Ok(Self(forwarded.unwrap_or(connection)))
    }
}

/// A visitor as far as they are limited.
#[derive(Clone, Copy, Debug)]
pub struct Visitor {
    limited_as: Option<Network>,
}

impl Visitor {
    /// The network that their limits are counted by; `None`: there are none for them.
    pub fn limited_as(self) -> Option<Network> {
        self.limited_as
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Visitor
where
    App: FromRef<S>,
{
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let Ok(Address(address)) = Address::from_request_parts(parts, state).await;
        let is_limited = !App::from_ref(state).config.is_unlimited(address);
        Ok(Self { limited_as: is_limited.then(|| Network::of(address)) })
    }
}

/// Why a page is asked for. Browsers send `Sec-Fetch-Dest: empty` for scripts, but for old ones; without that header a person asks. A
/// script of ours whose page is visible sends `Page-Visible: yes`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageView {
    /// A person opens it.
    Opened,
    /// A script renews it while a person looks at it.
    Renewed,
    /// A script renews it in a tab that nobody looks at.
    InBackground,
}

impl<S: Send + Sync> FromRequestParts<S> for PageView {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let by_script = parts.headers.get("sec-fetch-dest").is_some_and(|destination| destination == "empty");
        let is_visible = parts.headers.get("page-visible").is_some_and(|value| value == "yes");
        Ok(match (by_script, is_visible) {
            (_, true) => Self::Renewed,
            (false, false) => Self::Opened,
            (true, false) => Self::InBackground,
        })
    }
}

/// The last entry of `X-Forwarded-For`: the one our proxy wrote. Earlier entries cannot be trusted.
fn forwarded_for(parts: &Parts) -> Option<IpAddr> {
    let last = parts.headers.get_all("x-forwarded-for").iter().next_back()?;
    last.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}
