//! The data of a position for the scripts: each board gives its own, and what they have in common is added.

use std::collections::BTreeSet;

use domain::rules::position::Position;
use domain::rules::seat::Seat;

use super::data::{BoardData, MoveData};
use super::{BoardView, round, square};
use crate::wording;

impl BoardData {
    /// The data of a position at a ply, as a seat sees it.
    pub fn new(position: &Position, seen_from: Seat, ply: u32) -> Self {
        let data = match position {
            Position::Duck(position) => square::data(position, seen_from),
            Position::Duchess(position) => round::data(position, seen_from),
            Position::Chess(position) => square::data_of_chess(position, seen_from),
        };
        let variant = position.variant().key();
        Self { variant, fen: position.fen(), ply, ..data }.with_names(position)
    }

    fn with_names(mut self, position: &Position) -> Self {
        let becomes = |one: &MoveData| {
            let piece = self.pieces.get(&one.from)?;
            Some(format!("{}{}", piece.strip_suffix(|_: char| true)?, one.promotion?))
        };
        let promoted: BTreeSet<String> = self.moves.iter().filter_map(becomes).collect();
        if let Position::Duchess(position) = position {
            self.titles = promoted.iter().map(|code| (code.clone(), round::title(position, code))).collect();
        }
        let codes: BTreeSet<String> = self.pieces.values().cloned().chain(promoted).collect();
        for code in codes {
            let Some(letter) = code.chars().next_back() else { continue };
            let name = match position {
                Position::Duck(_) | Position::Chess(_) => square::in_words(&code).to_owned(),
                Position::Duchess(_) => round::name(&code, letter),
            };
            self.names.insert(code, name);
            let kind = wording::piece_of_letter(letter).map_or("", |names| names.one_first);
            self.kinds.insert(letter, kind);
        }
        self
    }

    /// The same with the kings that are marked on the board it belongs to.
    #[must_use]
    pub fn marked_as(self, board: &BoardView, check_marks: bool) -> Self {
        let marked = match board {
            _ if !check_marks => Vec::new(),
            BoardView::Square(board) => board.kings_in_reach().iter().map(|mark| mark.square.to_string()).collect(),
            BoardView::Round(board) => board.checks().iter().map(|mark| mark.square.to_string()).collect(),
        };
        Self { marked, ..self }
    }
}
