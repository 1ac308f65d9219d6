//! Live pages: a page keeps one stream of server-sent events open, which notifies it when what it shows has changed. It
//! then fetches itself again; the stream never says more than that something has changed.
//!
//! A stream begins with the present state, so that a page that connects late or reconnects knows whether it is out of
//! date. Whenever something may have been missed the stream ends, and the page reconnects.

mod listener;
mod message;
mod stream;

use axum::Router;
use axum::extract::{Query, State};
use axum::response::Response;
use axum::routing::get;
use serde::Deserialize;

pub use crate::web::live::listener::Listener;
pub use crate::web::live::stream::{LiveCounter, Stream};

use crate::accounts::{self, PlayerName};
use crate::platform::error::Error;
use crate::state::App;

/// The stream of the pages that are about no game.
pub fn router() -> Router<App> {
    Router::new().route("/live", get(live))
}

/// What a page listens to besides what is its viewer's.
#[derive(Default, Deserialize)]
#[serde(default)]
struct LiveQuery {
    /// `yes`: the lobby.
    lobby: String,
    /// The name of a player: their page.
    player: String,
}

/// `GET /live`
///
/// # Errors
/// There is nothing to listen to, nobody has the name, they have too many streams, or the server receives no
/// announcements at the moment.
async fn live(State(app): State<App>, listener: Listener, Query(query): Query<LiveQuery>) -> Result<Response, Error> {
    let mut stream = Stream::new(&app, &listener)?;
    if query.lobby == "yes" {
        stream = stream.with_lobby()?;
    }
    if !query.player.is_empty() {
        let name = query.player.parse::<PlayerName>().map_err(|_| Error::NotFound)?;
        let player = accounts::player(&app.pool, &name).await?.ok_or(Error::NotFound)?;
        stream = stream.with_ratings(player.id)?;
    }
    if stream.has_no_topic() {
        return Err(Error::NotFound);
    }
    stream.open().await
}
