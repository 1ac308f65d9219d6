//! Who asks for a stream.

use std::time::Duration;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::accounts::{MaybeViewer, PlayerId, Session, Viewer};
use crate::platform::error::{Error, TooMany};
use crate::platform::network::{CountedOfNetwork, Max};
use crate::platform::tally::Counted;
use crate::state::App;
use crate::web::visitor::Visitor;

/// Streams of one account on one server. A tab that nobody looks at holds none.
const MAX_OF_PLAYER: usize = 50;
/// Streams of one network without an account: a school may share it.
const MAX_ANONYMOUS: Max = Max::of_network(150);
/// Those with one, which are bounded by their players too: a provider may put a whole town behind one address.
const MAX_SIGNED_IN: Max = Max::of_network(1000);
/// When somebody who has too many may come again.
const RETRY_AFTER: Duration = Duration::from_secs(30);

/// Who asks for a stream.
pub struct Listener {
    /// Who is signed in.
    pub viewer: Option<Viewer>,
    /// What the database knows of their session.
    pub(super) session: Option<[u8; 32]>,
    visitor: Visitor,
}

/// A stream that is counted, as long as it lives.
pub struct CountedStream {
    _of_player: Option<Counted<PlayerId>>,
    _of_network: Option<CountedOfNetwork>,
    open: metrics::Gauge,
}

impl Listener {
    /// The same where it does not matter who is signed in.
    pub fn anonymous(self) -> Self {
        Self { viewer: None, session: None, ..self }
    }

    /// Counts one more stream.
    ///
    /// # Errors
    /// They have as many as they may.
    pub(super) fn count(&self, app: &App) -> Result<CountedStream, Error> {
        let refuse = |what: TooMany| {
            metrics::counter!("streams_refused_total", "reason" => what.code()).increment(1);
            Error::TooMany { what, retry_after: RETRY_AFTER }
        };
        let of_player = match &self.viewer {
            Some(viewer) => {
                let counted = app.streams.by_player.add(viewer.id, MAX_OF_PLAYER);
                Some(counted.ok_or_else(|| refuse(TooMany::StreamsOfPlayer))?)
            }
            None => None,
        };
        let of_network = match self.visitor.limited_as() {
            Some(network) => {
                let counted = match &self.viewer {
                    Some(_) => app.streams.signed_in_by_network.add(network, MAX_SIGNED_IN),
                    None => app.streams.anonymous_by_network.add(network, MAX_ANONYMOUS),
                };
                Some(counted.ok_or_else(|| refuse(TooMany::StreamsOfNetwork))?)
            }
            None => None,
        };
        let open = metrics::gauge!("live_streams");
        open.increment(1);
        Ok(CountedStream { _of_player: of_player, _of_network: of_network, open })
    }
}

impl Drop for CountedStream {
    fn drop(&mut self) {
        self.open.decrement(1);
    }
}

impl FromRequestParts<App> for Listener {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Error> {
        let MaybeViewer(viewer) = MaybeViewer::from_request_parts(parts, app).await?;
        let Ok(session) = Session::from_request_parts(parts, app).await;
        let Ok(visitor) = Visitor::from_request_parts(parts, app).await;
        Ok(Self { viewer, session: session.token_hash().copied(), visitor })
    }
}
