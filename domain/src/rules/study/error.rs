//! Why something cannot be done in a study.

use crate::rules::codes::codes;
use crate::rules::pgn::PgnError;
use crate::rules::position::FenError;
use crate::rules::turn::TurnError;
use crate::rules::variant::Variant;

/// Why a text is no study, or a study cannot be changed so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StudyError {
    /// There is no text.
    Nothing,
    /// It looks like a FEN and is none.
    Fen(FenError),
    /// The text is no PGN, or a turn in it cannot be made.
    Pgn {
        /// Where, and why.
        error: PgnError,
        /// What stands there, as much of it as fits into a sentence.
        word: String,
    },
    /// A turn of a game that the text does not name.
    OtherGame {
        /// Which line of the text, from 1.
        line: usize,
        /// Which character of the line, from 1.
        column: usize,
        /// What stands there.
        word: String,
        /// A variant whose turns are written so.
        written_as: Variant,
    },
    /// A turn that cannot be made.
    Turn(TurnError),
    /// Nothing can be played after the end.
    Over,
    /// A place that is not in the study.
    NotThere,
    /// Two studies that do not begin with the same position.
    OtherStart,
    /// More turns than a study has.
    TooMany,
    /// More turns one after the other.
    TooDeep,
    /// More text.
    TooLong,
    /// More at one place.
    CommentTooLong,
}

codes! {
    StudyError {
        Nothing => "nothing",
        Fen(error) => "bad-fen",
        Pgn { error, word } => "bad-pgn",
        OtherGame { line, column, word, written_as } => "other-game",
        Turn(error) => "illegal-turn",
        Over => "game-over",
        NotThere => "no-such-place",
        OtherStart => "other-start",
        TooMany => "too-many",
        TooDeep => "too-deep",
        TooLong => "too-long",
        CommentTooLong => "comment-too-long",
    }
}

impl From<TurnError> for StudyError {
    fn from(error: TurnError) -> Self {
        Self::Turn(error)
    }
}
