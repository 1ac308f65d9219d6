//! The games of a collection, all or those that are searched for, as one file, written while it is sent.

use std::collections::HashMap;

use anyhow::{Context, ensure};
use axum::body::Bytes;
use axum::response::Response;
use futures_util::stream;

use super::collection::CollectionId;
use super::filter::CollectionFilter;
use super::search::search;
use super::store;
use crate::accounts::PlayerId;
use crate::platform::error::Error;
use crate::state::App;
use crate::web::download::{DownloadPermit, pgn_file};
use crate::web::visitor::Visitor;

/// How many games are read at once: for each part the search begins anew.
const A_PART: i64 = 500;

/// The games of a collection that are searched for, in the order of the search, as long as the viewer may look at it.
///
/// # Errors
/// The visitor has too many downloads.
pub fn found(
    app: App,
    (visitor, viewer): (Visitor, Option<PlayerId>),
    id: CollectionId,
    filter: CollectionFilter,
) -> Result<Response, Error> {
    let permit = DownloadPermit::take(&app, visitor)?;
    let name = format!("mallard-{id}.pgn");
    let file = CollectionFile { app, viewer, id, filter: CollectionFilter { after: 0, ..filter }, permit };
    Ok(pgn_file(&name, stream::try_unfold(file, CollectionFile::part)))
}

/// A file that is being written.
struct CollectionFile {
    app: App,
    viewer: Option<PlayerId>,
    id: CollectionId,
    /// What is still to be written.
    filter: CollectionFilter,
    permit: DownloadPermit,
}

impl CollectionFile {
    /// The next part, and what comes after it; `None` at the end.
    async fn part(self) -> anyhow::Result<Option<(Bytes, Self)>> {
        self.permit.pace().await?;
        let pool = &self.app.pool;
        let found = search(pool, &self.id, &self.filter, A_PART).await?.context("the search takes too long")?;
        let numbers: Vec<i32> = found.iter().map(|game| game.number).collect();
        let mut texts: HashMap<_, _> = store::texts(pool, &self.id, &numbers).await?.into_iter().collect();
        let collection = store::load(pool, &self.id).await?;
        let is_seen = collection.is_some_and(|collection| collection.is_seen_by(self.viewer));
        ensure!(is_seen, "the collection was made private or deleted while it was sent");
        let Some(&after) = numbers.last() else { return Ok(None) };
        let text: String = numbers.iter().filter_map(|number| texts.remove(number)).map(|pgn| pgn + "\n").collect();
        Ok(Some((text.into(), Self { filter: CollectionFilter { after, ..self.filter }, ..self })))
    }
}
