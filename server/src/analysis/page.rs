//! The page: the board, the turns, and what can be done with them.

use std::sync::Arc;

use askama::Template;
use axum::response::{IntoResponse, Response};
use domain::rules::entry::Entry;
use domain::rules::line::NodePath;
use domain::rules::ply::Ply;
use domain::rules::position::Position;
use domain::rules::seat::{Seat, Seating};
use domain::rules::variant::Variant;

use super::address;
use super::draft::seat_key;
use super::made::Made;
use super::notebook::Notebook;
use super::to_game::ToGame;
use super::tree::{self, Part};
use crate::boards::{BoardData, BoardView};
use crate::game_page::versus;
use crate::games::{StoredGame, players_line};
use crate::state::App;
use crate::web::page::{Layout, Page};
use crate::wording::{self, SeatNames, VariantNames};

/// Whether what is on the board is kept.
pub enum Keeping {
    /// Nowhere but in the page.
    Loose {
        /// The version that it was taken from, if it comes from a notebook.
        version: Option<i64>,
    },
    /// In a notebook.
    Kept {
        /// Which version of it this is.
        version: i64,
    },
    /// Not yet: the notebook has been changed elsewhere.
    Other {
        /// The version that this was taken from.
        mine: i64,
        /// What is kept.
        other: Notebook,
    },
}

impl Keeping {
    /// What is on the board as it stands in a version of its notebook. What could not be read from there does not stand in it:
    /// the next step must not take its place unasked.
    pub const fn of(made: &Made, version: i64) -> Self {
        if made.is_unread { Self::Loose { version: None } } else { Self::Kept { version } }
    }
}

/// The page.
#[derive(Template)]
#[template(path = "analysis/show.html")]
pub struct AnalysisPage {
    layout: Layout,
    /// The game that is looked into.
    stored: Option<StoredGame>,
    /// The viewer's seat in it.
    seat: Option<Seat>,
    made: Made,
    position: Position,
    keeping: Keeping,
    public_url: Arc<str>,
}

/// Where one can go from the place on the board; `None` where one is there already.
struct Steps {
    start: Option<NodePath>,
    back: Option<NodePath>,
    forward: Option<NodePath>,
    last: Option<NodePath>,
}

impl AnalysisPage {
    pub fn new(app: &App, layout: Layout, stored: Option<StoredGame>, made: Made, keeping: Keeping) -> Self {
        let viewer = layout.viewer.as_ref().map(|viewer| viewer.id);
        let seat = stored.as_ref().and_then(|stored| stored.seat_of(viewer?));
        let position = made.study.position_at(&made.place).unwrap_or_else(|| made.study.start().clone());
        Self { layout, stored, seat, made, position, keeping, public_url: app.public_url.clone() }
    }

    /// 200, 422 if something was refused, 409 if the notebook has been changed elsewhere.
    pub fn answer(self) -> Response {
        match (&self.keeping, self.made.problems.is_empty()) {
            (Keeping::Other { .. }, _) => Page::moved_on(self).into_response(),
            (_, false) => Page::refused(self).into_response(),
            (_, true) => Page::new(self).into_response(),
        }
    }

    fn seating(&self) -> Seating {
        self.position.variant().seating()
    }

