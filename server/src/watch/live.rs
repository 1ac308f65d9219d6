//! `GET /watch/live`: the stream of a page with several running games.

use axum::extract::{Query, State};
use axum::response::Response;
use serde::Deserialize;

use crate::games::live::topic;
use crate::games::visible::VisibleEvents;
use crate::games::{GameId, store};
use crate::platform::error::Error;
use crate::state::App;
use crate::web::live::{Listener, LiveCounter, Stream};

/// The most games that one page shows.
pub const MOST_GAMES: usize = 24;

/// Which games.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct WatchedQuery {
    /// Their names, commas between.
    games: String,
}

/// `GET /watch/live?games=`
///
/// # Errors
/// None of the games is there, they have too many streams, or the server receives no announcements at the moment.
pub async fn live(
    State(app): State<App>,
    listener: Listener,
    Query(query): Query<WatchedQuery>,
) -> Result<Response, Error> {
    let mut watched = Vec::new();
    for id in query.games.split(',').filter_map(GameId::read).take(MOST_GAMES) {
        watched.extend(counter(&app, &id).await?);
    }
    if watched.is_empty() {
        return Err(Error::NotFound);
    }
    Stream::new(&app, &listener)?.with_watched(watched).open().await
}

/// What everybody may see of a game's events, if it is there.
async fn counter(app: &App, id: &GameId) -> Result<Option<LiveCounter>, Error> {
    let subscription = app.hub.subscribe(topic(id)).ok_or(Error::NotNow)?;
    let _one_of_few = app.hub.query_permit().await;
    let Some((visible, ..)) = store::visible(&app.pool, id, None).await? else { return Ok(None) };
    let read = |state: &str| serde_json::from_str::<VisibleEvents>(state).ok().map(|visible| visible.public());
    Ok(Some(LiveCounter { subscription, now: visible.public(), read: Box::new(read) }))
}
