//! `GET /analysis`: shows a game, what the query says, the player's own notebook, or an empty board.

use axum::extract::Query;
use axum::response::Response;
use domain::rules::line::NodePath;
use domain::rules::ply::Ply;
use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::study::Study;
use domain::rules::variant::Variant;
use serde::Deserialize;

use super::board_state::BoardState;
use super::chapter::{self, Chapter, ChapterId};
use super::form::{AnalysisForm, seat_of};
use super::notebook::{self, NotebookKey};
use super::origin::Origin;
use super::page::AnalysisPage;
use super::saving::SaveState;
use super::step;
use crate::game_page;
use crate::games::{self, GameId, StoredGame};
use crate::platform::error::Error;
use crate::state::App;
use crate::web::page::Layout;
use crate::web::reading::Reading;
use crate::web::saved_form;

/// The query parameters.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct AnalysisQuery {
    /// A game.
    game: Option<String>,
    /// A ply of that game.
    ply: Option<String>,
    /// The variant; Duck Chess if it is missing.
    variant: Option<String>,
    /// A position to start from.
    fen: Option<String>,
    /// Turns with variations and notes, or a whole PGN.
    pgn: Option<String>,
    /// The path of the node to show.
    place: Option<String>,
    /// The seat at the lower edge: `white`.
    side: String,
    /// What was asked for by the search for games from which it was opened, as the query of an address.
    search: String,
    /// The id of a saved form.
    kept: String,
}

/// `GET /analysis`
///
/// # Errors
/// There is no such game or variant, or the game has not reached the ply.
pub async fn show(
    Reading(app): Reading,
    layout: Layout,
    Query(query): Query<AnalysisQuery>,
) -> Result<Response, Error> {
    if let Some(saved) = saved_form::load(&app.pool, layout.viewer.as_ref(), &query.kept).await?
        && let Some(form) = saved.form::<AnalysisForm>(step::PATH)
    {
        return resumed(&app, layout, &form).await;
    }
    if let Some(id) = &query.game {
        let id = GameId::read(id).ok_or(Error::NotFound)?;
        let stored = games::load(&app.pool, &id).await?.ok_or(Error::NotFound)?;
        return of_game(&app, layout, &query, stored).await;
    }
    if query.variant.is_some() || query.fen.is_some() || query.pgn.is_some() {
        let state = from_query(&query)?;
        return Ok(AnalysisPage::new(&app, layout, None, state, SaveState::Unsaved { version: None })
            .searching(query.search)
            .answer(&app)
            .await?);
    }
    let viewer = layout.account().map(|viewer| viewer.id);
    let Some(player) = viewer else {
        let state = BoardState::new(Study::new(Position::start(Variant::Duck)), NodePath::START, Seat::FIRST);
        return Ok(AnalysisPage::new(&app, layout, None, state, SaveState::Unsaved { version: None })
            .answer(&app)
            .await?);
    };
    let notebook = notebook::load(&app.pool, &NotebookKey { player, game: None }).await?;
    let version = notebook.as_ref().map_or(0, |notebook| notebook.version);
    let state = notebook.map_or_else(
        || BoardState::of(&AnalysisForm::default(), None),
        |notebook| BoardState::of_saved(&notebook, None),
    );
    let save_state = SaveState::of(&state, version);
    Ok(AnalysisPage::new(&app, layout, None, state, save_state).answer(&app).await?)
}

/// A game of a collection, from its start.
///
/// # Errors
/// The database fails.
pub async fn show_study(app: &App, layout: Layout, study: Study, origin: Origin) -> anyhow::Result<Response> {
    let side = layout.lower_seat(study.start().variant(), Seat::FIRST);
    let state = BoardState::new(study, NodePath::START, side);
    let page = AnalysisPage::new(app, layout, None, state, SaveState::Unsaved { version: None });
    page.opened_from(Some(origin)).answer(app).await
}

/// A chapter of a study, as it is saved.
///
/// # Errors
/// There is none for the viewer, or the database fails.
pub async fn show_chapter(app: &App, layout: Layout, id: &ChapterId) -> Result<Response, Error> {
    let chapter = chapter::load(&app.pool, id, layout.viewer_id()).await?.ok_or(Error::NotFound)?;
    let state = BoardState::of_saved(&chapter.saved, None);
    let save_state = looked_at(&chapter, &state);
    Ok(AnalysisPage::new(app, layout, None, state, save_state).of_chapter(Some(chapter)).answer(app).await?)
}

