//! The page of a game, at any ply.

mod bar;
mod panel;

use std::sync::Arc;

use askama::Template;
use domain::correspondence::action::ActionKind;
use domain::rules::ply::Ply;
use domain::rules::seat::Seat;
use jiff::Timestamp;

pub use bar::Bar;

use super::computer::ComputerPanel;
use super::conditionals::TreePart;
use super::extras::PageExtras;
use super::position::PositionPart;
use super::preview::{Preview, versus};
use super::share::Share;
use super::view::{LogEntryContent, PlayerView, RecordLine, message_hint};
use super::view_settings::{Tab, ViewSettings};
use crate::computers;
use crate::explorer::ExplorerView;
use crate::games::{self, GameId, StoredGame};
use crate::platform::database::Pool;
use crate::state::App;
use crate::web::form::Problems;
use crate::web::moment::Moment;
use crate::web::page::Layout;
use crate::wording::{self, ActionNames, SeatNames, VariantNames, game_lists};

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
    explorer: Option<ExplorerView>,
    /// What the computer says of the game, if the panel shows it.
    computer: Option<ComputerPanel>,
}

impl GamePage {
    /// The page of the present.
    ///
    /// # Errors
    /// The database fails.
    pub async fn load(
        app: &App,
        layout: Layout,
        stored: impl Into<Arc<StoredGame>>,
        now: Timestamp,
        bar: Bar,
    ) -> anyhow::Result<Self> {
        let stored = stored.into();
        let extras = PageExtras::load(&app.pool, &stored, layout.viewer.as_ref(), now).await?;
        Self::new(layout, stored, now, bar, extras).with_tab(app).await
    }

    /// The page of the present, with extras that have been read.
    pub(super) fn new(layout: Layout, stored: Arc<StoredGame>, now: Timestamp, bar: Bar, extras: PageExtras) -> Self {
        let seat = layout.viewer.as_ref().and_then(|viewer| stored.seat_of(viewer.id));
        let ply = stored.game.ply();
        let kinds = seat.map_or_else(Vec::new, |seat| stored.game.actions(seat, now));
        // What is shown again is seen as it was when it was sent.
        let view_settings = ViewSettings::read(&bar.form.side, &bar.form.tab);
        Self { layout, stored, seat, kinds, ply, view_settings, now, bar, extras, explorer: None, computer: None }
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
    pub(super) fn seen(self, ply: Ply, view_settings: ViewSettings) -> Self {
        Self { ply, view_settings, ..self }
    }

    pub(super) fn id(&self) -> &GameId {
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
        self.stored.game.seating().is_for_many()
    }

    fn has_many_seats(&self) -> bool {
        self.stored.game.seating().has_many_seats()
    }

    fn player(&self, seat: Seat) -> PlayerView {
        PlayerView::new(&self.stored, seat, self.seat, self.ply, self.now, self.extras.standing(seat))
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

    /// Whether the viewer plays, and nobody else does but computers.
    fn is_with_computers_only(&self) -> bool {
        let (seating, own) = (self.stored.game.seating(), self.seat);
        let is_own = |seat| own.is_some_and(|own| seating.is_same_player(own, seat));
        own.is_some() && seating.seats().filter(|&seat| !is_own(seat)).all(|seat| self.extras.is_computer(seat))
    }

    /// By when a computer that answers like a letter has made its turn, if it is to move; `None` if none of them does, or the game is
    /// over, or no worker has come in time.
    fn answers_by(&self) -> Option<AnswersBy> {
        let game = &self.stored.game;
        let to_move = game.seat_to_move()?;
        match (self.extras.like_post, self.extras.is_computer(to_move)) {
            (false, false) => return None,
            (false, true) => return Some(AnswersBy::AtOnce),
            (true, false) => return Some(AnswersBy::AfterYourTurn),
            (true, true) => {}
        }
        let by = game.turn_since() + computers::LATEST_LIKE_POST;
        (by > self.now).then(|| AnswersBy::At(self.stored.players[to_move].name.to_string(), Moment(by)))
    }

    /// How the game shows itself elsewhere.
    fn preview(&self) -> Preview {
        Preview::new(&self.stored, self.ply, &self.layout.site)
    }

    /// What the position is shared with.
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

    /// Whether the viewer is none of its players.
    pub(super) fn is_of_others(&self) -> bool {
        self.seat.is_none()
    }

    /// Records up to when a player has seen their game. Nothing is written if they had seen everything already, to save a
    /// write for every page view. A page of a game whose flag has fallen, but is not decided yet, does not show the end.
    ///
    /// # Errors
    /// The database fails.
    pub(super) async fn record_view(&self, pool: &Pool) -> anyhow::Result<()> {
        let (Some(viewer), Some(seat)) = (&self.layout.viewer, self.seat) else { return Ok(()) };
        if self.extras.has_unseen_events(&self.stored, seat) && self.stored.game.tick(self.now).is_empty() {
            games::record_page_view(pool, self.id(), viewer.id, self.stored.last_known_at(seat), self.now).await?;
        }
        Ok(())
    }
}

/// When a computer answers.
enum AnswersBy {
    /// Within seconds: only who has no scripts has to be told to look for it.
    AtOnce,
    /// This one takes some hours, as people do: at this instant at the latest.
    At(String, Moment),
    /// Some hours after the turn that is to be made now.
    AfterYourTurn,
}
