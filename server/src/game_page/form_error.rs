//! Why a form of a game's page is rejected before it reaches the game.

use crate::platform::error::{Error, Forbidden};
use crate::wording::{Explained, game_forms as words};

/// The answer to those who look on.
pub const NOT_YOURS: Error = Error::Forbidden(Forbidden::GameOfOthers);

/// What is wrong with a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameFormError {
    /// The turn is longer than any turn can be.
    TurnTooLong { max: usize },
    /// A reply is in its field, but not among the conditional turns.
    ReplyNotAdded { turn: String },
    /// The ply that the page showed.
    UnreadablePly { sent: String },
    /// A spectator has written this many comments.
    TooManyComments { max: i64 },
    /// A spectator, or all of them together, have written too much lately; `until` is when they can write again.
    CommentsTooOften { by_all: bool, until: String },
    /// No turn to add to the conditional turns: another player's, or a reply.
    NoTurnToAdd { theirs: bool, example: Option<String> },
}

domain::codes! {
    GameFormError {
        TurnTooLong { max } => "turn-too-long",
        ReplyNotAdded { turn } => "reply-not-added",
        UnreadablePly { sent } => "unreadable-ply",
        TooManyComments { max } => "too-many-comments",
        CommentsTooOften { by_all, until } => "comments-too-often",
        NoTurnToAdd { theirs, example } => "no-turn-to-add",
    }
}

impl Explained for GameFormError {
    fn code(&self) -> &'static str {
        self.code()
    }

    fn sentence(&self) -> String {
        match self {
            Self::TurnTooLong { max } => words::turn_too_long(*max),
            Self::ReplyNotAdded { turn } => words::reply_not_added(turn),
            Self::UnreadablePly { sent } => words::unreadable_ply(sent),
            Self::TooManyComments { max } => words::too_many_comments(*max),
            Self::CommentsTooOften { by_all, until } => words::comments_too_often(*by_all, until),
            Self::NoTurnToAdd { theirs, example } => words::no_turn_to_add(*theirs, example.as_deref()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::GameFormError as Error;
    use crate::wording::codes_tests::each_is_explained;

    #[test]
    fn every_reason_has_a_sentence() {
        let turn = || "Nf3@e5".to_owned();
        let reasons = [
            Error::TurnTooLong { max: 100 },
            Error::ReplyNotAdded { turn: turn() },
            Error::UnreadablePly { sent: "quack".to_owned() },
            Error::TooManyComments { max: 100 },
            Error::CommentsTooOften { by_all: true, until: "22:10".to_owned() },
            Error::CommentsTooOften { by_all: false, until: "22:10".to_owned() },
            Error::NoTurnToAdd { theirs: true, example: Some(turn()) },
            Error::NoTurnToAdd { theirs: true, example: None },
            Error::NoTurnToAdd { theirs: false, example: Some(turn()) },
            Error::NoTurnToAdd { theirs: false, example: None },
        ];
        each_is_explained(Error::CODES, &reasons);
    }
}
