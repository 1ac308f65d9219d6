//! A study as one file, written while it is sent.

use anyhow::ensure;
use axum::body::Bytes;
use axum::response::Response;
use futures_util::stream;

use super::exported::exported;
use super::{chapter_store, store};
use crate::accounts::PlayerId;
use crate::platform::chance::ShortId;
use crate::platform::error::Error;
use crate::state::App;
use crate::web::download::{DownloadPermit, pgn_file};
use crate::web::visitor::Visitor;

/// How many chapters are read at once.
const A_PART: i64 = 16;

/// All chapters of a study, in their order, as long as the viewer may look at it.
///
/// # Errors
/// The visitor has too many downloads.
pub fn whole(app: App, (visitor, viewer): (Visitor, Option<PlayerId>), id: ShortId) -> Result<Response, Error> {
    let permit = DownloadPermit::take(&app, visitor)?;
    let name = format!("mallard-{id}.pgn");
    let file = StudyFile { app, viewer, id, after: i32::MIN, permit };
    Ok(pgn_file(&name, stream::try_unfold(file, StudyFile::part)))
}

/// A file that is being written.
struct StudyFile {
    app: App,
    viewer: Option<PlayerId>,
    id: ShortId,
    /// The place of the last chapter that was written.
    after: i32,
    permit: DownloadPermit,
}

impl StudyFile {
    /// The next part, and what comes after it; `None` at the end.
    async fn part(self) -> anyhow::Result<Option<(Bytes, Self)>> {
        self.permit.pace().await?;
        let chapters = chapter_store::texts(&self.app.pool, &self.id, self.after, A_PART).await?;
        let study = store::load(&self.app.pool, &self.id, self.viewer).await?;
        ensure!(study.is_some(), "the study was made private or deleted while it was sent");
        let name = study.map(|study| study.name).unwrap_or_default();
        let Some(after) = chapters.last().map(|chapter| chapter.position) else { return Ok(None) };
        let text: String = chapters.iter().map(|chapter| exported(&name, &chapter.name, &chapter.pgn) + "\n").collect();
        Ok(Some((text.into(), Self { after, ..self })))
    }
}
