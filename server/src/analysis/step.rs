//! `POST /analysis`: the page after a step, which also saves a notebook.

use axum::extract::State;
use axum::response::Response;
use domain::rules::pgn::PgnGame;
use domain::rules::study::Study;

use super::board_state::BoardState;
use super::form::{AnalysisForm, Step};
use super::notebook::{self, Notebook, NotebookKey};
use super::page::{AnalysisPage, SaveState};
use super::show::from_notebook;
use crate::accounts::MaybeViewer;
use crate::games::{self, GameId, StoredGame};
use crate::platform::error::Error;
use crate::state::App;
use crate::web::form::Form;
use crate::web::page::Layout;
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
    let needs_account = matches!(form.step(), Some(Step::Keep | Step::Evaluate)) || !form.version.is_empty();
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
    let mut state = BoardState::of(&form, game.clone());
    if state.is_other {
        return Ok(AnalysisPage::new(app, layout, None, state, SaveState::Unsaved { version: None })
            .exploring(&form)
            .answer(app)
            .await?);
    }
    let is_notebook = stored.is_some() || !form.version.is_empty() || form.step() == Some(Step::Keep);
    let player = layout.account().map(|viewer| viewer.id).filter(|_| is_notebook);
    let save_state = match player {
        None => SaveState::Unsaved { version: None },
        Some(player) => {
            let key = NotebookKey { player, game: stored.as_ref().map(|stored| stored.id.clone()) };
            in_notebook(app, &key, &form, game, &mut state).await?
        }
    };
    let page = AnalysisPage::new(app, layout, stored, state, save_state)
        .opened_from(form.origin.parse().ok())
        .exploring(&form);
    let page = if form.step() == Some(Step::Evaluate) { page.evaluated(app).await? } else { page };
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

/// Saves what is on the board, unless the notebook has been changed since the form was loaded from it.
async fn in_notebook(
    app: &App,
    key: &NotebookKey,
    form: &AnalysisForm,
    game: Option<PgnGame>,
    state: &mut BoardState,
) -> Result<SaveState, Error> {
    let found = notebook::load(&app.pool, key).await?;
    let version = found.as_ref().map_or(0, |found| found.version);
    let (mine, seen) = (form.version.parse().unwrap_or_default(), form.other.parse().ok());
    let base = match (form.step(), &found) {
        (Some(Step::Take), Some(found)) => {
            *state = from_notebook(found, game);
            return Ok(SaveState::of(state, version));
        }
        (Some(Step::Join), Some(found)) => match state.study.join(&from_notebook(found, game.clone()).study) {
            Ok(()) => seen.unwrap_or(mine),
            Err(wrong) => {
                state.refuse("tree", &wrong);
                mine
            }
        },
        (Some(Step::Replace), _) => seen.unwrap_or(mine),
        _ => mine,
    };
    let is_kept = found.as_ref().is_some_and(|found| found.pgn == state.study.to_string());
    let is_bare = game.map_or_else(|| state.study.is_empty(), |game| Study::of(game).as_ref() == Ok(&state.study));
    if state.is_unread {
        return Ok(SaveState::of(state, version));
    }
    if is_kept || (version == 0 && is_bare) {
        return Ok(SaveState::Saved { version });
    }
    if base == version
        && let Some(version) = notebook::save(&app.pool, key, version, state, app.now.get()).await?
    {
        return Ok(SaveState::Saved { version });
    }
    let other: Option<Notebook> = if base == version { notebook::load(&app.pool, key).await? } else { found };
    Ok(other.map_or(SaveState::Unsaved { version: None }, |other| SaveState::Other { mine, other }))
}
