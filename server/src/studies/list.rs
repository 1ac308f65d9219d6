//! `/studies`: the studies that a player owns, edits, or is invited to, with the form for a new one; and `/studies/public`.

use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use domain::rules::variant::Variant;
use serde::{Deserialize, Serialize};

use super::new_chapter::{ChapterFields, NewChapter};
use super::store;
use super::study::{ListedStudy, Role};
use crate::accounts::Viewer;
use crate::analysis::study_path;
use crate::platform::error::Error;
use crate::sign_in::{PlayerForm, ResumableForm};
use crate::state::App;
use crate::web::form::Problems;
use crate::web::page::{Layout, Page};
use crate::web::paging::{PageQuery, Paging};
use crate::web::public_list::{ListOrder, ListQuery};
use crate::web::saved_form::{self, SavedFormQuery};
use crate::web::title::Title;
use crate::web::visibility::Visibility;
use crate::wording::{VariantNames, shared_studies as words};

/// How many public studies are on a page.
const A_PAGE: i64 = 30;
/// What the orders of public studies are called.
const ORDERS: [(ListOrder, &str); 3] =
    [(ListOrder::Latest, "Last changed"), (ListOrder::Largest, "Most chapters"), (ListOrder::Name, "Name")];
/// Where the form is sent to.
const PATH: &str = "/studies";

/// What is typed for a new study.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct NewStudyForm {
    name: String,
    visibility: String,
    /// What its first chapter is called.
    chapter: String,
    variant: String,
    text: String,
}

impl ResumableForm for NewStudyForm {}

#[derive(Template)]
#[template(path = "studies/mine.html")]
struct MinePage {
    layout: Layout,
    studies: Vec<ListedStudy>,
    form: NewStudyForm,
    problems: Problems,
}

impl MinePage {
    async fn load(app: &App, layout: Layout, viewer: &Viewer, form: NewStudyForm) -> anyhow::Result<Self> {
        let studies = store::of_player(&app.pool, viewer.id).await?;
        Ok(Self { layout, studies, form, problems: Problems::default() })
    }

    fn with_role(&self, role: Role) -> Vec<&ListedStudy> {
        self.studies.iter().filter(|study| study.role == role).collect()
    }

    fn chosen(&self) -> Visibility {
        Visibility::chosen(&self.form.visibility).unwrap_or_default()
    }
}

#[derive(Template)]
#[template(path = "studies/public.html")]
struct PublicPage {
    layout: Layout,
    studies: Vec<ListedStudy>,
    query: ListQuery,
    paging: Paging,
}

/// `GET /studies`
///
/// # Errors
/// Nobody is signed in, or the database fails.
pub async fn mine(
    State(app): State<App>,
    layout: Layout,
    viewer: Viewer,
    Query(query): Query<SavedFormQuery>,
) -> Result<Response, Error> {
    let saved = saved_form::load(&app.pool, Some(&viewer), &query.kept).await?;
    let form = saved.and_then(|saved| saved.form(PATH)).unwrap_or_default();
    Ok(Page::new(MinePage::load(&app, layout, &viewer, form).await?).into_response())
}

/// `POST /studies`
///
/// # Errors
/// Nobody is signed in, or the database fails.
pub async fn create(
    State(app): State<App>,
    layout: Layout,
    PlayerForm { viewer, form }: PlayerForm<NewStudyForm>,
) -> Result<Response, Error> {
    let mut problems = Problems::default();
    let name = problems.note("name", Title::read(&form.name));
    let visibility = problems.note("visibility", Visibility::chosen(&form.visibility));
    let fields = ChapterFields { name: &form.chapter, variant: &form.variant, text: &form.text };
    let chapters = NewChapter::read_all(&fields, &mut problems);
    if problems.is_empty()
        && let (Some(name), Some(visibility)) = (name, visibility)
    {
        match store::create(&app.pool, viewer.id, (&name, visibility), &chapters, app.now.get()).await? {
            Ok(id) => return Ok(Redirect::to(&study_path(&id)).into_response()),
            Err(refusal) => problems.add("name", &refusal),
        }
    }
    let page = MinePage::load(&app, layout, &viewer, form).await?;
    Ok(Page::refused(MinePage { problems, ..page }).into_response())
}

/// `GET /studies/public`, perhaps with `?q=` and `?sort=`.
///
/// # Errors
/// The database fails.
pub async fn public(
    State(app): State<App>,
    layout: Layout,
    Query(query): Query<ListQuery>,
    Query(page): Query<PageQuery>,
) -> Result<Response, Error> {
    let page = page.of(A_PAGE);
    let mut studies = store::public(&app.pool, &query, (page.limit(), page.offset())).await?;
    let paging = page.loaded(&mut studies, query.address("/studies/public"));
    let is_missing = paging.missing().is_some();
    let page = PublicPage { layout, studies, query, paging };
    Ok(if is_missing { Page::missing(page) } else { Page::new(page) }.into_response())
}
