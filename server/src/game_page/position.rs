//! A position of a game on its page: the board, the same as a table, and the toolbar below it. `GET
//! /games/{id}/positions/{ply}` returns only that, for scripts that step through a game without reloading its page.

use askama::Template;
use axum::extract::{Path, Query};
use axum::response::{IntoResponse, Response};
use domain::rules::ply::Ply;
use domain::rules::seat::Seat;
use serde::Deserialize;

use super::store::{self, PageViewer};
use super::view::{Checks, ahead, seat_status};
use super::view_settings::ViewSettings;
use crate::accounts::Session;
use crate::boards::{BoardView, Rotation, numbered};
use crate::explorer::Asked;
use crate::games::{GameId, StoredGame};
use crate::platform::error::Error;
use crate::web::page::{Layout, Page};
use crate::web::reading::Reading;
use crate::wording::game_page;

/// Where one can go from a position; `None` where one is there already.
struct Steps {
    start: Option<Ply>,
    back: Option<Ply>,
    forward: Option<Ply>,
    last: Option<Ply>,
}

/// The board with what belongs to it.
#[derive(Template)]
#[template(path = "games/position.html")]
pub struct PositionPart<'a> {
    layout: &'a Layout,
    stored: &'a StoredGame,
    ply: Ply,
    view_settings: &'a ViewSettings,
    /// The seat at the lower edge unless another is requested.
    usual: Seat,
    /// The viewer's seat, if they hold one.
    viewer: Option<Seat>,
}

impl<'a> PositionPart<'a> {
    /// A position as a viewer sees it, who may hold a seat.
    pub fn new(
        layout: &'a Layout,
        stored: &'a StoredGame,
        ply: Ply,
        view_settings: &'a ViewSettings,
        seat: Option<Seat>,
    ) -> Self {
        let own = seat.unwrap_or(Seat::FIRST);
        let usual = layout.lower_seat(stored.game.setup().variant, own);
        Self { layout, stored, ply, view_settings, usual, viewer: seat }
    }

    /// The seat at the lower edge of the board.
    pub fn seen_from(&self) -> Seat {
        self.view_settings.seat(self.stored.game.seating()).unwrap_or(self.usual)
    }

    /// The board.
    pub fn board(&self) -> BoardView {
        BoardView::at(&self.stored.game, self.ply, self.seen_from())
    }

    /// How the board is brought before the next seat.
    fn rotation(&self) -> Rotation {
        self.stored.board_kind().rotation()
    }

    /// The turn that led here, with its number.
    pub fn shown_turn(&self) -> Option<String> {
        numbered(&self.stored.game, self.ply)
    }

    /// The turn that led here, in words: `White: knight g1 to f3, duck to e5`.
    pub fn turn_in_words(&self) -> Option<&str> {
        self.stored.turn_in_words(self.ply)
    }

    fn id(&self) -> &GameId {
        &self.stored.id
    }

    fn ply(&self) -> Ply {
        self.ply
    }

    fn last_ply(&self) -> Ply {
        self.stored.game.ply()
    }

    /// Where the step buttons lead from here.
    fn steps(&self) -> Steps {
        let last = self.last_ply();
        let back = self.ply().previous();
        let forward = (self.ply() < last).then(|| self.ply().next());
        Steps { start: back.map(|_| Ply::START), back, forward, last: forward.map(|_| last) }
    }

    /// The position in words: `1... e6@e2. Black: pawn e7 to e6, duck to e2.`
    pub fn description(&self) -> String {
        match (self.shown_turn(), self.turn_in_words()) {
            (Some(turn), Some(words)) => game_page::position_after(&turn, words),
            _ => game_page::FIRST_POSITION.to_owned(),
        }
    }

    /// The address of the present position, with the same view settings.
    pub fn latest(&self) -> String {
        self.view_settings.address(self.id(), None)
    }

    /// The address of another position, with the same view settings.
    fn address(&self, ply: &Ply) -> String {
        self.view_settings.address(self.id(), Some(*ply))
    }

    /// The address of the position seen from the next seat.
    fn flip_address(&self) -> String {
        let seating = self.stored.game.seating();
        let next = seating.seat((self.seen_from().index() + 1) % seating.len());
        let side = next.map_or("", |seat| seating.key(seat));
        let flipped = ViewSettings::read(side, self.view_settings.tab.key());
        flipped.exploring(self.view_settings.explored.clone()).address(self.id(), Some(self.ply))
    }

    /// The checks that each player has given by now, where they count.
    pub fn checks(&self) -> Vec<(&'static str, Checks)> {
        let seating = self.stored.game.seating();
        let given = |seat| Some((seating.key(seat), Checks::by(self.stored, seat, self.ply)?));
        seating.seats().filter_map(given).collect()
    }

    /// By how many pawns each seat is ahead by now: 0 where it is not. None where pieces have no usual worth.
    pub fn ahead(&self) -> Vec<(&'static str, u32)> {
        let game = &self.stored.game;
        let seating = game.seating();
        let counts = game.position().material().iter().all(|(_, each)| each.points.is_some());
        let each = |seat| (seating.key(seat), ahead(game, seat, self.ply).unwrap_or_default());
        seating.seats().filter(|_| counts).map(each).collect()
    }

    /// The status of each seat at this ply, where more than two play; empty if there is nothing to say.
    pub fn seat_statuses(&self) -> Vec<(&'static str, &'static str)> {
        let game = &self.stored.game;
        let seating = game.seating();
        let stands = |seat| (seating.key(seat), seat_status(game, seat, self.viewer, self.ply).unwrap_or_default());
        seating.seats().filter(|_| seating.has_many_seats()).map(stands).collect()
    }
}

/// A ply that the game has come to.
pub fn read_ply(stored: &StoredGame, text: &str) -> Option<Ply> {
    let ply = Ply(text.parse().ok()?);
    (ply <= stored.game.ply()).then_some(ply)
}

/// What an address can add.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct PositionQuery {
    side: String,
    tab: String,
    #[serde(flatten)]
    explored: Asked,
}

#[derive(Template)]
#[template(path = "games/position_alone.html")]
struct PositionAlone<'a> {
    position: PositionPart<'a>,
}

/// `GET /games/{id}/positions/{ply}`
///
/// # Errors
/// There is no such game, or it has not come to the ply.
pub async fn show(
    Reading(app): Reading,
    session: Session,
    Path((id, ply)): Path<(String, String)>,
    Query(query): Query<PositionQuery>,
) -> Result<Response, Error> {
    let id = GameId::read(&id).ok_or(Error::NotFound)?;
    let page_viewer = session.token_hash().map_or(PageViewer::Nobody, PageViewer::Session);
    let mut connection = app.pool.acquire().await?;
    let summary =
        store::page_summary(&mut connection, &id, page_viewer, app.now.get()).await?.ok_or(Error::NotFound)?;
    let stored = app
        .games
        .remembered()
        .load(&mut connection, &id, &summary.extent, summary.viewer.as_ref().map(|viewer| viewer.id))
        .await?
        .ok_or(Error::NotFound)?;
    let layout = Layout::new(summary.viewer, app.assets.clone(), app.public_url.clone());
    let ply = read_ply(&stored, &ply).ok_or(Error::NotFound)?;
    let view_settings = ViewSettings::read(&query.side, &query.tab).exploring(query.explored);
    let seat = layout.viewer.as_ref().and_then(|viewer| stored.seat_of(viewer.id));
    let position = PositionPart::new(&layout, &stored, ply, &view_settings, seat);
    Ok(Page::new(PositionAlone { position }).into_response())
}
