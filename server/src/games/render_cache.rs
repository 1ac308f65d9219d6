//! Derived texts of a game's turns that are the same on every page: made on first use, and cached with the game.

use std::sync::{Arc, OnceLock};

use domain::correspondence::game::Game;
use domain::rules::ply::Ply;
use domain::rules::seat::Seat;

use super::examples;
use crate::boards::{BoardData, BoardKind, BoardView};
use crate::wording::{self, SeatNames};

/// Valid for one state of a game: a change of the game starts a new cache.
#[derive(Default)]
pub struct RenderCache {
    /// By ply, from the first turn on.
    words: OnceLock<Vec<String>>,
    board: OnceLock<Board>,
    example: OnceLock<Example>,
}

/// What the player to move may type.
pub struct Example {
    /// A turn.
    pub turn: Option<String>,
    /// Conditional turns after it.
    pub line: Option<String>,
}

/// The present position for the scripts, with the view settings that it was made for.
struct Board {
    seen_from: Seat,
    check_marks: bool,
    json: Arc<str>,
}

impl RenderCache {
    /// The turn that led to a ply as it is said: `White: knight g1 to f3, duck to e5`.
    pub fn words(&self, game: &Game, ply: Ply) -> Option<&str> {
        let all =
            self.words.get_or_init(|| (1..=game.turns().len()).map(|turns| words(game, Ply::after(turns))).collect());
        Some(all.get(ply.previous()?.turns())?)
    }

    /// The present position for the scripts of the player to move, as embedded in a page. Only the first viewer's
    /// version is cached: there is hardly ever another.
    ///
    /// # Errors
    /// It cannot be written as JSON.
    pub fn board(&self, game: &Game, seen_from: Seat, check_marks: bool) -> Result<Arc<str>, serde_json::Error> {
        let cached =
            self.board.get().filter(|cached| (cached.seen_from, cached.check_marks) == (seen_from, check_marks));
        if let Some(cached) = cached {
            return Ok(Arc::clone(&cached.json));
        }
        let data = BoardData::new(game.position(), seen_from, game.ply().0);
        let view = BoardView::at(game, game.ply(), seen_from);
        let json: Arc<str> = data.marked_as(&view, check_marks).json()?.into();
        self.board.get_or_init(|| Board { seen_from, check_marks, json: Arc::clone(&json) });
        Ok(json)
    }

    /// What the player to move may type in the present position.
    pub fn example(&self, game: &Game) -> &Example {
        let position = game.position();
        self.example.get_or_init(|| Example {
            turn: examples::turn(position),
            line: examples::line_behind(position, position.seat_to_move()),
        })
    }

    /// About how many bytes all of it takes.
    pub fn memory(game: &Game) -> usize {
        const WORDS: usize = size_of::<String>() + 48;
        game.turns().len() * WORDS + BoardKind::of(game.setup().variant).data_bytes()
    }
}

fn words(game: &Game, ply: Ply) -> String {
    let before = ply.previous().and_then(|before| game.position_at(before));
    let (Some(before), Some(turn)) = (before, game.turn_before(ply)) else { return String::new() };
    format!("{}: {}", game.seating().name(before.seat_to_move()), wording::in_words(turn.turn))
}
