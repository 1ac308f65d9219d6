//! `/games/{id}`: the game's page, at any ply; and the game as PGN, FEN or a picture.

mod bar;
mod panel;

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, Query};
use axum::response::{IntoResponse, Response};
use domain::correspondence::action::ActionKind;
use domain::rules::ply::Ply;
use domain::rules::seat::Seat;
use jiff::Timestamp;
use serde::Deserialize;

pub use bar::Bar;

use super::conditionals::TreePart;
use super::extras::PageExtras;
use super::position::{self, PositionPart};
use super::preview::{Preview, versus};
use super::share::Share;
use super::store::{self, PageViewer};
use super::view::{LogEntryContent, PlayerView, RecordLine, message_hint};
use super::view_settings::{Tab, ViewSettings};
use super::{pictures, record as downloads, resumed_form};
use crate::accounts::Session;
use crate::boards;
use crate::book::BookView;
use crate::games::{self, GameId, StoredGame};
use crate::platform::database::Pool;
use crate::platform::error::Error;
use crate::web::form::Problems;
use crate::web::moment::Moment;
use crate::web::page::{Layout, Page};
use crate::web::reading::Reading;
use crate::web::saved_form;
use crate::web::visitor::IsPageView;
use crate::wording::{self, ActionNames, SeatNames, VariantNames, game_lists};

/// What an address can add.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct ShowQuery {
    /// The ply to show: the present without it.
    ply: Option<String>,
    /// The side at the lower edge: the viewer's own without it.
    side: String,
    /// The tab of the panel.
    tab: String,
    /// `yes`: a player wants the comments in the PGN too.
    comments: String,
    /// What the viewer has typed here and not sent.
    kept: String,
}

/// The page of a game.
#[derive(Template)]
#[template(path = "games/show.html")]
pub struct GamePage {
    layout: Layout,
    stored: Arc<StoredGame>,
    /// The viewer's seat, if they play.
    seat: Option<Seat>,
    /// What the viewer can do now.
    kinds: Vec<ActionKind>,
    /// The ply on the board.
    ply: Ply,
    /// From which side it is seen, and what the panel shows.
    view_settings: ViewSettings,
    now: Timestamp,
    bar: Bar,
    extras: PageExtras,
    /// What was played from the position before, if the panel shows it.
    book: Option<BookView>,
}

impl GamePage {
    /// The page of the present.
    ///
    /// # Errors
    /// The database fails.
    pub async fn load(
        pool: &Pool,
        layout: Layout,
        stored: impl Into<Arc<StoredGame>>,
        now: Timestamp,
        bar: Bar,
    ) -> anyhow::Result<Self> {
        let stored = stored.into();
        let extras = PageExtras::load(pool, &stored, layout.viewer.as_ref(), now).await?;
        Self::new(layout, stored, now, bar, extras).with_book(pool).await
    }

    fn new(layout: Layout, stored: Arc<StoredGame>, now: Timestamp, bar: Bar, extras: PageExtras) -> Self {
        let seat = layout.viewer.as_ref().and_then(|viewer| stored.seat_of(viewer.id));
        let ply = stored.game.ply();
        let kinds = seat.map_or_else(Vec::new, |seat| stored.game.actions(seat, now));
        // What is shown again is seen as it was when it was sent.
        let view_settings = ViewSettings::read(&bar.form.side, &bar.form.tab);
        Self { layout, stored, seat, kinds, ply, view_settings, now, bar, extras, book: None }
    }

    /// The page with tags that were refused.
    pub fn with_tags(mut self, typed: String, problems: Problems) -> Self {
        if let Some(panel) = &mut self.extras.tags {
            panel.typed = typed;
            panel.problems = problems;
        }
        self.view_settings.tab = Tab::Tags;
        self
    }

    /// The page with a kibitz message that was refused.
    pub fn with_kibitz(mut self, typed: String, problems: Problems) -> Self {
        if let Some(panel) = &mut self.extras.kibitz {
            panel.typed = typed;
            panel.problems = problems;
        }
        self
    }

    /// The page at a ply, seen so.
    fn seen(self, ply: Ply, view_settings: ViewSettings) -> Self {
        Self { ply, view_settings, ..self }
    }

    fn id(&self) -> &GameId {
        &self.stored.id
    }

    /// How many events of the game the page shows, so that scripts can tell when it is out of date.
    fn events(&self) -> u32 {
        let viewer = self.layout.viewer.as_ref().map(|viewer| viewer.id);
        self.stored.visible.seen_from(&self.stored.seats_of(viewer))
    }

    fn is_present(&self) -> bool {
        self.ply == self.stored.game.ply()
    }

    /// The seat at the lower edge of the board.
    fn seen_from(&self) -> Seat {
        self.position().seen_from()
    }

