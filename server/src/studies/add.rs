//! `POST /studies/{id}/chapters`: chapters are added, from a variant's start or from pasted text.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::{Deserialize, Serialize};

use super::new_chapter::{ChapterFields, NewChapter};
use super::page::{self, StudyPage};
use super::store;
use crate::analysis::{ChapterId, study_path};
use crate::platform::chance::ShortId;
use crate::platform::error::Error;
use crate::sign_in::{PlayerForm, ResumableForm};
use crate::state::App;
use crate::web::form::Problems;
use crate::web::page::Layout;

/// What is typed for chapters that are to be added.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct AddForm {
    /// What one is called.
    pub chapter: String,
    /// From which variant's start.
    pub variant: String,
    /// What is pasted.
    pub text: String,
}

impl ResumableForm for AddForm {
    fn page(&self, sent_to: &str) -> String {
        sent_to.strip_suffix("/chapters").unwrap_or(sent_to).to_owned()
    }
}

/// `POST /studies/{id}/chapters`
///
/// # Errors
/// Nobody is signed in, they may edit no such study, or the database fails.
pub async fn submit(
    State(app): State<App>,
    layout: Layout,
    Path(id): Path<String>,
    PlayerForm { viewer, form }: PlayerForm<AddForm>,
) -> Result<Response, Error> {
    let study = page::editable(&app, viewer.id, &id).await?;
    let mut problems = Problems::default();
    let fields = ChapterFields { name: &form.chapter, variant: &form.variant, text: &form.text };
    let chapters = NewChapter::read_all(&fields, &mut problems);
    if problems.is_empty() {
        let added = store::add(&app.pool, (&study.id, viewer.id), &chapters, app.now.get()).await?;
        match added.ok_or(Error::NotFound)? {
            // One is gone on with at once.
            Ok(number) if chapters.len() == 1 => {
                let id = ChapterId { study: study.id, number };
                return Ok(Redirect::to(&id.path()).into_response());
            }
            Ok(_) => return Ok(Redirect::to(&study.path()).into_response()),
            Err(refusal) => problems.add("text", &refusal),
        }
    }
    let mut page = StudyPage::load(&app, layout, study).await?;
    page.form = form;
    Ok(page.refused(problems))
}

/// `GET /studies/{id}/chapters`, as after signing in: back to the study.
pub async fn back(Path(id): Path<String>) -> Result<Redirect, Error> {
    let id = ShortId::read(&id).ok_or(Error::NotFound)?;
    Ok(Redirect::to(&study_path(&id)))
}
