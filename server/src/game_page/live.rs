//! `GET /games/{id}/live`: the stream of a game's page.

use axum::extract::{Path, State};
use axum::response::Response;

use crate::games::live::{topic, topic_beside};
use crate::games::visible::{VisibleBeside, VisibleEvents};
use crate::games::{GameId, store};
use crate::platform::error::Error;
use crate::state::App;
use crate::web::live::{Figure, Listener, Stream};

/// `GET /games/{id}/live`
///
/// # Errors
/// There is no such game, or the server hears no news at the moment.
pub async fn live(State(app): State<App>, listener: Listener, Path(id): Path<String>) -> Result<Response, Error> {
    stream(&app, &id, &listener).await?.open().await
}

/// What is to be told about a game.
///
/// # Errors
/// There is no such game, they have too many streams, or the server hears no news at the moment.
pub async fn stream(app: &App, id: &str, listener: &Listener) -> Result<Stream, Error> {
    let id = GameId::read(id).ok_or(Error::NotFound)?;
    let [events, beside] = [topic(&id), topic_beside(&id)].map(|topic| app.hub.subscribe(topic).ok_or(Error::NotNow));
    let (events, beside) = (events?, beside?);
    let (visible, visible_beside, seats) = {
        let _one_of_few = app.hub.look().await;
        let viewer = listener.viewer.as_ref().map(|viewer| viewer.id);
        store::visible(&app.pool, &id, viewer).await?.ok_or(Error::NotFound)?
    };
    let plays = !seats.is_empty();
    let (now, now_beside) = (visible.seen_from(&seats), visible_beside.seen(plays));
    let read = move |state: &str| serde_json::from_str::<VisibleEvents>(state).ok().map(|it| it.seen_from(&seats));
    let read_beside = move |state: &str| serde_json::from_str::<VisibleBeside>(state).ok().map(|it| it.seen(plays));
    Ok(Stream::new(app, listener)?.with_game(
        Figure { subscription: events, now, read: Box::new(read) },
        Figure { subscription: beside, now: now_beside, read: Box::new(read_beside) },
    ))
}
