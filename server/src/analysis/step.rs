//! `POST /analysis`: the page after a step, which is also saved in a notebook or in a chapter of a study.

use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use domain::rules::pgn::PgnGame;

use super::board_state::BoardState;
use super::chapter::{self, Chapter, ChapterId};
use super::form::{AnalysisForm, BoardForStudy, Step, seat_key};
use super::notebook::NotebookKey;
use super::origin::Origin;
use super::page::AnalysisPage;
use super::saving::{SaveState, SavedIn};
use crate::accounts::{MaybeViewer, PlayerId};
use crate::games::{self, GameId, StoredGame};
use crate::platform::error::Error;
use crate::state::App;
use crate::web::form::Form;
use crate::web::page::Layout;
use crate::web::saved_form;
use crate::{game_page, sign_in};

/// `POST /analysis`
///
/// # Errors
/// There is no such game.
pub async fn step(
    State(app): State<App>,
    layout: Layout,
    MaybeViewer(viewer): MaybeViewer,
    Form(form): Form<AnalysisForm>,
) -> Result<Response, Error> {
    let form = form.with_version();
    let needs_account = matches!(form.step(), Some(Step::Keep | Step::Study | Step::Evaluate | Step::EvaluateLine))
        || !form.version.is_empty();
    if let Some(guest) = layout.guest().filter(|_| needs_account) {
        return Err(sign_in::sign_up_first(&app, guest, PATH, &form).await?);
    }
    let is_writers = viewer.is_some_and(|viewer| form.writer.is_empty() || viewer.is_called(&form.writer));
    if needs_account && !is_writers {
        let nobody = Layout::new(None, app.assets.clone(), app.public_url.clone());
        return Ok(sign_in::sign_in_first(nobody, PATH.to_owned(), form.writer.clone(), &form));
    }
    answer(&app, layout, form).await
}

/// Where the form is sent to.
pub const PATH: &str = "/analysis";

async fn answer(app: &App, layout: Layout, form: AnalysisForm) -> Result<Response, Error> {
    let stored = game_of(app, &form).await?;
    let game = stored.as_ref().map(|stored| game_page::pgn_game(stored, stored.game.ply(), None, &app.public_url));
    let state = BoardState::of(&form, game.clone());
    if state.is_other {
        return Ok(AnalysisPage::new(app, layout, None, state, SaveState::Unsaved { version: None })
            .exploring(&form)
            .answer(app)
            .await?);
    }
    let player = layout.account().map(|viewer| viewer.id);
    let (chapter, (state, save_state)) = match form.chapter() {
        Some(id) => in_chapter(app, layout.viewer_id(), &form, id, state).await?,
        None => (None, in_notebook(app, player, &form, (stored.as_ref(), game.as_ref()), state).await?),
    };
    if form.step() == Some(Step::Study)
        && state.problems.is_empty()
        && state.is_settled()
        && let Some(player) = player
    {
        let of_chapter = chapter.map(|chapter| chapter.game).unwrap_or_default();
        let game = stored.map_or(of_chapter, |stored| stored.id.to_string());
        return Ok(to_study(app, player, game, &state).await?);
    }
    let page = AnalysisPage::new(app, layout, stored, state, save_state)
        .of_chapter(chapter)
        .opened_from(Origin::read(&form.origin, &form.way))
        .exploring(&form);
    let page = match form.step() {
        Some(step @ (Step::Evaluate | Step::EvaluateLine)) => page.evaluated(app, step).await?,
        _ => page,
    };
    Ok(page.answer(app).await?)
}

/// The game that a form belongs to.
///
/// # Errors
/// There is no such game.
pub async fn game_of(app: &App, form: &AnalysisForm) -> Result<Option<StoredGame>, Error> {
    if form.game.is_empty() {
        return Ok(None);
    }
    let id = GameId::read(&form.game).ok_or(Error::NotFound)?;
    Ok(Some(games::load(&app.pool, &id).await?.ok_or(Error::NotFound)?))
}

/// Saves what is on the board in a notebook, if it belongs there.
async fn in_notebook(
    app: &App,
    player: Option<PlayerId>,
    form: &AnalysisForm,
    (stored, game): (Option<&StoredGame>, Option<&PgnGame>),
    state: BoardState,
) -> anyhow::Result<(BoardState, SaveState)> {
    let is_kept = form.chapter.is_empty() && !form.version.is_empty();
    let is_notebook = stored.is_some() || is_kept || form.step() == Some(Step::Keep);
    let Some(player) = player.filter(|_| is_notebook) else {
        return Ok((state, SaveState::Unsaved { version: None }));
    };
    let key = NotebookKey { player, game: stored.map(|stored| stored.id.clone()) };
    SavedIn::Notebook(key).take(app, form, game, state).await
}

/// The chapter that a form shows, and whether its board is saved there now.
async fn in_chapter(
    app: &App,
    viewer: Option<PlayerId>,
    form: &AnalysisForm,
    id: ChapterId,
    state: BoardState,
) -> anyhow::Result<(Option<Chapter>, (BoardState, SaveState))> {
    let chapter = chapter::load(&app.pool, &id, viewer).await?;
    let may_edit = chapter.as_ref().is_some_and(|chapter| chapter.may_edit);
    let (state, save_state) = match (viewer.filter(|_| may_edit), &chapter) {
        (Some(editor), _) => SavedIn::Chapter(id, editor).take(app, form, None, state).await?,
        // Who could change it and cannot any more is told so.
        (None, Some(chapter)) if form.version.is_empty() => {
            (state, SaveState::Looking { version: form.seen.parse().unwrap_or(chapter.saved.version) })
        }
        (None, _) => (state, SaveState::Lost),
    };
    Ok((chapter.filter(|_| !matches!(save_state, SaveState::Lost)), (state, save_state)))
}

/// The board, kept on its way to a study: the path of the page that asks which.
async fn to_study(app: &App, player: PlayerId, game: String, state: &BoardState) -> anyhow::Result<Response> {
    let seating = state.study.start().variant().seating();
    let board = BoardForStudy {
        pgn: state.study.to_string(),
        place: state.place.to_string(),
        side: seat_key(seating, state.side),
        game,
    };
    let page = BoardForStudy::PAGE;
    let path = saved_form::save(&app.pool, player, page, (page, &board), app.now.get()).await?;
    Ok(Redirect::to(&path).into_response())
}
