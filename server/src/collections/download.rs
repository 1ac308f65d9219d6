//! The games of a collection, all or those that are searched for, as one file, written while it is sent.

use std::collections::HashMap;

use anyhow::ensure;
use axum::body::Bytes;
use axum::response::Response;
use futures_util::stream;

use super::collection::CollectionId;
use super::filter::CollectionFilter;
use super::{search, store};
use crate::accounts::PlayerId;
use crate::platform::error::Error;
use crate::state::App;
use crate::web::download::{DownloadPermit, pgn_file};
use crate::web::visitor::Visitor;

/// How many games are read at once.
const A_PART: usize = 200;

/// The games of a collection that are searched for, in the order of the search, as long as the viewer may look at it. `None`: the search
/// takes too long.
///
/// # Errors
/// The visitor has too many downloads, or the database fails.
pub async fn found(
    app: App,
    (visitor, viewer): (Visitor, Option<PlayerId>),
    id: CollectionId,
    filter: CollectionFilter,
) -> Result<Option<Response>, Error> {
    let permit = DownloadPermit::take(&app, visitor)?;
    let name = format!("mallard-{id}.pgn");
    permit.pace().await?;
    // All at once: what is deleted while the file is sent would else be taken for the end of it.
    let mut transaction = app.pool.begin().await?;
    let found = search::numbers(&mut transaction, &id, &CollectionFilter { after: 0, ..filter }).await?;
    let Some(mut numbers) = found else { return Ok(None) };
    transaction.commit().await?;
    numbers.reverse();
    let file = CollectionFile { app, viewer, id, numbers, permit };
    Ok(Some(pgn_file(&name, stream::try_unfold(file, CollectionFile::part))))
}

/// A file that is being written.
struct CollectionFile {
    app: App,
    viewer: Option<PlayerId>,
    id: CollectionId,
    /// The games that are still to be written, the last first.
    numbers: Vec<i32>,
    permit: DownloadPermit,
}

impl CollectionFile {
    /// The next part, and what comes after it; `None` at the end. Games that were deleted meanwhile are left out.
    async fn part(mut self) -> anyhow::Result<Option<(Bytes, Self)>> {
        self.permit.pace().await?;
        let numbers: Vec<i32> = self.numbers.split_off(self.numbers.len().saturating_sub(A_PART));
        let mut texts: HashMap<_, _> = store::texts(&self.app.pool, &self.id, &numbers).await?.into_iter().collect();
        let collection = store::load(&self.app.pool, &self.id).await?;
        let is_seen = collection.is_some_and(|collection| collection.is_seen_by(self.viewer));
        ensure!(is_seen, "the collection was made private or deleted while it was sent");
        if numbers.is_empty() {
            return Ok(None);
        }
        let mut part = String::new();
        for text in numbers.iter().rev().filter_map(|number| texts.remove(number)) {
            part += &text;
            part.push('\n');
        }
        Ok(Some((part.into(), self)))
    }
}
