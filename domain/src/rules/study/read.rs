//! Reading a study from what somebody pastes: a position, a game, or turns alone.

use super::{Study, StudyError};
use crate::rules::duchess::{DuchessFen, DuchessPosition, DuchessTurn, SetUp};
use crate::rules::duck::DuckTurn;
use crate::rules::pgn::{PgnError, PgnGame, PgnProblem, PgnReader, PgnResult};
use crate::rules::position::Position;
use crate::rules::turn::TurnError;
use crate::rules::variant::Variant;

/// A word with so many slashes is meant as the board of a FEN; `1/2-1/2` has two. What stands in brackets is a PGN's.
const SLASHES_OF_A_FEN: usize = 3;
const BRACKETS_OF_A_PGN: [char; 4] = ['{', '(', '[', ';'];

impl Study {
    /// Reads a FEN, or the first game of a PGN. Turns without tags are read from `usual`. A FEN is read by the rules that it is
    /// meant for, whatever `usual` is; where more than one have the same form, first by those of `usual`.
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

    /// Reads a FEN, or every game of a PGN, in order. Turns without tags are read from `usual`. None of them is bounded: see
    /// [`Study::of`].
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn games_in(text: &str, usual: &Position) -> Result<Vec<PgnGame>, StudyError> {
        let text = text.trim();
        if let Some(position) = read_fen(text, usual.variant()).filter(|_| !text.is_empty()) {
            return Ok(vec![nothing_from(&position?)]);
        }
        let header = header_for(text, usual);
        let whole = format!("{header}{text}");
        let games = PgnReader::new(whole.as_bytes()).map(|game| game.map_err(|error| explained(error, text, &header)));
        let games: Vec<_> = games.collect::<Result<_, _>>()?;
        if text.is_empty() || games.is_empty() { Err(StudyError::Nothing) } else { Ok(games) }
    }
}

/// `None`: this is not meant as a FEN.
fn read_fen(text: &str, usual: Variant) -> Option<Result<Position, StudyError>> {
    if text.contains(BRACKETS_OF_A_PGN) {
        return None;
    }
    if DuchessFen::is_meant_by(text) {
        let read = text.parse::<DuchessPosition>();
        return Some(read.map(Position::from).map_err(|error| StudyError::Fen(error.into())));
    }
    let counts_checks = text.contains('+');
    let meant = match usual {
        Variant::Duck | Variant::Duchess(_) if counts_checks => Variant::ThreeCheckDuck,
        Variant::Duchess(_) => Variant::Duck,
        Variant::Duck | Variant::ThreeCheckDuck => usual,
    };
    let has_board = text.split_whitespace().next().is_some_and(|word| word.matches('/').count() >= SLASHES_OF_A_FEN);
    match Position::from_fen(meant, text) {
        Ok(position) => Some(Ok(position)),
        Err(refused) => has_board.then_some(Err(StudyError::Fen(refused))),
    }
}

fn read_pgn(text: &str, usual: &Position) -> Result<Study, StudyError> {
    let header = header_for(text, usual);
    let game = PgnReader::new(format!("{header}{text}").as_bytes()).next().unwrap_or(Ok(nothing_from(usual)));
    Study::of(game.map_err(|error| explained(error, text, &header))?)
}

/// What is put before a text that does not say itself where its turns start.
fn header_for(text: &str, usual: &Position) -> String {
    let has_tags = text.lines().any(|line| line.trim_start().starts_with('['));
    if has_tags { String::new() } else { header(usual) }
}

/// The error as it is about the text alone, without what was put before it.
fn explained(error: PgnError, text: &str, header: &str) -> StudyError {
    of_other_game(located(error, text, header.lines().count()), text)
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

/// Says so of a turn that is none where it stands, but is written as those of another game, which the text does not name.
fn of_other_game(refused: StudyError, text: &str) -> StudyError {
    let StudyError::Pgn { error, word } = &refused else { return refused };
    let PgnProblem::Turn(problem) = &error.problem else { return refused };
    let is_turn = match problem {
        _ if text.contains("[Variant ") => false,
        TurnError::Duck(_) => DuchessTurn::is_meant_by(word),
        TurnError::Duchess(_) => DuckTurn::is_meant_by(word),
    };
    if !is_turn {
        return refused;
    }
    let written_as = match problem {
        TurnError::Duck(_) => Variant::Duchess(SetUp::Six),
        TurnError::Duchess(_) => Variant::Duck,
    };
    StudyError::OtherGame { line: error.line, column: error.column, word: word.clone(), written_as }
}
