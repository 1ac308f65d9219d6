//! A collection as one file, written while it is sent.

use axum::body::Bytes;
use axum::response::Response;
use futures_util::stream;

use super::collection::CollectionId;
use super::store;
use crate::platform::error::Error;
use crate::state::App;
use crate::web::download::{DownloadPermit, pgn_file};
use crate::web::visitor::Visitor;

/// How many games are read at once.
const A_PART: i64 = 200;

/// All games of a collection, in its order.
///
/// # Errors
/// The visitor has too many downloads.
pub fn whole(app: App, visitor: Visitor, id: CollectionId) -> Result<Response, Error> {
    let permit = DownloadPermit::take(&app, visitor)?;
    let name = format!("mallard-{id}.pgn");
    let file = CollectionFile { app, id, after: 0, permit };
    Ok(pgn_file(&name, stream::try_unfold(file, CollectionFile::part)))
}

/// A file that is being written.
struct CollectionFile {
    app: App,
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
        let Some(&(after, _)) = games.last() else { return Ok(None) };
        let text: String = games.into_iter().map(|(_, pgn)| pgn + "\n").collect();
        Ok(Some((text.into(), Self { after, ..self })))
    }
}
