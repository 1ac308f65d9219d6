//! Downloads of many games, each written while it is sent: how many there may be, and how fast.

use std::num::NonZeroU32;
use std::time::Duration;

use anyhow::ensure;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::TryStream;
use tokio::time::sleep;

use super::visitor::Visitor;
use crate::platform::error::{Error, TooMany};
use crate::platform::network::{CountedOfNetwork, Max, Network};
use crate::state::App;

/// What a part costs a network, as a large picture does.
const PART_COST: NonZeroU32 = NonZeroU32::new(24).unwrap();
/// Downloads of one network at the same time.
const MAX_DOWNLOADS: Max = Max { of_network: 3, of_site: 6 };
/// When somebody who has too many may come again.
const RETRY_AFTER: Duration = Duration::from_secs(30);

/// A download, counted as long as it lives.
pub struct DownloadPermit {
    app: App,
    /// Whose parts are counted.
    network: Option<Network>,
    _counted: Option<CountedOfNetwork>,
}

impl DownloadPermit {
    /// Counts a download of a visitor.
    ///
    /// # Errors
    /// They have too many.
    pub fn take(app: &App, visitor: Visitor) -> Result<Self, Error> {
        let network = visitor.limited_as();
        let refused = || Error::TooMany { what: TooMany::Downloads, retry_after: RETRY_AFTER };
        let counted = match network {
            Some(network) => Some(app.downloads.add(network, MAX_DOWNLOADS).ok_or_else(refused)?),
            None => None,
        };
        Ok(Self { app: app.clone(), network, _counted: counted })
    }

    /// Waits until the next part may be written. A part costs as much as other requests that take the server so long: who has spent
    /// all waits.
    ///
    /// # Errors
    /// The server stops.
    pub async fn pace(&self) -> anyhow::Result<()> {
        ensure!(!self.app.stopping.has_begun(), "the server stops");
        while let Some(network) = self.network
            && let Err(until) = self.app.request_rate.spend(network, PART_COST)
        {
            sleep(until).await;
        }
        Ok(())
    }
}

/// A file of games, sent as its parts come. Whoever reads one that is broken off is told so by HTTP.
pub fn pgn_file(name: &str, parts: impl TryStream<Ok = Bytes, Error = anyhow::Error> + Send + 'static) -> Response {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/vnd.chess-pgn; charset=utf-8"));
    headers.insert("x-robots-tag", HeaderValue::from_static("noindex"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    if let Ok(disposition) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, disposition);
    }
    (headers, Body::from_stream(parts)).into_response()
}
