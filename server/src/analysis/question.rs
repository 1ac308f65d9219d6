//! What players are asked where their step concerns what others have changed meanwhile.

use domain::rules::position::Position;
use domain::rules::study::Study;
use domain::rules::variant::Variant;

/// What becomes of a step, or of a part of it, that is not made until its player has answered. The board shows what is saved, and the
/// answer is a step on that: it changes nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// The note at the place on the board was changed. The player's own is in the field.
    Note {
        /// What it says now; empty if it was removed.
        other: String,
        /// Whether it has changed since the player was asked about it.
        is_again: bool,
    },
    /// More, less or other turns would be removed than the player has seen.
    Removal {
        /// Those of now.
        turns: String,
        /// Whether the turn that the player was at is gone, so that an earlier one would be removed.
        is_moved: bool,
    },
    /// The turn that the player went on from, or whose note they have changed, was removed.
    Gone {
        /// All turns that lead there, with what the player has added, as PGN.
        line: String,
    },
}

impl Question {
    /// What the form says of a question about a note.
    pub const NOTE: &str = "note";

    /// Whether it is about a line that others have removed.
    pub const fn is_of_line(&self) -> bool {
        matches!(self, Self::Gone { .. })
    }

    /// A line that the player went on from and others have removed; `before`: one that nothing was answered about yet.
    pub fn gone(line: &Study, before: &str) -> Self {
        let mut both = line.clone();
        let joined = Study::read(before, line.start()).and_then(|before| both.join(&before));
        Self::Gone { line: if joined.is_ok() { both } else { line.clone() }.to_string() }
    }
}

/// Turns with variations and notes, written as PGN, to be read by people.
pub fn turns_of(pgn: &str) -> String {
    let read = Study::read(pgn, &Position::start(Variant::Duck));
    read.map_or_else(|_| pgn.to_owned(), |study| study.turns_text())
}
