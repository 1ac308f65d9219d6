//! How a game between players ended: by the rules, or by what the players or their clocks did.
//!
//! ```
//! use domain::correspondence::result::{Ending, GameResult};
//! use domain::rules::outcome::{Outcome, RulesEnding};
//! use domain::rules::seat::{Seating, Side};
//!
//! let stored = GameResult::read("0-1", "checkmate", Seating::WHITE_AND_BLACK).unwrap();
//! assert_eq!(stored.ending, Ending::ByRules(RulesEnding::Checkmate));
//! assert_eq!(stored.outcome, Outcome::Win(Side::BLACK));
//! assert_eq!(Ending::by_key("resigned"), Some(Ending::Resigned));
//! ```

use serde::{Deserialize, Serialize};

use crate::rules::outcome::{Outcome, RulesEnding, RulesResult};
use crate::rules::seat::{Seat, Seating};

/// Why a game ended. Where it is stored it is its [`key`](Self::key).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub enum Ending {
    /// By the rules. A seat drops out when its clock has run out: [`RulesEnding::DroppedOut`] is a loss on time.
    ByRules(RulesEnding),
    /// The loser resigned.
    Resigned,
    /// The players agreed on a draw.
    Agreed,
    /// The first round was not completed.
    Cancelled,
    /// Called off by a player who waited for another's first turn.
    CalledOff,
}

impl Ending {
    /// A loss on time.
    pub const ON_TIME: Self = Self::ByRules(RulesEnding::DroppedOut);

    /// Every ending of games that are played here, those by the rules first.
    pub fn all() -> impl Iterator<Item = Self> {
        let others = [Self::Resigned, Self::Agreed, Self::Cancelled, Self::CalledOff];
        RulesEnding::ALL.into_iter().map(Self::ByRules).chain(others)
    }

    /// The ending with this [`key`](Self::key).
    pub fn by_key(key: &str) -> Option<Self> {
        Self::all().find(|ending| ending.key() == key)
    }

    /// Its name in databases: `king-captured`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::ByRules(ending) => match ending {
                RulesEnding::KingCaptured => "king-captured",
                RulesEnding::Fowled => "fowled",
                RulesEnding::ThirdCheck => "third-check",
                RulesEnding::Checkmate => "checkmate",
                RulesEnding::NobodyCanMove => "nobody-can-move",
                RulesEnding::Stalemate => "stalemate",
                RulesEnding::DeadPosition => "dead-position",
                RulesEnding::DroppedOut => "flag",
                RulesEnding::Repetition => "repetition",
                RulesEnding::FiftyMoves => "fifty-moves",
                RulesEnding::HundredTurns => "hundred-turns",
            },
            Self::Resigned => "resigned",
            Self::Agreed => "agreed",
            Self::Cancelled => "cancelled",
            Self::CalledOff => "called-off",
        }
    }
}

impl From<Ending> for &'static str {
    fn from(ending: Ending) -> Self {
        ending.key()
    }
}

/// No ending has this key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no ending '{0}'")]
pub struct UnknownEnding(pub String);

impl TryFrom<String> for Ending {
    type Error = UnknownEnding;

    fn try_from(key: String) -> Result<Self, UnknownEnding> {
        Self::by_key(&key).ok_or(UnknownEnding(key))
    }
}

impl From<RulesEnding> for Ending {
    fn from(ending: RulesEnding) -> Self {
        Self::ByRules(ending)
    }
}

/// An outcome and its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GameResult {
    /// For whom.
    pub outcome: Outcome,
    /// Why.
    pub ending: Ending,
}

impl From<RulesResult> for GameResult {
    fn from(result: RulesResult) -> Self {
        Self { outcome: result.outcome, ending: result.ending.into() }
    }
}

impl GameResult {
    /// The result that was written as [`Outcome::text`] and the ending's [`key`](Ending::key).
    pub fn read(outcome: &str, ending: &str, seating: Seating) -> Option<Self> {
        Some(Self { outcome: Outcome::read(outcome, seating)?, ending: Ending::by_key(ending)? })
    }

    /// The seat whose loss decided a game of three players, each alone: one that resigns or runs out of time ends it for
    /// all, and the player on their right, whose aim they were, has won. `None` where two sides play.
    pub fn decided_by(self, seating: Seating) -> Option<Seat> {
        let Outcome::Win(winner) = self.outcome else { return None };
        let is_over_at_once = seating.sides().count() > 2 && matches!(self.ending, Ending::Resigned | Ending::ON_TIME);
        let winner = seating.seats_of(winner).next().filter(|_| is_over_at_once)?;
        seating.seat((winner.index() + 1) % seating.len())
    }
}
