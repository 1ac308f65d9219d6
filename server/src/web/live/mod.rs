//! Live pages: a page holds one stream of server-sent events open, by which it is told that what it shows has changed. It
//! then fetches itself once more; what is told is never more than that there is something to see.
//!
//! A stream begins with how things stand, so that a page that comes late, or comes again after a loss, knows whether it
//! is behind. Whenever something may have been missed the stream ends, and the page comes again.

mod message;
mod stream;

use axum::Router;
use axum::extract::{Query, State};
use axum::response::Response;
use axum::routing::get;
use serde::Deserialize;

pub use crate::web::live::stream::{LiveCounter, Stream};

use crate::accounts::{self, MaybeViewer, PlayerName};
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
/// There is nothing to listen to, nobody has the name, or the server hears no news at the moment.
async fn live(
    State(app): State<App>,
    MaybeViewer(viewer): MaybeViewer,
    Query(query): Query<LiveQuery>,
) -> Result<Response, Error> {
    let mut stream = Stream::new(&app);
    if let Some(viewer) = &viewer {
        stream = stream.with_player(viewer.id)?;
    }
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
