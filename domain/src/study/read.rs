//! Reading a study from what somebody pastes: a position, a game, or turns alone.

use super::{Study, StudyError};
use crate::pgn::{PgnError, PgnGame, PgnResult, Reader};
use crate::position::Position;
use crate::variant::Variant;

/// A word with so many slashes is meant as the board of a FEN; `1/2-1/2` has two. What stands in brackets is a PGN's.
const SLASHES_OF_A_FEN: usize = 3;
/// The board is the first word of a FEN; in Duchess the set-up and the seat to move stand before it.
const WORDS_TO_A_BOARD: usize = 3;
const BRACKETS_OF_A_PGN: [char; 4] = ['{', '(', '[', ';'];

impl Study {
    /// Reads a FEN, or the first game of a PGN. Turns without tags are read from `usual`, and a FEN first by the rules of its
    /// variant.
    ///
    /// # Errors
    /// What is wrong, and where; or that it is more than a study holds.
    pub fn read(text: &str, usual: &Position) -> Result<Self, StudyError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(StudyError::Nothing);
        }
        if text.len() > Self::MAX_BYTES {
            return Err(StudyError::TooLong);
        }
        match read_fen(text, usual.variant()) {
            Some(position) => position.map(Self::new),
            None => read_pgn(text, usual),
        }
    }
}

/// `None`: this is not meant as a FEN.
fn read_fen(text: &str, usual: Variant) -> Option<Result<Position, StudyError>> {
    if text.contains(BRACKETS_OF_A_PGN) || text.lines().nth(1).is_some() {
        return None;
    }
    let refused = match Position::from_fen(usual, text) {
        Ok(position) => return Some(Ok(position)),
        Err(refused) => refused,
    };
    let others = Variant::ALL.into_iter().filter(|&variant| variant != usual);
    if let Some(position) = others.filter_map(|variant| Position::from_fen(variant, text).ok()).next() {
        return Some(Ok(position));
    }
    let has_board =
        text.split_whitespace().take(WORDS_TO_A_BOARD).any(|word| word.matches('/').count() >= SLASHES_OF_A_FEN);
    has_board.then_some(Err(StudyError::Fen(refused)))
}

fn read_pgn(text: &str, usual: &Position) -> Result<Study, StudyError> {
    let has_tags = text.lines().any(|line| line.trim_start().starts_with('['));
    let header = if has_tags { String::new() } else { header(usual) };
    let game = Reader::new(format!("{header}{text}").as_bytes()).next().unwrap_or(Ok(nothing_from(usual)));
    Study::of(game.map_err(|error| located(error, text, header.lines().count()))?)
}

/// What says where turns start, and a blank line.
fn header(start: &Position) -> String {
    let whole = nothing_from(start).to_string();
    whole.split_once("\n\n").map(|(tags, _)| format!("{tags}\n\n")).unwrap_or_default()
}

fn nothing_from(start: &Position) -> PgnGame {
    PgnGame::new(start.clone(), [], PgnResult::Open)
}

/// The error with the word that it is about, counted in the text itself.
fn located(error: PgnError, text: &str, lines_before: usize) -> StudyError {
    let line = error.line.saturating_sub(lines_before).max(1);
    let there = text.lines().nth(line - 1).unwrap_or_default().chars().skip(error.column.saturating_sub(1));
    let word: String = there.take_while(|c| !c.is_whitespace()).take(20).collect();
    StudyError::Pgn { error: PgnError { line, ..error }, word }
}
