//! `/studies/add`: a board of the analysis board becomes a chapter, of a study that its player may edit or of a new one.

use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use domain::rules::line::NodePath;
use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::study::Study;
use domain::rules::variant::Variant;
use serde::{Deserialize, Serialize};

use super::error::StudyRefusal;
use super::new_chapter::NewChapter;
use super::store;
use super::study::ListedStudy;
use crate::accounts::Viewer;
use crate::analysis::{BoardForStudy, ChapterId, seat_of};
use crate::boards::BoardView;
use crate::platform::chance::ShortId;
use crate::platform::error::Error;
use crate::sign_in::{PlayerForm, ResumableForm};
use crate::state::App;
use crate::web::form::Problems;
use crate::web::page::{Layout, Page};
use crate::web::saved_form::{self, SavedFormQuery};
use crate::web::title::Title;
use crate::web::visibility::Visibility;
use crate::wording::shared_studies as words;

/// The board, and where it is to go.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct FromBoardForm {
    #[serde(flatten)]
    board: BoardForStudy,
    /// The study; empty: a new one.
    study: String,
    /// What a new one is called.
    name: String,
    /// What the chapter is called.
    chapter: String,
}

impl ResumableForm for FromBoardForm {}

#[derive(Template)]
#[template(path = "studies/add.html")]
struct FromBoardPage {
    layout: Layout,
    /// Those that the player may edit.
    studies: Vec<ListedStudy>,
    form: FromBoardForm,
    problems: Problems,
}

impl FromBoardPage {
    async fn load(app: &App, layout: Layout, viewer: &Viewer, form: FromBoardForm) -> anyhow::Result<Self> {
        let mut studies = store::of_player(&app.pool, viewer.id).await?;
        studies.retain(|study| study.role.may_edit());
        Ok(Self { layout, studies, form, problems: Problems::default() })
    }

    /// What is on the board; none if it cannot be read.
    fn board(&self) -> Option<BoardView> {
        let board = &self.form.board;
        let study = Study::read(&board.pgn, &Position::start(Variant::Duck)).ok()?;
        let place: NodePath = study.line().nearest(board.place.parse().unwrap_or_default());
        let side = seat_of(study.start().seating(), &board.side).unwrap_or(Seat::FIRST);
        let label = words::board("this chapter");
        Some(BoardView::new(&study.position_at(&place)?, None, side, label))
    }
}

/// `GET /studies/add?kept=`: the board that was on its way.
///
/// # Errors
/// Nobody is signed in, or the database fails.
pub async fn show(
    State(app): State<App>,
    layout: Layout,
    viewer: Viewer,
    Query(query): Query<SavedFormQuery>,
) -> Result<Response, Error> {
    let saved = saved_form::load(&app.pool, Some(&viewer), &query.kept).await?;
    let form = saved.and_then(|saved| saved.form::<FromBoardForm>(BoardForStudy::PAGE));
    let Some(form) = form.filter(|form| !form.board.pgn.is_empty()) else {
        // It is kept for some days only.
        return Ok(Redirect::to("/studies").into_response());
    };
    Ok(Page::new(FromBoardPage::load(&app, layout, &viewer, form).await?).into_response())
}

/// `POST /studies/add`
///
/// # Errors
/// Nobody is signed in, or the database fails.
pub async fn submit(
    State(app): State<App>,
    layout: Layout,
    PlayerForm { viewer, form }: PlayerForm<FromBoardForm>,
) -> Result<Response, Error> {
    let mut problems = Problems::default();
    let chapter = NewChapter::of_board(&form.board, &form.chapter, &mut problems);
    let new_name = match form.study.as_str() {
        "" => problems.note("name", Title::read(&form.name)),
        _ => None,
    };
    if let Some(chapter) = chapter.filter(|_| problems.is_empty()) {
        let (chapters, now) = ([chapter], app.now.get());
        let added = match (new_name, ShortId::read(&form.study)) {
            (Some(name), _) => {
                let made = store::create(&app.pool, viewer.id, (&name, Visibility::Private), &chapters, now).await?;
                made.map(|study| ChapterId { study, number: 1 })
            }
            (None, Some(study)) => {
                let added = store::add(&app.pool, (&study, viewer.id), &chapters, now).await?;
                let added = added.unwrap_or(Err(StudyRefusal::NoSuchStudy));
                added.map(|number| ChapterId { study, number })
            }
            (None, None) => Err(StudyRefusal::NoSuchStudy),
        };
        match added {
            Ok(chapter) => return Ok(Redirect::to(&chapter.path()).into_response()),
            Err(refusal) => problems.add("study", &refusal),
        }
    }
    let page = FromBoardPage::load(&app, layout, &viewer, form).await?;
    Ok(Page::refused(FromBoardPage { problems, ..page }).into_response())
}
