//! Why a game did not do what it was asked: sentences that tell a player what to do instead.
//!
//! ```
//! use domain::correspondence::refusal::Refusal;
//!
//! let refusal = Refusal::NotYourTurn { to_move: "Black" };
//! assert_eq!(refusal.to_string(), "It is not your turn: wait for Black.");
//! ```

use jiff::Timestamp;

use crate::correspondence::conditional::LinesError;
use crate::correspondence::result::GameResult;
use crate::rules::turn::TurnError;

/// Why an action was not done. Nothing has changed: not the board, not a clock.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// The player saw an older position than the one on the board.
    #[error("The game has moved on since you opened this page. Look at the board as it is now, then decide again.")]
    MovedOn,
    /// The page named a ply that the game has not come to.
    #[error("This page belongs to a turn that has not been made. Reload it and try again.")]
    NotThere,
    /// Only writing is possible after the end, and a rematch.
    #[error("The game is over. You can still write a comment or a note.")]
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
    /// This seat has written as much as a game takes.
    #[error(
        "You have written {} times in this game, which is all it takes: turns can still be made, without a message or \
         conditional turns.",
        crate::correspondence::limits::MAX_WRITINGS
    )]
    WrittenEnough,
    /// This seat has said much since the last turn.
    #[error(
        "You have written {} messages since the last turn, which is all that is sent between two turns: write on when the \
         next is made. A private note can be written at any time.",
        crate::correspondence::limits::MAX_MESSAGES_BETWEEN_TURNS
    )]
    SaidEnoughForNow,
    /// This seat has said much after the end.
    #[error(
        "You have written {} messages since the last turn of this game, which is all that it takes. A private note can \
         still be written.",
        crate::correspondence::limits::MAX_MESSAGES_AFTER_END
    )]
    SaidEnoughAfter,
    /// This seat's last offer was not followed by a turn of its own yet.
    #[error("You have offered a draw already. You can offer again after your next turn.")]
    OfferedAlready,
    /// The other side's offer waits for an answer.
    #[error("A draw is offered to you already: accept or decline it.")]
    OfferedToYou,
    /// There is no offer to answer.
    #[error("No draw is offered to you now: an offer ends when you move.")]
    NothingOffered,
    /// The position has not occurred three times, and fifty moves have not passed.
    #[error(
        "No draw can be claimed here: the position on the board must have occurred three times, or each player must have \
         made fifty moves (in Duchess a hundred turns) without a capture or a pawn move."
    )]
    NothingToClaim,
    /// The clocks are frozen.
    #[error("The clocks have not started: there is no need of a lifeline before all players have moved.")]
    ClocksFrozen,
    /// A lifeline to the own side.
    #[error("A lifeline is for an opponent, while their clock runs; now it is your own side's that runs.")]
    OwnClockRuns,
    /// A lifeline was given in this turn already.
    #[error("A lifeline has been given in this turn already. You can give another in the next.")]
    LifelineGiven,
    /// The clock shows its cap.
    #[error("The clock of {to} shows the most it can: nothing can be added to it.")]
    ClockFull {
        /// The name of the seat.
        to: &'static str,
    },
    /// A game that has got going is not called off.
    #[error("All players have made their first turn: the game counts, and can only be finished.")]
    RoundComplete,
    /// The game waits for the seat itself.
    #[error("The game waits for you: it is those who wait who may call it off.")]
    WaitingForYou,
    /// The wait has not been long enough.
    #[error("{}", not_waited(for_whom, &since.strftime("%Y-%m-%d %H:%M UTC").to_string()))]
    NotWaitedEnough {
        /// The name of the seat that is to move.
        for_whom: &'static str,
        /// The instant from which on it can be done, if nothing happens.
        since: Timestamp,
    },
    /// The seat's clock has run out, and the others play on.
    #[error("Your clock has run out: your turns are missed, and what you can still do is to write.")]
    Out,
    /// Something said to the own side by who is alone on it.
    #[error("Nobody else is on your side in this game: write a comment, or a private note.")]
    NoPartners,
    /// No resignation to take back.
    #[error("You have not resigned: there is nothing to take back.")]
    NotResigned,
    /// A rematch while the game goes on.
    #[error("The game is not over yet: offer a rematch when it is.")]
    NotOver,
    /// Conditional turns while the seat itself is to move.
    #[error(
        "It is your turn: make it first, or send conditional turns with it. They answer what the other player does then."
    )]
    YourTurnFirst,
    /// Lines that are no conditional turns.
    #[error("{0}")]
    Conditionals(#[from] LinesError),
}

impl Refusal {
    /// The sentence, with an instant in it as its reader writes instants.
    pub fn said(&self, instant: impl FnOnce(Timestamp) -> String) -> String {
        match self {
            Self::NotWaitedEnough { for_whom, since } => not_waited(for_whom, &instant(*since)),
            other => other.to_string(),
        }
    }
}

fn not_waited(for_whom: &str, since: &str) -> String {
    format!("You can call the game off when you have waited 5 days for {for_whom}: from {since} on.")
}

/// The rules say why in half a sentence, because it also stands in the middle of others.
fn sentence(error: &TurnError) -> String {
    let words = error.to_string();
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).chain(['.']).collect()).unwrap_or_default()
}
