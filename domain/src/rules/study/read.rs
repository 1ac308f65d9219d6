//! Reading a study from what somebody pastes: a position, a game, or turns alone.

use super::{Study, StudyError};
use crate::rules::chess::ChessTurnError;
use crate::rules::duchess::{DuchessFen, DuchessPosition, DuchessTurn, SetUp};
use crate::rules::duck::{DUCK_SIGNS, DuckTurn, DuckTurnError};
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
        Self::read_text(text, usual, true)
    }

    /// The same, but turns without tags are read by the rules of `start` alone: a forgotten duck does not make them chess.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_after(text: &str, start: &Position) -> Result<Self, StudyError> {
        Self::read_text(text, start, false)
    }

    fn read_text(text: &str, usual: &Position, may_be_other: bool) -> Result<Self, StudyError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(StudyError::Nothing);
        }
        if text.len() > Self::MAX_BYTES {
            return Err(StudyError::TooLong);
        }
        match read_fen(text, usual.variant()) {
            Some(position) => position.map(Self::new),
            None => read_pgn(text, usual, may_be_other),
        }
    }

    /// Reads a FEN, or the first games of a PGN, at most `most` of them, in order. Turns without tags are read from `usual`; where that is
    /// the start of chess or Duck Chess, the first turn decides which of them it is. None of the games is bounded: see [`Study::of`].
    /// Of a game that cannot be read it is said what is wrong, and where in the text.
    ///
    /// # Errors
    /// There is no game in it.
    pub fn games_in(text: &str, usual: &Position, most: usize) -> Result<Vec<Result<PgnGame, StudyError>>, StudyError> {
        let text = text.trim();
        if let Some(position) = read_fen(text, usual.variant()).filter(|_| !text.is_empty()) {
            return Ok(vec![position.map(|position| nothing_from(&position))]);
        }
        let is_told_by_the_first_turn =
            [Variant::Duck, Variant::Chess].into_iter().any(|variant| *usual == Position::start(variant));
        let header = if is_told_by_the_first_turn { String::new() } else { header_for(text, usual) };
        let whole = format!("{header}{text}");
        let games = PgnReader::new(whole.as_bytes()).map(|game| game.map_err(|error| explained(error, text, &header)));
        let games: Vec<_> = games.take(most).collect();
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
    let (counts_checks, has_duck) = (text.contains('+'), text.contains('*'));
    let meant = match usual {
        Variant::Duck | Variant::Duchess(_) | Variant::Chess if counts_checks => Variant::ThreeCheckDuck,
        Variant::Duchess(_) => Variant::Duck,
        Variant::Chess if has_duck => Variant::Duck,
        Variant::Duck | Variant::ThreeCheckDuck | Variant::Chess => usual,
    };
    let has_board = text.split_whitespace().next().is_some_and(|word| word.matches('/').count() >= SLASHES_OF_A_FEN);
    match Position::from_fen(meant, text) {
        Ok(position) => Some(Ok(position)),
        Err(refused) => has_board.then_some(Err(StudyError::Fen(refused))),
    }
}

/// Reads a game, or turns from `usual`. Where no duck has come yet, turns of chess and of Duck Chess are told apart by the first.
fn read_pgn(text: &str, usual: &Position, may_be_other: bool) -> Result<Study, StudyError> {
    let read = read_pgn_after(&header_for(text, usual), text, usual);
    let Err(refused) = read else { return read };
    let Some(other) = other_start(&refused, usual).filter(|_| may_be_other) else { return Err(refused) };
    // The rules by which more can be read are those that are meant.
    read_pgn_after(&header(&other), text, &other)
        .map_err(|other| if place_of(&other) > place_of(&refused) { other } else { refused })
}

/// The line and the column of an error.
fn place_of(error: &StudyError) -> Option<(usize, usize)> {
    match error {
        StudyError::Pgn { error, .. } => Some((error.line, error.column)),
        _ => None,
    }
}

/// The same start with a duck to come, or without one, if that is what a text was refused for.
fn other_start(refused: &StudyError, usual: &Position) -> Option<Position> {
    let StudyError::Pgn { error: PgnError { problem: PgnProblem::Turn { error, .. }, .. }, .. } = refused else {
        return None;
    };
    let other = match (error, usual.variant()) {
        (TurnError::Duck(DuckTurnError::DuckMissing), Variant::Duck) => Variant::Chess,
        (TurnError::Chess(ChessTurnError::NoDuckHere), Variant::Chess) => Variant::Duck,
        _ => return None,
    };
    Position::from_fen(other, &usual.fen()).ok()
}

fn read_pgn_after(header: &str, text: &str, usual: &Position) -> Result<Study, StudyError> {
    let game = PgnReader::new(format!("{header}{text}").as_bytes()).next().unwrap_or(Ok(nothing_from(usual)));
    Study::of(game.map_err(|error| explained(error, text, header))?)
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
    let tags = whole.split_once("\n\n").map(|(tags, _)| tags).unwrap_or_default();
    // A file of chess does not say so.
    let variant = start.variant().pgn_name();
    format!("[Variant \"{variant}\"]\n{tags}\n\n")
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
    let PgnProblem::Turn { error: problem, .. } = &error.problem else { return refused };
    let is_turn = match problem {
        _ if text.contains("[Variant ") => false,
        TurnError::Duck(_) | TurnError::Chess(_) => DuchessTurn::is_meant_by(word),
        TurnError::Duchess(_) => DuckTurn::is_meant_by(word),
    };
    if !is_turn {
        return refused;
    }
    let written_as = match problem {
        TurnError::Duck(_) | TurnError::Chess(_) => Variant::Duchess(SetUp::Six),
        TurnError::Duchess(_) if word.contains(DUCK_SIGNS) => Variant::Duck,
        TurnError::Duchess(_) => Variant::Chess,
    };
    StudyError::OtherGame { line: error.line, column: error.column, word: word.clone(), written_as }
}
