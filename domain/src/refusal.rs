//! Why a game did not do what it was asked: sentences that tell a player what to do instead.

use crate::outcome::GameResult;
use crate::turn::TurnError;

/// Why an action was not done. Nothing has changed: not the board, not a clock.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// The player saw an older position than the one on the board.
    #[error("The game has moved on since you opened this page. Look at the board as it is now, then decide again.")]
    MovedOn,
    /// The page named a ply that the game has not come to.
    #[error("This page belongs to a turn that has not been made. Reload it and try again.")]
    NotThere,
    /// Only comments are possible after the end.
    #[error("The game is over. You can still write a comment.")]
    GameOver(GameResult),
    /// Another seat is to move.
    #[error("It is not your turn: wait for {to_move}.")]
    NotYourTurn {
        /// The name of the seat that is to move.
        to_move: &'static str,
    },
    /// The turn is not legal, or not readable.
    #[error("{}", sentence(.0))]
    Turn(#[from] TurnError),
    /// A comment without a text.
    #[error("The message is empty: write something, or choose another action.")]
    NothingSaid,
    /// This seat's last offer was not followed by a turn of its own yet.
    #[error("You have offered a draw already. You can offer again after your next turn.")]
    OfferedAlready,
    /// The other side's offer waits for an answer.
    #[error("A draw is offered to you already: accept or decline it.")]
    OfferedToYou,
    /// There is no offer to answer.
    #[error("No draw is offered to you now: an offer ends when you move.")]
    NothingOffered,
}

/// The rules say why in half a sentence, because it also stands in the middle of others.
fn sentence(error: &TurnError) -> String {
    let words = error.to_string();
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).chain(['.']).collect()).unwrap_or_default()
}
