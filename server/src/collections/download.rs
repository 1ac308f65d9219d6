//! A collection as one file, written while it is sent.

use anyhow::ensure;
use axum::body::Bytes;
use axum::response::Response;
use futures_util::stream;

use super::collection::CollectionId;
use super::store;
use crate::accounts::PlayerId;
use crate::platform::error::Error;
use crate::state::App;
use crate::web::download::{DownloadPermit, pgn_file};
use crate::web::visitor::Visitor;

/// How many games are read at once.
const A_PART: i64 = 200;

/// All games of a collection, in its order, as long as the viewer may look at it.
///
/// # Errors
/// The visitor has too many downloads.
pub fn whole(app: App, (visitor, viewer): (Visitor, Option<PlayerId>), id: CollectionId) -> Result<Response, Error> {
    let permit = DownloadPermit::take(&app, visitor)?;
    let name = format!("mallard-{id}.pgn");
    let file = CollectionFile { app, viewer, id, after: 0, permit };
    Ok(pgn_file(&name, stream::try_unfold(file, CollectionFile::part)))
}

/// A file that is being written.
struct CollectionFile {
    app: App,
    viewer: Option<PlayerId>,
    id: CollectionId,
    /// The number of the last game that was written.
    after: i32,
    permit: DownloadPermit,
}

impl CollectionFile {
    /// The next part, and what comes after it; `None` at the end.
    async fn part(self) -> anyhow::Result<Option<(Bytes, Self)>> {
        self.permit.pace().await?;
        let games = store::games(&self.app.pool, &self.id, self.after, A_PART).await?;
        let collection = store::load(&self.app.pool, &self.id).await?;
        let is_seen = collection.is_some_and(|collection| collection.is_seen_by(self.viewer));
        ensure!(is_seen, "the collection was made private or deleted while it was sent");
        let Some(&(after, _)) = games.last() else { return Ok(None) };
        let text: String = games.into_iter().map(|(_, pgn)| pgn + "\n").collect();
        Ok(Some((text.into(), Self { after, ..self })))
    }
}
