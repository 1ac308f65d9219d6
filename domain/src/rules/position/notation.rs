//! Turns, patterns and entries as text: how each is read in a position, and written.

use super::Position;
use crate::rules::duck::SquareNames;
use crate::rules::entry::Entry;
use crate::rules::turn::{Pattern, Turn, TurnError};

/// What stands in a pattern for a duck that may go anywhere.
pub const ANY_DUCK: &str = "@*";

/// What stands in the place of a turn where a seat drops out and others play on.
const OUT: &str = "out";

impl Position {
    /// Reads a turn in any notation in use, and only if it is legal here.
    ///
    /// # Errors
    /// Why not.
    pub fn read_turn(&self, text: &str) -> Result<Turn, TurnError> {
        match self {
            Self::Duck(position) => Ok(Turn::Duck(position.read_turn(text)?)),
            Self::Duchess(position) => Ok(Turn::Duchess(position.read_turn(text)?)),
            Self::Chess(position) => Ok(Turn::Chess(position.read_turn(text)?)),
        }
    }

    /// Reads a turn whose squares are counted in a known way; only chess.com's files need it.
    pub(crate) fn read_turn_in(&self, text: &str, squares: SquareNames) -> Result<Turn, TurnError> {
        match self {
            Self::Duck(position) => Ok(Turn::Duck(position.read_turn_in(text, squares)?)),
            Self::Duchess(_) | Self::Chess(_) => self.read_turn(text),
        }
    }

    /// The turn in short notation, `Nf3@e5`, `Nf3` in chess, which [`read_turn`](Self::read_turn) understands here.
    pub fn write_turn(&self, turn: Turn) -> String {
        match (self, turn) {
            (Self::Duck(position), Turn::Duck(turn)) => position.write_turn(turn),
            (Self::Chess(position), Turn::Chess(turn)) => position.write_turn(turn),
            _ => self.write_coordinates(turn),
        }
    }

    /// Reads a turn, or a piece move with the duck anywhere, `Nf3@*`; only what is legal here.
    ///
    /// # Errors
    /// As [`read_turn`](Self::read_turn).
    pub fn read_pattern(&self, text: &str) -> Result<Pattern, TurnError> {
        match (self, text.strip_suffix(ANY_DUCK)) {
            (Self::Duck(position), Some(piece)) => match position.read_piece_move(piece)? {
                // The duck stays where it is: there is only one such turn.
                piece_move if piece_move.captures_king() => self.read_turn(piece).map(Pattern::Turn),
                piece_move => Ok(Pattern::AnyDuck(piece_move)),
            },
            _ => self.read_turn(text).map(Pattern::Turn),
        }
    }

    /// The pattern in short notation, which [`read_pattern`](Self::read_pattern) understands here.
    pub fn write_pattern(&self, pattern: Pattern) -> String {
        match (self, pattern) {
            (_, Pattern::Turn(turn)) => self.write_turn(turn),
            (Self::Duck(position), Pattern::AnyDuck(piece_move)) => position.write_piece_move(piece_move) + ANY_DUCK,
            (Self::Duchess(_) | Self::Chess(_), Pattern::AnyDuck(_)) => ANY_DUCK.to_owned(),
        }
    }

    /// The turns of a pattern that leave open where the duck goes, after which a reply cannot be made because of the duck. None of
    /// a single turn, and none after which the game is over.
    pub fn turns_blocking(&self, pattern: Pattern, reply: &str) -> Vec<Turn> {
        let (Self::Duck(position), Pattern::AnyDuck(piece_move)) = (self, pattern) else { return Vec::new() };
        let half = position.half_turn(piece_move);
        let turns = half.duck_squares().into_iter().filter_map(|square| half.turn(Some(square)).ok()).map(Turn::Duck);
        let is_blocking = |turn: &Turn| {
            let after = self.play(*turn);
            after.result().is_none() && after.read_turn(reply).is_err()
        };
        turns.filter(is_blocking).collect()
    }

    /// Reads a turn, or `out` where a seat can drop out without ending the game.
    ///
    /// # Errors
    /// As [`read_turn`](Self::read_turn).
    pub fn read_entry(&self, text: &str) -> Result<Entry, TurnError> {
        match self {
            Self::Duchess(position) if text == OUT && position.result().is_none() => Ok(Entry::DropOut),
            Self::Duck(_) | Self::Duchess(_) | Self::Chess(_) => self.read_turn(text).map(Entry::Turn),
        }
    }

    /// The entry as [`read_entry`](Self::read_entry) understands it here.
    pub fn write_entry(&self, entry: Entry) -> String {
        match entry {
            Entry::Turn(turn) => self.write_turn(turn),
            Entry::DropOut => OUT.to_owned(),
        }
    }

    /// The turn as engines read and write it in the Universal Chess Interface: of the duck games as Fairy-Stockfish does,
    /// `g1f3,f3e5`, of Duchess as Mallard does, of chess as all do, `g1f3`. [`read_turn`](Self::read_turn) understands it here.
    pub fn write_uci(&self, turn: Turn) -> String {
        match (self, turn) {
            (Self::Duck(position), Turn::Duck(turn)) => position.write_uci(turn),
            (Self::Chess(_), Turn::Chess(turn)) => turn.to_string(),
            _ => self.write_turn(turn),
        }
    }

    /// The turn in coordinates, `g1f3@e5`.
    pub fn write_coordinates(&self, turn: Turn) -> String {
        match turn {
            Turn::Duck(turn) => turn.to_string(),
            Turn::Duchess(turn) => turn.to_string(),
            Turn::Chess(turn) => turn.to_string(),
        }
    }
}
