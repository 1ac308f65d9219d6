//! A game as it is for everybody who knows its address.

use std::sync::Arc;

use super::store::{self, PageViewer};
use crate::games::{GameId, StoredGame};
use crate::platform::error::Error;
use crate::state::App;

/// A game as it is for everybody who knows its address.
///
/// # Errors
/// There is no such game, or the database fails.
pub async fn look(app: &App, id: &str) -> Result<Arc<StoredGame>, Error> {
    let id = GameId::read(id).ok_or(Error::NotFound)?;
    let mut connection = app.pool.acquire().await?;
    let summary =
        store::page_summary(&mut connection, &id, PageViewer::Nobody, app.now.get()).await?.ok_or(Error::NotFound)?;
    app.games.remembered().load(&mut connection, &id, &summary.extent, None).await?.ok_or(Error::NotFound)
}
