//! What is wrong with the lines of conditional turns, and where.

use std::fmt;

use super::ConditionalTree;
use crate::rules::turn::TurnError;

/// Why lines are no [`ConditionalTree`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinesError {
    /// The line, counted from 1; blank lines count.
    pub line: usize,
    /// The word, if it is about one: counted from 1, and as much of it as fits into a sentence.
    pub word: Option<(usize, String)>,
    /// What is wrong.
    pub wrong: Wrong,
}

/// What is wrong with a word or a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// A reply that cannot be made there, or that nobody can read.
    #[error(transparent)]
    Reply(TurnError),
    /// A turn of the other side that cannot be made there, or that nobody can read.
    #[error("{}", .0.of_opponent())]
    Theirs(TurnError),
    /// A reply that leaves the duck open.
    #[error("only a turn of the other side can leave the duck open: say where yours goes, such as @e5")]
    AnyDuckInReply,
    /// The game is over before it.
    #[error("the game is over after the turn before it")]
    Over,
    /// `resign` or `accept-draw` in the place of another player.
    #[error("another player is to move here: 'resign' and 'accept-draw' can only be your reply")]
    EndOfTheirs,
    /// The others miss their turns, so that nothing of theirs can be replied to.
    #[error("it is your own turn again after that, because nobody else can move: end the line before it")]
    OwnTurnAgain,
    /// Something after `resign` or `accept-draw`.
    #[error("nothing can follow 'resign' or 'accept-draw'")]
    AfterEnd,
    /// Two replies to the same turn.
    #[error("another line replies '{other}' to the same turn: choose one of the two")]
    OtherReply {
        /// The reply on the other line.
        other: String,
    },
    /// The last turn is the other side's.
    #[error("the line ends with a turn of another player: add your reply to it")]
    ReplyMissing,
    /// Too many characters in a turn.
    #[error("a turn has at most {max} characters", max = ConditionalTree::MAX_WORD_CHARS)]
    TooLong,
    /// Too many turns in a line.
    #[error("a line can have at most {max} turns", max = ConditionalTree::MAX_DEPTH)]
    TooDeep,
    /// Too many turns in all lines together, or too many lines.
    #[error("there can be at most {max} conditional turns in a game", max = ConditionalTree::MAX_TURNS)]
    TooMany,
}

/// `Line 2, word 3 (Qf3@a3): the queen cannot go from d1 to f3: the duck is on e2.`
impl fmt::Display for LinesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Line {}", self.line)?;
        if let Some((number, text)) = &self.word {
            write!(f, ", word {number} ({text})")?;
        }
        write!(f, ": {}.", self.wrong)
    }
}

impl std::error::Error for LinesError {}
