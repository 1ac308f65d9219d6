//! A game that was found, as a page shows it.

use domain::rules::position::Position;
use domain::rules::seat::Seat;

use super::hit::Hit;
use crate::boards::BoardView;
use crate::games::GameId;
use crate::web::moment::Moment;
use crate::web::page::Layout;
use crate::wording::{self, VariantNames, library as words, players_line, sides};

/// A game in the list.
#[derive(Debug)]
pub struct FoundGame {
    hit: Hit,
    day: Moment,
}

impl FoundGame {
    /// A game that was found.
    pub fn new(hit: Hit) -> Self {
        let day = Moment(hit.end.map_or(hit.begun_at, |(_, at)| at));
        Self { hit, day }
    }

    /// Its name in its address.
    pub fn id(&self) -> &GameId {
        &self.hit.key.game
    }

    /// The name of its variant.
    pub fn variant(&self) -> &'static str {
        self.hit.variant.name()
    }

    /// Who plays, the side that moves first in front: `kwik against kwek`.
    pub fn players(&self) -> String {
        players_line(self.hit.variant.seating(), None, &self.hit.players)
    }

    /// The players of each side, the one that moves first in front: `kwik`, and `kwek`.
    pub fn sides(&self) -> Vec<String> {
        sides(self.hit.variant.seating(), &self.hit.players)
    }

    /// How it ended, or that it goes on.
    pub fn result(&self) -> String {
        let end = self.hit.end.map(|(result, _)| wording::result(result, self.hit.variant.seating()));
        end.unwrap_or_else(|| words::RUNNING.to_owned())
    }

    /// The score of each side, the one that moves first in front.
    pub fn score(&self) -> Option<String> {
        let (result, _) = self.hit.end?;
        wording::score(result.outcome, self.hit.variant.seating())
    }

    /// How many turns it has.
    pub fn turns(&self) -> u32 {
        self.hit.turns
    }

    /// The same as words.
    pub fn length(&self) -> String {
        words::turns(self.hit.turns)
    }

    /// The mean of its players' ratings before it, or when it began.
    pub fn rating(&self) -> Option<i32> {
        self.hit.rating
    }

    /// When it ended, or while it runs, began.
    pub fn day(&self) -> &Moment {
        &self.day
    }

    /// Whether it goes on.
    pub fn is_running(&self) -> bool {
        self.hit.end.is_none()
    }

    /// Its last position; none if what is stored cannot be read.
    pub fn board(&self, layout: &Layout) -> Option<BoardView> {
        let position = Position::from_fen(self.hit.variant, &self.hit.fen).ok()?;
        let lower = layout.lower_seat(self.hit.variant, Seat::FIRST);
        Some(BoardView::in_list(&position, self.hit.last_squares.as_deref(), lower, words::board(&self.players())))
    }
}
