//! What is wrong with the lines of conditional turns, and where.

use std::fmt;

use crate::rules::codes::codes;
use crate::rules::turn::TurnError;

/// Why lines are no [`ConditionalTree`](super::ConditionalTree).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinesError {
    /// The line, counted from 1; blank lines count.
    pub line: usize,
    /// The word, if it is about one: counted from 1, with its text, shortened if it is long.
    pub word: Option<(usize, String)>,
    /// What is wrong.
    pub wrong: Wrong,
}

/// What is wrong with a word or a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// A reply that is not legal there, or not readable.
    Reply(TurnError),
    /// A turn of the other side that is not legal there, or not readable.
    Theirs(TurnError),
    /// A reply that leaves the duck open.
    AnyDuckInReply,
    /// The game is over before it.
    Over,
    /// `resign` or `accept-draw` in the place of another player.
    EndOfTheirs,
    /// The others miss their turns, so that nothing of theirs can be replied to.
    OwnTurnAgain,
    /// Something after `resign` or `accept-draw`.
    AfterEnd,
    /// Two replies to the same turn.
    OtherReply {
        /// The reply on the other line.
        other: String,
    },
    /// The last turn is the other side's.
    ReplyMissing,
    /// Too many characters in a turn.
    TooLong,
    /// Too many turns in a line.
    TooDeep,
    /// Too many turns in all lines together, or too many lines.
    TooMany,
}

codes! {
    Wrong {
        Reply(error) => "illegal-reply",
        Theirs(error) => "illegal-turn",
        AnyDuckInReply => "any-duck-in-reply",
        Over => "game-over",
        EndOfTheirs => "end-of-theirs",
        OwnTurnAgain => "own-turn-again",
        AfterEnd => "after-end",
        OtherReply { other } => "other-reply",
        ReplyMissing => "reply-missing",
        TooLong => "too-long",
        TooDeep => "too-deep",
        TooMany => "too-many",
    }
}

impl LinesError {
    /// The name of what is wrong, which does not change: `kebab-case`.
    pub fn code(&self) -> &'static str {
        self.wrong.code()
    }
}

impl fmt::Display for LinesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line={}", self.line)?;
        if let Some((number, text)) = &self.word {
            write!(f, " word={number} text={text:?}")?;
        }
        write!(f, ": {}", self.wrong)
    }
}

impl std::error::Error for LinesError {}
