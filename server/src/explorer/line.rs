//! A position that was chosen by turns or as FEN, and the way to it.

use domain::rules::entry::Entry;
use domain::rules::position::Position;
use domain::rules::turn::TurnError;
use domain::rules::turn_list::split_turns;
use domain::rules::variant::Variant;

use crate::web::search_error::SearchError;

/// The most turns that are read.
pub const MOST: usize = 400;

/// A position with the turns that lead to it.
pub struct Line {
    /// Where the turns begin.
    pub start: Position,
    /// As they are written.
    pub turns: Vec<String>,
    /// What they lead to.
    pub position: Position,
    /// The last of them with the position before.
    pub last: Option<(Position, Entry)>,
}

impl Line {
    /// A position without a way to it.
    pub fn at(start: Position) -> Self {
        Self { position: start.clone(), start, turns: Vec::new(), last: None }
    }

    /// Reads both: the turns lead on from the position, or from where the variant begins.
    ///
    /// # Errors
    /// The field with the problem, and the problem.
    pub fn read(variant: Variant, fen: &str, turns: &str) -> Result<Self, (&'static str, SearchError)> {
        let start = match fen.trim() {
            "" => Position::start(variant),
            fen => Position::from_fen(variant, fen).map_err(|error| ("fen", SearchError::Fen(error)))?,
        };
        let mut line = Self::at(start);
        for (number, typed) in (1..).zip(split_turns(turns)) {
            if number > MOST {
                return Err(("turns", SearchError::TooManyTurns(MOST)));
            }
            line.play(typed)
                .map_err(|error| ("turns", SearchError::Turn { number, typed: typed.to_owned(), error }))?;
        }
        Ok(line)
    }

    fn play(&mut self, typed: &str) -> Result<(), TurnError> {
        let entry = self.position.read_entry(typed)?;
        self.turns.push(self.position.write_entry(entry));
        let after = self.position.after(entry);
        self.last = Some((std::mem::replace(&mut self.position, after), entry));
        Ok(())
    }
}