    fn variant(&self) -> &'static str {
        self.position.variant().name()
    }

    /// Who plays, where that is known.
    fn versus(&self) -> Option<String> {
        if let Some(stored) = &self.stored {
            return Some(versus(stored));
        }
        let tags = &self.made.study.game().tags;
        let seating = self.seating();
        let name = |seat| tags.get(seating.colour(seat).pgn_tag()).map(str::to_owned);
        let names: Vec<String> = seating.seats().map(name).collect::<Option<_>>()?;
        Some(players_line(seating, None, &names))
    }

    /// How many events of the game the page shows, for the scripts to know when it is behind.
    fn events(&self) -> u32 {
        let viewer = self.layout.viewer.as_ref().map(|viewer| viewer.id);
        self.stored.as_ref().map_or(0, |stored| stored.visible.seen_from(&stored.seats_of(viewer)))
    }

    /// The ply of the game that the board shows, or that the line on the board left it at.
    fn ply(&self) -> Ply {
        let mut place = self.made.place.clone();
        while !place.is_main() {
            match self.made.study.line().back(&place) {
                Some(back) => place = back,
                None => break,
            }
        }
        let game = self.stored.as_ref().map(|stored| &stored.game);
        let entries = game.into_iter().flat_map(|game| game.entries(game.ply()));
        entries.take(place.turns()).last().map_or(Ply::START, |(ply, _)| ply)
    }

    /// How much of the line was made in the game.
    fn made_in_game(&self) -> usize {
        self.stored.as_ref().map_or(0, |stored| stored.game.entries(stored.game.ply()).count())
    }

    fn side_key(&self) -> String {
        seat_key(self.seating(), self.made.side)
    }

    fn version(&self) -> Option<i64> {
        match self.keeping {
            Keeping::Loose { version } => version,
            Keeping::Kept { version } => Some(version),
            Keeping::Other { mine, .. } => Some(mine),
        }
    }

    fn steps(&self) -> Steps {
        let (line, place) = (self.made.study.line(), &self.made.place);
        let back = line.back(place);
        Steps {
            start: back.as_ref().map(|_| NodePath::START),
            back,
            forward: line.forward(place),
            last: line.last(place),
        }
    }

    /// The end of the line that the board is in, as a place: up to there it can be animated.
    fn end(&self) -> String {
        let place = &self.made.place;
        self.made.study.line().last(place).as_ref().unwrap_or(place).to_string()
    }

    fn parts(&self) -> Vec<Part> {
        tree::parts(&self.made.study, &self.made.place, self.made_in_game())
    }

    fn last_turn(&self) -> Option<String> {
        tree::last_turn(&self.made.study, &self.made.place)
    }

    fn is_in_variation(&self) -> bool {
        !self.made.place.is_main()
    }

    /// Whether the last turn can be taken out: one that was made in the game stays.
    fn can_remove(&self) -> bool {
        self.made.place != NodePath::START
            && !(self.made.place.is_main() && self.made.place.turns() <= self.made_in_game())
    }

    fn status(&self) -> String {
        match self.position.result() {
            Some(result) => format!("{}.", wording::result(result.into(), self.seating())),
            None => format!("{} to move.", self.seating().name(self.position.seat_to_move())),
        }
    }

    fn is_over(&self) -> bool {
        self.position.result().is_some()
    }

    /// The note at this place, or what could not be taken for it.
    fn note(&self) -> String {
        self.made.note.clone().unwrap_or_else(|| self.made.study.comment_at(&self.made.place))
    }

    fn board(&self) -> BoardView {
        let to_move = self.seating().name(self.position.seat_to_move());
        let label = match self.last_turn() {
            Some(turn) if self.is_over() => format!("The board after {turn}"),
            Some(turn) => format!("The board after {turn}, {to_move} to move"),
            None => format!("The board at the start, {to_move} to move"),
        };
        let last = self.made.study.entry_before(&self.made.place).and_then(Entry::turn);
        let before = self.made.study.line().back(&self.made.place).and_then(|back| self.made.study.position_at(&back));
        BoardView::new(&self.position, last, self.made.side, label).coming_from(before.as_ref())
    }

    fn board_data(&self) -> Result<Option<String>, serde_json::Error> {
        let ply = u32::try_from(self.made.place.turns()).unwrap_or(u32::MAX);
        let data = || BoardData::new(&self.position, self.made.side, ply);
        let check_marks = self.layout.board.check_marks;
        (!self.is_over()).then(|| data().marked_as(&self.board(), check_marks).json()).transpose()
    }

    fn fen(&self) -> String {
        self.position.fen()
    }

    fn pgn(&self) -> String {
        self.made.study.to_string()
    }

    fn address(&self) -> Option<String> {
        let path = address::of(&self.made.study, &self.made.place, self.made.side)?;
        Some(format!("{}{path}", self.public_url))
    }

    fn to_game(&self) -> Option<ToGame> {
        ToGame::of(self.stored.as_ref()?, self.seat?, &self.made.study, &self.made.place)
    }

    fn other(&self) -> Option<&Notebook> {
        match &self.keeping {
            Keeping::Other { other, .. } => Some(other),
            Keeping::Loose { .. } | Keeping::Kept { .. } => None,
        }
    }

    /// The rules for a board with nothing on it yet.
    fn variants(&self) -> impl Iterator<Item = Variant> {
        Variant::ALL.into_iter()
    }
}
