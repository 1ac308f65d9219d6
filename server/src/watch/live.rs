//! `GET /watch/live`: the stream of a page with several running games.

use std::collections::{BTreeMap, BTreeSet};

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
    let ids: BTreeSet<GameId> = query.games.split(',').filter_map(GameId::read).take(MOST_GAMES).collect();
    if ids.is_empty() {
        return Err(Error::NotFound);
    }
    let stream = Stream::new(&app, &listener)?;
    // Before it is asked what is known of them, so that nothing is missed in between.
    let subscriptions = ids.into_iter().map(|id| {
        let subscription = app.hub.subscribe(topic(&id)).ok_or(Error::NotNow)?;
        Ok((id, subscription))
    });
    let mut subscriptions = subscriptions.collect::<Result<BTreeMap<_, _>, Error>>()?;
    let ids: Vec<_> = subscriptions.keys().cloned().collect();
    let public = {
        let _one_of_few = app.hub.query_permit().await;
        store::public_events(&app.pool, &ids).await?
    };
    let watched: Vec<_> = public
        .into_iter()
        .filter_map(|(id, now)| {
            Some(LiveCounter { subscription: subscriptions.remove(&id)?, now, read: Box::new(read) })
        })
        .collect();
    if watched.is_empty() {
        return Err(Error::NotFound);
    }
    stream.with_watched(watched).open().await
}

/// What everybody may see of a game's events, by what is announced of it.
fn read(state: &str) -> Option<u32> {
    serde_json::from_str::<VisibleEvents>(state).ok().map(|visible| visible.public())
}
