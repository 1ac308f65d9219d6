//! `/studies/{id}`: what is in a study, who edits it, and what the viewer can do with it.

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response};
use domain::rules::variant::Variant;

use super::add::AddForm;
use super::edit::EditForm;
use super::study::{Editor, ListedChapter, Role, SharedStudy};
use super::{chapter_store, download, editor_store, store};
use crate::accounts::PlayerId;
use crate::platform::chance::ShortId;
use crate::platform::error::Error;
use crate::state::App;
use crate::web::form::Problems;
use crate::web::page::{Layout, Page};
use crate::web::prose::Prose;
use crate::web::saved_form::{self, SavedFormQuery};
use crate::web::title::Title;
use crate::web::visibility::Visibility;
use crate::web::visitor::Visitor;
use crate::wording::{VariantNames, shared_studies as words};

/// The page.
#[derive(Template)]
#[template(path = "studies/show.html")]
pub struct StudyPage {
    layout: Layout,
    study: SharedStudy,
    editors: Vec<Editor>,
    chapters: Vec<ListedChapter>,
    /// What was typed for a chapter that is to be added.
    pub form: AddForm,
    /// What the owner has typed for the study's name.
    pub name: String,
    /// What they say that it is about.
    pub description: String,
    /// Who they chose to see it.
    pub visibility: Visibility,
    /// Whom they have typed to be invited.
    pub invited: String,
    /// The chapter that was to be renamed, and how.
    pub renamed: Option<(i32, String)>,
    /// What is wrong with any of it.
    pub problems: Problems,
}

impl StudyPage {
    /// The page of a study.
    ///
    /// # Errors
    /// The database fails.
    pub async fn load(app: &App, layout: Layout, study: SharedStudy) -> anyhow::Result<Self> {
        Ok(Self {
            editors: editor_store::list(&app.pool, &study.id).await?,
            chapters: chapter_store::list(&app.pool, &study.id).await?,
            layout,
            form: AddForm::default(),
            name: study.name.clone(),
            description: study.description.clone(),
            visibility: study.visibility,
            invited: String::new(),
            renamed: None,
            problems: Problems::default(),
            study,
        })
    }

    /// The page again, with what is wrong.
    pub fn refused(self, problems: Problems) -> Response {
        Page::refused(Self { problems, ..self }).into_response()
    }

    /// Those who have accepted.
    fn accepted(&self) -> Vec<&Editor> {
        self.editors.iter().filter(|editor| editor.has_accepted).collect()
    }

    fn words(&self) -> Option<Prose> {
        Some(self.study.description.as_str()).filter(|words| !words.is_empty()).map(Prose::new)
    }

    fn may_edit(&self) -> bool {
        self.study.role.may_edit()
    }

    fn is_owner(&self) -> bool {
        self.study.role == Role::Owner
    }

    fn is_invited(&self) -> bool {
        self.study.role == Role::Invited
    }

    fn is_listed(&self) -> bool {
        self.study.visibility == Visibility::Public
    }

    fn path(&self) -> String {
        self.study.path()
    }

    /// What stands in the field for a chapter's name.
    fn name_of(&self, chapter: &ListedChapter) -> String {
        let renamed = self.renamed.as_ref().filter(|(number, _)| *number == chapter.id.number);
        renamed.map_or_else(|| chapter.name.clone(), |(_, name)| name.clone())
    }
}

/// A study that a viewer may look at.
///
/// # Errors
/// There is none for them, or the database fails.
pub async fn seen(app: &App, viewer: Option<PlayerId>, id: &str) -> Result<SharedStudy, Error> {
    let id = ShortId::read(id).ok_or(Error::NotFound)?;
    store::load(&app.pool, &id, viewer).await?.ok_or(Error::NotFound)
}

/// A study that a player may edit. To those who may only look at it, what edits it is not there.
///
/// # Errors
/// There is none for them, or the database fails.
pub async fn editable(app: &App, player: PlayerId, id: &str) -> Result<SharedStudy, Error> {
    let study = seen(app, Some(player), id).await?;
    if study.role.may_edit() { Ok(study) } else { Err(Error::NotFound) }
}

/// A study that a player owns.
///
/// # Errors
/// They own none such, or the database fails.
pub async fn own(app: &App, player: PlayerId, id: &str) -> Result<SharedStudy, Error> {
    let study = seen(app, Some(player), id).await?;
    if study.role == Role::Owner { Ok(study) } else { Err(Error::NotFound) }
}

/// `GET /studies/{id}`, and `GET /studies/{id}.pgn`
///
/// # Errors
/// There is no such study for the viewer, they have too many downloads, or the database fails.
pub async fn show(
    State(app): State<App>,
    layout: Layout,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(query): Query<SavedFormQuery>,
) -> Result<Response, Error> {
    let viewer = layout.viewer_id();
    if let Some(id) = id.strip_suffix(".pgn") {
        let study = seen(&app, viewer, id).await?;
        return download::whole(app, (visitor, viewer), study.id);
    }
    let study = seen(&app, viewer, &id).await?;
    let saved = saved_form::load(&app.pool, layout.viewer.as_ref(), &query.kept).await?;
    let saved = saved.as_ref();
    let form = saved.and_then(|saved| saved.form(&format!("{}/chapters", study.path()))).unwrap_or_default();
    let edit: Option<EditForm> = saved.and_then(|saved| saved.form(&study.path()));
    let mut page = StudyPage { form, ..StudyPage::load(&app, layout, study).await? };
    if let Some(edit) = edit {
        page.visibility = Visibility::chosen(&edit.visibility).unwrap_or(page.visibility);
        (page.name, page.description) = (edit.name, edit.description);
    }
    Ok(Page::new(page).into_response())
}
