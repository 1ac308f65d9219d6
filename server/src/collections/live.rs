//! `GET /collections/{id}/live`: the stream of a collection's page while files are read into it.

use axum::extract::{Path, State};
use axum::response::Response;

use super::collection::CollectionId;
use super::store;
use crate::platform::database::listen::Announcement;
use crate::platform::error::Error;
use crate::state::App;
use crate::web::live::{Listener, LiveCounter, Stream};

/// `GET /collections/{id}/live`
///
/// # Errors
/// There is no such collection for the viewer, they have too many streams, or the server receives no announcements at the moment.
pub async fn live(State(app): State<App>, listener: Listener, Path(id): Path<String>) -> Result<Response, Error> {
    let id = CollectionId::read(&id).ok_or(Error::NotFound)?;
    let viewer = listener.viewer.as_ref().map(|viewer| viewer.id);
    let stream = Stream::new(&app, &listener)?;
    // Before it is asked how far they have been read, so that nothing is missed in between.
    let subscription = app.hub.subscribe(topic(&id)).ok_or(Error::NotNow)?;
    let now = {
        let _one_of_few = app.hub.query_permit().await;
        let collection = store::load(&app.pool, &id).await?;
        collection.filter(|collection| collection.is_seen_by(viewer)).ok_or(Error::NotFound)?;
        store::read_so_far(&mut *app.pool.acquire().await?, &id).await?
    };
    let read = LiveCounter { subscription, now, read: Box::new(|state| state.parse().ok()) };
    stream.with_watched(vec![read]).open().await
}

/// What is announced when more of a collection's files has been read.
pub fn announcement(id: &CollectionId, read_so_far: u32) -> Announcement {
    Announcement { topic: topic(id), state: read_so_far.to_string() }
}

fn topic(id: &CollectionId) -> String {
    format!("collection/{}", id.as_str())
}
