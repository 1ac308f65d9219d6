//! The games of a collection, all or those that are searched for, as one file, written while it is sent.

use std::collections::HashMap;

use anyhow::{Context, ensure};
use axum::body::Bytes;
use axum::response::Response;
use futures_util::stream;

use super::collection::CollectionId;
use super::filter::CollectionFilter;
use super::search::{Found, Wanted, search};
use super::store;
use crate::accounts::PlayerId;
use crate::platform::error::Error;
use crate::state::App;
use crate::web::download::{DownloadPermit, pgn_file};
use crate::web::visitor::Visitor;

/// How many games are searched for at once: in another order than the file's each search looks at the whole collection.
const SEARCHED: usize = 5000;
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
    let filter = CollectionFilter { after: 0, ..filter };
    let mut file = CollectionFile { app, viewer, id, filter, numbers: Vec::new(), is_over: false, permit };
    file.permit.pace().await?;
    if !file.search().await? {
        return Ok(None);
    }
    Ok(Some(pgn_file(&name, stream::try_unfold(file, CollectionFile::part))))
}

/// A file that is being written.
struct CollectionFile {
    app: App,
    viewer: Option<PlayerId>,
    id: CollectionId,
    /// What is still to be searched for.
    filter: CollectionFilter,
    /// The games that were found and are still to be written, the last first.
    numbers: Vec<i32>,
    /// Whether there are no others.
    is_over: bool,
    permit: DownloadPermit,
}

impl CollectionFile {
    /// Finds the next games. `false`: that takes too long.
    async fn search(&mut self) -> anyhow::Result<bool> {
        let wanted = Wanted { games: SEARCHED as i64, count: false };
        let Some(Found { games: found, .. }) = search(&self.app.pool, &self.id, &self.filter, wanted).await? else {
            return Ok(false);
        };
        self.is_over = found.len() < SEARCHED;
        self.filter.after = found.last().map_or(self.filter.after, |game| game.number);
        self.numbers = found.iter().rev().map(|game| game.number).collect();
        Ok(true)
    }

    /// The next part, and what comes after it; `None` at the end.
    async fn part(mut self) -> anyhow::Result<Option<(Bytes, Self)>> {
        self.permit.pace().await?;
        if self.numbers.is_empty() && !self.is_over {
            ensure!(self.search().await?, "the search takes too long");
        }
        let numbers: Vec<i32> = self.numbers.split_off(self.numbers.len().saturating_sub(A_PART));
        let mut texts: HashMap<_, _> = store::texts(&self.app.pool, &self.id, &numbers).await?.into_iter().collect();
        let collection = store::load(&self.app.pool, &self.id).await?;
        let is_seen = collection.is_some_and(|collection| collection.is_seen_by(self.viewer));
        ensure!(is_seen, "the collection was made private or deleted while it was sent");
        if numbers.is_empty() {
            return Ok(None);
        }
        let mut part = String::new();
        for number in numbers.iter().rev() {
            part += &texts.remove(number).context("a game has no text")?;
            part.push('\n');
        }
        Ok(Some((part.into(), self)))
    }
}
