//! A game of a collection, as lists show it.

use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::variant::Variant;
use jiff::Timestamp;

use super::collection::CollectionId;
use crate::boards::BoardView;
use crate::web::page::Layout;
use crate::wording::{VariantNames, collections as words, library};

/// A game in the list.
pub struct FoundGame {
    /// Its collection.
    pub collection: CollectionId,
    /// Its number there.
    pub number: i32,
    /// Which game.
    pub variant: Variant,
    /// Who played, by seat; empty where nobody is named.
    pub players: Vec<String>,
    /// As in PGN.
    pub date: String,
    /// As in PGN.
    pub event: String,
    /// As in PGN.
    pub result: String,
    /// The mean of the players' ratings; 0 if there are none.
    pub rating: i32,
    /// How many turns it has.
    pub turns: u32,
    /// Its last position.
    pub fen: String,
    /// The squares of the turn that led to it, as [`squares_of`](crate::boards::squares_of) writes them, if they are known.
    pub last_squares: Option<String>,
    /// When the file was sent from which it came; `None` if that was not noted.
    pub taken_at: Option<Timestamp>,
}

impl FoundGame {
    /// The path of its page.
    pub fn path(&self) -> String {
        self.collection.game_path(self.number)
    }

    /// The name of its variant.
    pub fn variant(&self) -> &'static str {
        self.variant.name()
    }

    /// Who played: `kwik against kwek`.
    pub fn players(&self) -> String {
        words::game(self.variant.seating(), &self.players, self.number)
    }

    /// The score, if it has one.
    pub fn score(&self) -> Option<String> {
        library::score(&self.result)
    }

    /// The length as words.
    pub fn length(&self) -> String {
        library::turns(self.turns)
    }

    /// The mean rating, if there is one.
    pub fn rating(&self) -> Option<i32> {
        (self.rating > 0).then_some(self.rating)
    }

    /// The day, as far as it is known: `2026-03-01`, `2026-03` or `2026`.
    pub fn day(&self) -> Option<String> {
        Some(words::day(&self.date)).filter(|day| !day.is_empty())
    }

    /// Its last position; none if what is stored cannot be read.
    pub fn board(&self, layout: &Layout) -> Option<BoardView> {
        let position = Position::from_fen(self.variant, &self.fen).ok()?;
        let lower = layout.lower_seat(self.variant, Seat::FIRST);
        Some(BoardView::in_list(&position, self.last_squares.as_deref(), lower, library::board(&self.players())))
    }
}
