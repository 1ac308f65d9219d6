//! `/studies/{id}/chapters/{number}`: a chapter on the analysis board, or as PGN; and what is done with it in the list of its study:
//! another name, another place, its end.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use futures_util::stream;
use serde::{Deserialize, Serialize};

use super::chapter_store::{self, ChapterChange};
use super::exported::exported;
use super::page::{self, StudyPage};
use crate::accounts::{PlayerId, Viewer};
use crate::analysis::{self, Chapter, ChapterId};
use crate::platform::error::Error;
use crate::sign_in::{PlayerForm, ResumableForm};
use crate::state::App;
use crate::web::deletion::{DeleteForm, DeletePage};
use crate::web::download::pgn_file;
use crate::web::form::Problems;
use crate::web::page::{Layout, Page};
use crate::web::title::Title;

/// `GET /studies/{id}/chapters/{number}`, and the same with `.pgn`
///
/// # Errors
/// There is no such chapter for the viewer, or the database fails.
pub async fn show(
    State(app): State<App>,
    layout: Layout,
    Path((study, number)): Path<(String, String)>,
) -> Result<Response, Error> {
    if let Some(number) = number.strip_suffix(".pgn") {
        let id = ChapterId::read(&study, number).ok_or(Error::NotFound)?;
        let chapter = analysis::load_chapter(&app.pool, &id, layout.viewer_id()).await?.ok_or(Error::NotFound)?;
        let text = exported(&chapter.study_name, &chapter.name, &chapter.saved.pgn);
        let name = format!("mallard-{}-{}.pgn", id.study, id.number);
        return Ok(pgn_file(&name, stream::iter([Ok(text.into())])));
    }
    let id = ChapterId::read(&study, &number).ok_or(Error::NotFound)?;
    analysis::show_chapter(&app, layout, &id).await
}

/// What is done with a chapter.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct ChapterForm {
    /// `rename`, `up` or `down`.
    step: String,
    /// What it is to be called.
    chapter: String,
}

impl ResumableForm for ChapterForm {}

/// `POST /studies/{id}/chapters/{number}`
///
/// # Errors
/// Nobody is signed in, they may edit no such chapter, or the database fails.
pub async fn submit(
    State(app): State<App>,
    layout: Layout,
    Path((study, number)): Path<(String, String)>,
    PlayerForm { viewer, form }: PlayerForm<ChapterForm>,
) -> Result<Response, Error> {
    let id = editable(&app, viewer.id, &study, &number).await?.id;
    let change = match form.step.as_str() {
        "up" => ChapterChange::Up,
        "down" => ChapterChange::Down,
        _ => match Title::read(&form.chapter) {
            Ok(name) => ChapterChange::Rename(name),
            Err(wrong) => {
                let study = page::editable(&app, viewer.id, &study).await?;
                let mut page = StudyPage::load(&app, layout, study).await?;
                page.renamed = Some((id.number, form.chapter));
                return Ok(page.refused(Problems::one("rename", &wrong)));
            }
        },
    };
    if !chapter_store::change(&app.pool, (&id, viewer.id), &change, app.now.get()).await? {
        return Err(Error::NotFound);
    }
    Ok(Redirect::to(&format!("{}#arrange", analysis::study_path(&id.study))).into_response())
}

/// A chapter that a player may change.
async fn editable(app: &App, player: PlayerId, study: &str, number: &str) -> Result<Chapter, Error> {
    let id = ChapterId::read(study, number).ok_or(Error::NotFound)?;
    let chapter = analysis::load_chapter(&app.pool, &id, Some(player)).await?;
    chapter.filter(|chapter| chapter.may_edit).ok_or(Error::NotFound)
}

fn deletion(layout: Layout, chapter: &Chapter) -> DeletePage {
    DeletePage {
        layout,
        kind: "a chapter",
        name: chapter.name.to_string(),
        scope: format!(" from {}", chapter.study_name),
        action: format!("{}/delete", chapter.id.path()),
        download: format!("{}.pgn", chapter.id.path()),
        fields: Vec::new(),
        notice: None,
        back: chapter.study_path(),
    }
}

/// `GET /studies/{id}/chapters/{number}/delete`: asks whether it is meant.
///
/// # Errors
/// Nobody is signed in, they may edit no such chapter, or the database fails.
pub async fn ask(
    State(app): State<App>,
    layout: Layout,
    viewer: Viewer,
    Path((study, number)): Path<(String, String)>,
) -> Result<Response, Error> {
    let chapter = editable(&app, viewer.id, &study, &number).await?;
    Ok(Page::new(deletion(layout, &chapter)).into_response())
}

/// `POST /studies/{id}/chapters/{number}/delete`
///
/// # Errors
/// Nobody is signed in, they may edit no such chapter, or the database fails.
pub async fn delete(
    State(app): State<App>,
    layout: Layout,
    Path((study, number)): Path<(String, String)>,
    PlayerForm { viewer, form }: PlayerForm<DeleteForm>,
) -> Result<Response, Error> {
    let chapter = editable(&app, viewer.id, &study, &number).await?;
    if !form.is_confirmed() {
        return Ok(Page::new(deletion(layout, &chapter)).into_response());
    }
    if !chapter_store::change(&app.pool, (&chapter.id, viewer.id), &ChapterChange::Delete, app.now.get()).await? {
        return Err(Error::NotFound);
    }
    Ok(Redirect::to(&chapter.study_path()).into_response())
}