    /// The position that is shown.
    fn position(&self) -> PositionPart<'_> {
        PositionPart::new(&self.layout, &self.stored, self.ply, &self.view_settings, self.seat)
    }

    /// The address of the present, seen as now.
    fn present(&self) -> String {
        self.view_settings.address(self.id(), None)
    }

    /// The address of the position at a ply, seen as now.
    fn position_at(&self, ply: &Ply) -> String {
        self.view_settings.address(self.id(), Some(*ply))
    }

    fn below(&self) -> PlayerView {
        self.player(self.seen_from())
    }

    /// The others, in the order of their turns after the one at the lower edge.
    fn above(&self) -> Vec<PlayerView> {
        let (seats, below) = (self.stored.game.seating().len(), self.seen_from().index());
        let others = (1..seats).filter_map(|n| self.stored.game.seating().seat((below + n) % seats));
        others.map(|seat| self.player(seat)).collect()
    }

    fn is_for_many(&self) -> bool {
        self.stored.game.seating().len() > 2
    }

    fn player(&self, seat: Seat) -> PlayerView {
        PlayerView::new(&self.stored, seat, self.seat, self.ply, self.now, self.extras.rating(seat))
    }

    /// The number of the round of the last turn, as the record has it.
    fn last_round(&self) -> Option<u32> {
        let before = self.stored.game.position_at(self.stored.game.ply().previous()?)?;
        Some(before.fullmove_number())
    }

    fn is_own_turn(&self) -> bool {
        self.seat.is_some() && self.stored.game.seat_to_move() == self.seat
    }

    fn variant(&self) -> &'static str {
        self.stored.game.setup().variant.name()
    }

    fn versus(&self) -> String {
        versus(&self.stored)
    }

    fn title(&self) -> String {
        let versus = self.versus();
        if self.is_own_turn() { game_lists::title_on_your_turn(&versus) } else { versus }
    }

    /// The placeholder of the message field.
    fn message_hint(&self) -> &'static str {
        message_hint(&self.stored)
    }

    /// How the game shows itself elsewhere.
    fn preview(&self) -> Preview {
        Preview::new(&self.stored, self.ply, &self.layout.site)
    }

    /// What the position is passed on with.
    fn share(&self) -> Share {
        let Layout { site, board, .. } = &self.layout;
        Share::new(&self.stored, self.ply, site, self.seat.is_some(), self.seen_from(), *board)
    }

    /// For the scripts, when the viewer can make a turn on the board.
    fn board_data(&self) -> Result<Option<Arc<str>>, serde_json::Error> {
        let can_move = self.is_own_turn() && self.is_present();
        can_move.then(|| self.stored.board_data(self.seen_from(), self.layout.board.check_marks)).transpose()
    }

    /// The seats by their keys, with their names.
    fn seats(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let seating = self.stored.game.seating();
        seating.seats().map(move |seat| (seating.key(seat), seating.name(seat)))
    }

    fn result(&self) -> Option<String> {
        self.conclusion().map(|end| wording::result(end.result, self.stored.game.seating()))
    }

    /// Whether the game ended by a conditional reply that resigned or accepted a draw.
    fn ended_by_condition(&self) -> bool {
        self.conclusion().is_some_and(|end| end.conditional)
    }

    fn ended(&self) -> Option<Moment> {
        self.conclusion().map(|end| Moment(end.at))
    }
}

/// `GET /games/{id}`, and with `.pgn`, `.fen`, `.svg`, `.png`, `.gif`
///
/// # Errors
/// There is no such game, or it has not come to the ply.
pub async fn show(
    Reading(app): Reading,
    session: Session,
    is_page_view: IsPageView,
    request: pictures::PictureRequest,
    Path(path): Path<String>,
    Query(query): Query<ShowQuery>,
) -> Result<Response, Error> {
    let (id, extension) = match path.split_once('.') {
        Some((id, extension)) => (id, Some(extension)),
        None => (path.as_str(), None),
    };
    let id = GameId::read(id).ok_or(Error::NotFound)?;
    let now = app.now.get();
    let page_viewer = session.token_hash().map_or(PageViewer::Nobody, PageViewer::Session);
    let mut connection = app.pool.acquire().await?;
    let summary = store::page_summary(&mut connection, &id, page_viewer, now).await?.ok_or(Error::NotFound)?;
    let stored = app
        .games
        .remembered()
        .load(&mut connection, &id, &summary.extent, summary.viewer.as_ref().map(|viewer| viewer.id))
        .await?
        .ok_or(Error::NotFound)?;
    if let Some(format) = extension.and_then(boards::pictures::Format::of_extension) {
        drop(connection);
        return pictures::answer(&app.renderer, stored, format, &request).await;
    }
    let layout = Layout::new(summary.viewer, app.assets.clone(), app.public_url.clone());
    let ply = match &query.ply {
        None => stored.game.ply(),
        Some(ply) => position::read_ply(&stored, ply).ok_or(Error::NotFound)?,
    };
    match extension {
        None => {}
        Some("pgn") => {
            let seat = layout.viewer.and_then(|viewer| stored.seat_of(viewer.id));
            let comments_for = seat.filter(|_| query.comments == "yes");
            let changes = store::rating_changes(&mut connection, &stored).await?;
            return Ok(downloads::pgn(&stored, ply, comments_for, &changes, &app.public_url));
        }
        Some("fen") => return Ok(downloads::fen(&stored, ply)),
        Some(_) => return Err(Error::NotFound),
    }
    if let Some(kept) = saved_form::load(&mut *connection, layout.viewer.as_ref(), &query.kept).await? {
        drop(connection);
        return resumed_form::show_saved(&app, layout, stored, &kept).await;
    }
    let extras = PageExtras::at(&mut connection, &stored, layout.viewer.as_ref(), summary.details).await?;
    drop(connection);
    let page = GamePage::new(layout, stored, now, Bar::default(), extras);
    if is_page_view.0 {
        note_look(&app.pool, &page).await?;
    }
    let view_settings = ViewSettings::read(&query.side, &query.tab);
    Ok(Page::new(page.seen(ply, view_settings).with_book(&app.pool).await?).into_response())
}

/// Records up to when a player has seen their game. Nothing is written if they had seen everything already, to save a
/// write for every page view. A page of a game whose flag has fallen, but is not decided yet, does not show the end.
async fn note_look(pool: &Pool, page: &GamePage) -> anyhow::Result<()> {
    let (Some(viewer), Some(seat)) = (&page.layout.viewer, page.seat) else { return Ok(()) };
    if page.extras.has_unseen_events(&page.stored, seat) && page.stored.game.tick(page.now).is_empty() {
        games::record_page_view(pool, page.id(), viewer.id, page.stored.last_known_at(seat), page.now).await?;
    }
    Ok(())
}
