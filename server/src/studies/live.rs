//! The streams of a study's page and of a chapter's: they say that something was changed, never what.

use axum::extract::{Path, State};
use axum::response::Response;

use super::page;
use crate::analysis::{self, ChapterId, chapter_topic, study_topic};
use crate::platform::chance::ShortId;
use crate::platform::error::Error;
use crate::state::App;
use crate::web::live::{Listener, LiveCounter, Stream};

/// `GET /studies/{id}/live`
///
/// # Errors
/// There is no such study for the viewer, they have too many streams, or the server receives no announcements at the moment.
pub async fn of_study(State(app): State<App>, listener: Listener, Path(id): Path<String>) -> Result<Response, Error> {
    let viewer = listener.viewer.as_ref().map(|viewer| viewer.id);
    let topic = study_topic(&ShortId::read(&id).ok_or(Error::NotFound)?);
    let stream = Stream::new(&app, &listener)?;
    // Before it is asked how often it was changed, so that nothing is missed in between.
    let subscription = app.hub.subscribe(topic).ok_or(Error::NotNow)?;
    let now = {
        let _one_of_few = app.hub.query_permit().await;
        page::seen(&app, viewer, &id).await?.changes
    };
    let changes = LiveCounter { subscription, now, read: Box::new(|state| state.parse().ok()) };
    stream.with_watched(vec![changes]).open().await
}

/// `GET /studies/{id}/chapters/{number}/live`
///
/// # Errors
/// The same of a chapter.
pub async fn of_chapter(
    State(app): State<App>,
    listener: Listener,
    Path((study, number)): Path<(String, String)>,
) -> Result<Response, Error> {
    let viewer = listener.viewer.as_ref().map(|viewer| viewer.id);
    let id = ChapterId::read(&study, &number).ok_or(Error::NotFound)?;
    let stream = Stream::new(&app, &listener)?;
    let subscription = app.hub.subscribe(chapter_topic(&id)).ok_or(Error::NotNow)?;
    let version = {
        let _one_of_few = app.hub.query_permit().await;
        let chapter = analysis::load_chapter(&app.pool, &id, viewer).await?.ok_or(Error::NotFound)?;
        u32::try_from(chapter.saved.version)?
    };
    let versions = LiveCounter { subscription, now: version, read: Box::new(|state| state.parse().ok()) };
    stream.with_versions(versions).open().await
}
