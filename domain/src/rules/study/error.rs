//! Why something cannot be done in a study.

use super::Study;
use crate::rules::pgn::PgnError;
use crate::rules::position::FenError;
use crate::rules::turn::TurnError;

/// Why a text is no study, or a study cannot be changed so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StudyError {
    /// There is no text.
    #[error("paste a position as FEN, or a game as PGN")]
    Nothing,
    /// It looks like a FEN and is none.
    #[error("this FEN{game} is no position: {0}", game = of_game(.0))]
    Fen(FenError),
    /// The text is no PGN, or a turn in it cannot be made.
    #[error("line {}, column {} ({word}): {}", error.line, error.column, error.problem)]
    Pgn {
        /// Where, and why.
        error: PgnError,
        /// What stands there, as much of it as fits into a sentence.
        word: String,
    },
    /// A turn of a game that the text does not name.
    #[error("line {line}, column {column} ({word}): {}", of_other_game(*is_duchess))]
    OtherGame {
        /// Which line of the text, from 1.
        line: usize,
        /// Which character of the line, from 1.
        column: usize,
        /// What stands there.
        word: String,
        /// Whether it is written as turns of Duchess are; else as those of the duck games.
        is_duchess: bool,
    },
    /// A turn that cannot be made.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// Nothing can be played after the end.
    #[error("the game is over here")]
    Over,
    /// A place that is not in the study.
    #[error("this place is not among the turns any more")]
    NotThere,
    /// Two studies that do not begin with the same position.
    #[error("it starts from another position than these turns do")]
    OtherStart,
    /// More turns than a study has.
    #[error("there can be at most {max} turns, those of all variations together", max = Study::MAX_TURNS)]
    TooMany,
    /// More turns one after the other.
    #[error("there can be at most {max} turns one after the other", max = Study::MAX_DEPTH)]
    TooDeep,
    /// More text.
    #[error("turns and notes together are more than {max} kilobytes of text: shorten or delete some", max = Study::MAX_BYTES / 1024)]
    TooLong,
    /// More at one place.
    #[error("a note has at most {max} characters", max = Study::MAX_COMMENT_CHARS)]
    CommentTooLong,
}

/// Of which game a FEN was taken to be, where its words do not tell.
const fn of_game(error: &FenError) -> &'static str {
    match error {
        FenError::Duchess(_) => " of Duchess",
        FenError::Duck(_) | FenError::OtherVariant(_) => "",
    }
}

/// What to write above turns of another game than the one on the board.
const fn of_other_game(is_duchess: bool) -> &'static str {
    if is_duchess {
        "this is a turn of Duchess, and the text does not say for how many: write [Variant \"Duchess 6\"] above it, or 4, 3, \
         2x2 or 2"
    } else {
        "this is a turn of Duck Chess, and Duchess is on the board: write [Variant \"Duck\"] above it, or [Variant \
         \"Three-check Duck\"]"
    }
}
