//! Why a game refused an action.
//!
//! ```
//! use domain::correspondence::refusal::Refusal;
//! use domain::rules::seat::Colour;
//!
//! let refusal = Refusal::NotYourTurn { to_move: Colour::Black };
//! assert_eq!(refusal.code(), "not-your-turn");
//! assert_eq!(refusal.to_string(), "not-your-turn to_move=Black");
//! ```

use jiff::Timestamp;

use crate::correspondence::conditional::LinesError;
use crate::correspondence::result::GameResult;
use crate::rules::codes::codes;
use crate::rules::seat::Colour;
use crate::rules::turn::TurnError;

/// Why an action was refused. Nothing has changed, neither board nor clocks.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// The player saw an older position than the one on the board.
    StalePly,
    /// The page named a ply that the game has not reached.
    NoSuchPly,
    /// Only writing is possible after the end, and a rematch.
    GameOver(GameResult),
    /// Another seat is to move.
    NotYourTurn {
        /// The seat that is to move.
        to_move: Colour,
    },
    /// The turn is not legal, or not readable.
    Turn(TurnError),
    /// A comment without a text.
    EmptyMessage,
    /// This seat has reached the limit of writings in a game.
    TooManyMessagesInGame,
    /// This seat has reached the limit of messages since the last turn.
    TooManyMessagesSinceTurn,
    /// This seat has reached the limit of messages after the end.
    TooManyMessagesAfterEnd,
    /// This seat's last offer was not followed by a turn of its own yet.
    OfferedAlready,
    /// The other side's offer is still open.
    OfferedToYou,
    /// There is no offer to answer.
    NothingOffered,
    /// The position has not occurred three times, and fifty moves have not passed.
    NothingToClaim,
    /// The clocks are frozen.
    ClocksFrozen,
    /// A lifeline to one's own side.
    OwnClockRuns,
    /// A lifeline was given in this turn already.
    LifelineGiven,
    /// The clock is at its cap, or will be after the next turn.
    ClockFull {
        /// The seat.
        to: Colour,
    },
    /// A game whose first round is complete cannot be called off.
    RoundComplete,
    /// The game waits for the seat itself.
    WaitingForYou,
    /// The wait has not been long enough.
    NotWaitedEnough {
        /// The seat that is to move.
        for_whom: Colour,
        /// When it becomes possible, if nothing happens.
        since: Timestamp,
    },
    /// The seat's clock has run out, and the others play on.
    ClockRanOut,
    /// A message to one's own side by a player who is alone on it.
    NoPartners,
    /// No resignation to withdraw.
    NotResigned,
    /// A rematch while the game goes on.
    NotOver,
    /// Conditional turns while the seat itself is to move.
    YourTurnFirst,
    /// Invalid conditional turns.
    Conditionals(LinesError),
}

codes! {
    Refusal {
        StalePly => "moved-on",
        NoSuchPly => "no-such-ply",
        GameOver(result) => "game-over",
        NotYourTurn { to_move } => "not-your-turn",
        Turn(error) => "illegal-turn",
        EmptyMessage => "empty-message",
        TooManyMessagesInGame => "too-many-messages-in-game",
        TooManyMessagesSinceTurn => "too-many-messages-since-turn",
        TooManyMessagesAfterEnd => "too-many-messages-after-end",
        OfferedAlready => "draw-already-offered",
        OfferedToYou => "draw-offered-to-you",
        NothingOffered => "no-draw-offered",
        NothingToClaim => "no-draw-to-claim",
        ClocksFrozen => "clocks-frozen",
        OwnClockRuns => "own-clock-runs",
        LifelineGiven => "lifeline-already-given",
        ClockFull { to } => "clock-full",
        RoundComplete => "first-round-complete",
        WaitingForYou => "game-waits-for-you",
        NotWaitedEnough { for_whom, since } => "not-waited-long-enough",
        ClockRanOut => "clock-ran-out",
        NoPartners => "no-partners",
        NotResigned => "not-resigned",
        NotOver => "game-not-over",
        YourTurnFirst => "own-turn-first",
        Conditionals(error) => "conditional-turns",
    }
}

impl From<TurnError> for Refusal {
    fn from(error: TurnError) -> Self {
        Self::Turn(error)
    }
}

impl From<LinesError> for Refusal {
    fn from(error: LinesError) -> Self {
        Self::Conditionals(error)
    }
}
