//! `GET /analysis`: of a game, of what an address says, of the player's own notebook, or of nothing yet.

use axum::extract::{Query, State};
use axum::response::Response;
use domain::rules::line::NodePath;
use domain::rules::pgn::PgnGame;
use domain::rules::ply::Ply;
use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::study::Study;
use domain::rules::variant::Variant;
use serde::Deserialize;

use super::draft::{Draft, seat_key, seat_of};
use super::made::Made;
use super::notebook::{self, Key, Notebook};
use super::page::{AnalysisPage, Keeping};
use super::step;
use crate::game_page;
use crate::games::{self, GameId, StoredGame};
use crate::platform::error::Error;
use crate::state::App;
use crate::web::page::Layout;
use crate::web::saved_form;

/// What an address can say.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Asked {
    /// A game.
    game: Option<String>,
    /// A ply of that game.
    ply: Option<String>,
    /// The rules, without which those of Duck Chess hold.
    variant: Option<String>,
    /// A position to start from.
    fen: Option<String>,
    /// Turns with variations and notes, or all of a PGN.
    pgn: Option<String>,
    /// A place among them.
    place: Option<String>,
    /// The seat at the lower edge: `white`.
    side: String,
    /// A form that could not be sent.
    kept: String,
}

/// `GET /analysis`
///
/// # Errors
/// There is no such game or variant, or the game has not come to the ply.
pub async fn show(State(app): State<App>, layout: Layout, Query(asked): Query<Asked>) -> Result<Response, Error> {
    if let Some(kept) = saved_form::load(&app.pool, layout.viewer.as_ref(), &asked.kept).await?
        && let Some(draft) = kept.form::<Draft>(step::PATH)
    {
        return returned(&app, layout, &draft).await;
    }
    if let Some(id) = &asked.game {
        let id = GameId::read(id).ok_or(Error::NotFound)?;
        let stored = games::load(&app.pool, &id).await?.ok_or(Error::NotFound)?;
        return of_game(&app, layout, &asked, stored).await;
    }
    if asked.variant.is_some() || asked.fen.is_some() || asked.pgn.is_some() {
        let made = said(&asked)?;
        return Ok(AnalysisPage::new(&app, layout, None, made, Keeping::Loose { version: None }).answer());
    }
    let viewer = layout.viewer.as_ref().map(|viewer| viewer.id);
    let Some(player) = viewer else {
        let made = Made::new(Study::new(Position::start(Variant::Duck)), NodePath::START, Seat::FIRST);
        return Ok(AnalysisPage::new(&app, layout, None, made, Keeping::Loose { version: None }).answer());
    };
    let kept = notebook::load(&app.pool, &Key { player, game: None }).await?;
    let version = kept.as_ref().map_or(0, |kept| kept.version);
    let made = kept.map_or_else(|| Made::of(&Draft::default(), None), |kept| from_notebook(&kept, None));
    let keeping = Keeping::of(&made, version);
    Ok(AnalysisPage::new(&app, layout, None, made, keeping).answer())
}

/// What was on the board when its writer had to sign in, after its step. It is kept once they go on.
async fn returned(app: &App, layout: Layout, draft: &Draft) -> Result<Response, Error> {
    let stored = step::game_of(app, draft).await?;
    let game = stored.as_ref().map(|stored| game_page::pgn_game(stored, stored.game.ply(), None, &app.public_url));
    let made = Made::of(draft, game);
    let version = draft.version.parse().ok();
    Ok(AnalysisPage::new(app, layout, stored, made, Keeping::Loose { version }).answer())
}

async fn of_game(app: &App, layout: Layout, asked: &Asked, stored: StoredGame) -> Result<Response, Error> {
    let seating = stored.game.seating();
    let last = stored.game.ply().turns();
    let ply = asked.ply.as_ref().map(|ply| ply.parse().ok().filter(|ply| *ply <= last).ok_or(Error::NotFound));
    let ply: Option<usize> = ply.transpose()?;
    let game = game_page::pgn_game(&stored, stored.game.ply(), None, &app.public_url);
    let kept = match &layout.viewer {
        None => None,
        Some(viewer) => notebook::load(&app.pool, &Key { player: viewer.id, game: Some(stored.id.clone()) }).await?,
    };
    let mut made = match &kept {
        Some(kept) => from_notebook(kept, Some(game)),
        None => Made::of_game(game),
    };
    let keeping = match &layout.viewer {
        None => Keeping::Loose { version: None },
        Some(_) => Keeping::of(&made, kept.map_or(0, |kept| kept.version)),
    };
    let own = layout.viewer.as_ref().and_then(|viewer| stored.seat_of(viewer.id)).unwrap_or(Seat::FIRST);
    made.side = seat_of(seating, &asked.side).unwrap_or_else(|| layout.lower_seat(stored.game.setup().variant, own));
    if let Some(ply) = ply {
        made.place = made.study.line().nearest(NodePath::main(stored.game.entries(Ply::after(ply)).count()));
    }
    Ok(AnalysisPage::new(app, layout, Some(stored), made, keeping).answer())
}

/// What an address says. What cannot be read is in the field for what is pasted.
fn said(asked: &Asked) -> Result<Made, Error> {
    let variant = asked.variant.as_deref().map(str::parse).transpose().map_err(|_| Error::NotFound)?;
    let mut start = Position::start(variant.unwrap_or(Variant::Duck));
    let mut unread = None;
    if let Some(fen) = &asked.fen {
        match Study::read(fen, &start) {
            Ok(study) => start = study.start().clone(),
            Err(wrong) => unread = Some((fen, wrong)),
        }
    }
    let mut study = Study::new(start);
    if let Some(pgn) = &asked.pgn {
        match Study::read(pgn, study.start()) {
            Ok(read) => study = read,
            Err(wrong) => unread = unread.or(Some((pgn, wrong))),
        }
    }
    let end = study.line().last(&NodePath::START).unwrap_or_default();
    let place = asked.place.as_ref().map_or(end, |place| place.parse().unwrap_or_default());
    let seating = study.start().variant().seating();
    let mut made = Made::new(study, place, seat_of(seating, &asked.side).unwrap_or(Seat::FIRST));
    if let Some((text, wrong)) = unread {
        made.text.clone_from(text);
        made.refuse("text", &wrong);
    }
    Ok(made)
}

/// What a notebook holds.
pub fn from_notebook(kept: &Notebook, game: Option<PgnGame>) -> Made {
    let (pgn, place) = (kept.pgn.clone(), kept.place.clone());
    let mut made = Made::of(&Draft { pgn, place, ..Draft::default() }, game);
    let seating = made.study.start().variant().seating();
    made.side = seat_of(seating, &seat_key(seating, kept.side)).unwrap_or(Seat::FIRST);
    made
}
