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

pub use stream::{Figure, Stream};

use crate::accounts::{self, MaybeViewer, PlayerId, PlayerName};
use crate::app::App;
use crate::database::listen::News;
use crate::error::Error;

/// The stream of the pages that are about no game.
pub fn router() -> Router<App> {
    Router::new().route("/live", get(live))
}

/// What has changed about a player, for the player alone: the games of theirs, or the challenges that wait for them.
pub fn of_player(player: PlayerId) -> News {
    News { topic: player_topic(player), state: String::new() }
}

/// The challenges that are open to anyone have changed.
pub fn of_lobby() -> News {
    News { topic: LOBBY.to_owned(), state: String::new() }
}

/// The ratings of a player have changed, which everybody may see.
pub fn of_ratings(player: PlayerId) -> News {
    News { topic: ratings_topic(player), state: String::new() }
}

const LOBBY: &str = "lobby";

fn player_topic(player: PlayerId) -> String {
    format!("player/{}", player.0)
}

fn ratings_topic(player: PlayerId) -> String {
    format!("ratings/{}", player.0)
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
    if stream.is_about_nothing() {
        return Err(Error::NotFound);
    }
    stream.open().await
}
