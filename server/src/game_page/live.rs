//! `GET /games/{id}/live`: the stream of a game's page.

use axum::extract::{Path, State};
use axum::response::Response;

use crate::games::live::{extras_topic, topic};
use crate::games::visible::{VisibleEvents, VisibleExtras};
use crate::games::{GameId, store};
use crate::platform::error::Error;
use crate::state::App;
use crate::web::live::{Listener, LiveCounter, Stream};

/// `GET /games/{id}/live`
///
/// # Errors
/// There is no such game, they have too many streams, or the server receives no announcements at the moment.
pub async fn live(State(app): State<App>, listener: Listener, Path(id): Path<String>) -> Result<Response, Error> {
    stream(&app, &id, &listener).await?.open().await
}

/// The stream of a game's changes.
///
/// # Errors
/// There is no such game, they have too many streams, or the server receives no announcements at the moment.
pub async fn stream(app: &App, id: &str, listener: &Listener) -> Result<Stream, Error> {
    let id = GameId::read(id).ok_or(Error::NotFound)?;
    let [events, extras] = [topic(&id), extras_topic(&id)].map(|topic| app.hub.subscribe(topic).ok_or(Error::NotNow));
    let (events, extras) = (events?, extras?);
    let (visible, visible_extras, seats) = {
        let _one_of_few = app.hub.query_permit().await;
        let viewer = listener.viewer.as_ref().map(|viewer| viewer.id);
        store::visible(&app.pool, &id, viewer).await?.ok_or(Error::NotFound)?
    };
    let plays = !seats.is_empty();
    let (now, current_extras) = (visible.seen_from(&seats), visible_extras.seen(plays));
    let read = move |state: &str| serde_json::from_str::<VisibleEvents>(state).ok().map(|it| it.seen_from(&seats));
    let read_extras = move |state: &str| serde_json::from_str::<VisibleExtras>(state).ok().map(|it| it.seen(plays));
    Ok(Stream::new(app, listener)?.with_game(
        LiveCounter { subscription: events, now, read: Box::new(read) },
        LiveCounter { subscription: extras, now: current_extras, read: Box::new(read_extras) },
    ))
}