/// Whether a board that equals what is saved in a chapter counts as saved for its viewer.
const fn looked_at(chapter: &Chapter, state: &BoardState) -> SaveState {
    let version = chapter.saved.version;
    if chapter.may_edit { SaveState::of(state, version) } else { SaveState::Looking { version } }
}

/// What was on the board when its writer had to sign in, after its step. It is saved with their next step.
async fn resumed(app: &App, layout: Layout, form: &AnalysisForm) -> Result<Response, Error> {
    let stored = step::game_of(app, form).await?;
    let game = stored.as_ref().map(|stored| game_page::pgn_game(stored, stored.game.ply(), None, &app.public_url));
    let state = BoardState::of(form, game);
    let version = form.version.parse().ok();
    let (chapter, save_state) = match form.chapter() {
        None => (None, SaveState::Unsaved { version }),
        Some(id) => match chapter::load(&app.pool, &id, layout.viewer_id()).await? {
            None => (None, SaveState::Lost),
            Some(chapter) if chapter.may_edit => (Some(chapter), SaveState::Unsaved { version }),
            Some(chapter) => {
                let version = form.seen.parse().unwrap_or(chapter.saved.version);
                (Some(chapter), SaveState::Looking { version })
            }
        },
    };
    let page = AnalysisPage::new(app, layout, stored, state, save_state).of_chapter(chapter);
    Ok(page.opened_from(Origin::read(&form.origin, &form.way)).exploring(form).answer(app).await?)
}

async fn of_game(app: &App, layout: Layout, query: &AnalysisQuery, stored: StoredGame) -> Result<Response, Error> {
    let seating = stored.game.seating();
    let last = stored.game.ply().turns();
    let ply = query.ply.as_ref().map(|ply| ply.parse().ok().filter(|ply| *ply <= last).ok_or(Error::NotFound));
    let ply: Option<usize> = ply.transpose()?;
    let game = game_page::pgn_game(&stored, stored.game.ply(), None, &app.public_url);
    let notebook = match layout.account() {
        None => None,
        Some(viewer) => {
            notebook::load(&app.pool, &NotebookKey { player: viewer.id, game: Some(stored.id.clone()) }).await?
        }
    };
    let mut state = match &notebook {
        Some(notebook) => BoardState::of_saved(notebook, Some(game)),
        None => BoardState::of_game(game),
    };
    let save_state = match layout.account() {
        None => SaveState::Unsaved { version: None },
        Some(_) => SaveState::of(&state, notebook.map_or(0, |notebook| notebook.version)),
    };
    let own = layout.viewer.as_ref().and_then(|viewer| stored.seat_of(viewer.id)).unwrap_or(Seat::FIRST);
    state.side = seat_of(seating, &query.side).unwrap_or_else(|| layout.lower_seat(stored.game.setup().variant, own));
    if let Some(ply) = ply {
        state.place = state.study.line().nearest(NodePath::main(stored.game.entries(Ply::after(ply)).count()));
    }
    Ok(AnalysisPage::new(app, layout, Some(stored), state, save_state).answer(app).await?)
}

/// The board that the query describes. What cannot be read is put into the field for pasted text.
fn from_query(query: &AnalysisQuery) -> Result<BoardState, Error> {
    let variant = query.variant.as_deref().map_or(Some(Variant::Duck), Variant::by_key).ok_or(Error::NotFound)?;
    let mut start = Position::start(variant);
    let mut unread = None;
    if let Some(fen) = &query.fen {
        match Study::read(fen, &start) {
            Ok(study) => start = study.start().clone(),
            Err(wrong) => unread = Some((fen, wrong)),
        }
    }
    let mut study = Study::new(start);
    if let Some(pgn) = &query.pgn {
        // A variant that is named is meant.
        let read = if query.variant.is_some() { Study::read_after } else { Study::read };
        match read(pgn, study.start()) {
            Ok(read) => study = read,
            Err(wrong) => unread = unread.or(Some((pgn, wrong))),
        }
    }
    let end = study.line().last(&NodePath::START).unwrap_or_default();
    let place = query.place.as_ref().map_or(end, |place| place.parse().unwrap_or_default());
    let seating = study.start().variant().seating();
    let mut state = BoardState::new(study, place, seat_of(seating, &query.side).unwrap_or(Seat::FIRST));
    if let Some((text, wrong)) = unread {
        state.text.clone_from(text);
        state.refuse("text", &wrong);
    }
    Ok(state)
}
