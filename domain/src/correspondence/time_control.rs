//! How much time a seat has: what it starts with, what a turn earns, and what it can never exceed.
//!
//! ```
//! use domain::correspondence::time_control::{TimeControl, TimeControlKind};
//!
//! let fast = TimeControlKind::by_key("fast").unwrap();
//! assert_eq!(fast.time_control(), TimeControl::FAST);
//! assert_eq!(fast.time_control().bank.as_hours(), 10 * 24);
//! ```

use jiff::SignedDuration;
use serde::{Deserialize, Serialize};

/// The time control of one game, the same for every seat. A game stores the values, not the name of the kind, so that a
/// kind can be changed without affecting its running games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// The initial time.
    pub bank: SignedDuration,
    /// The increment per turn.
    pub increment: SignedDuration,
    /// The most a clock ever shows.
    pub cap: SignedDuration,
}

/// A kind of time control that a challenge can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControlKind {
    /// [`TimeControl::STANDARD`]
    Standard,
    /// [`TimeControl::LEISURE`]
    Leisure,
    /// [`TimeControl::FAST`]
    Fast,
    /// [`TimeControl::BLITZ`]
    Blitz,
}

impl TimeControlKind {
    /// The kinds that a challenge can name, the default first.
    pub const ALL: [Self; 4] = [Self::Standard, Self::Leisure, Self::Fast, Self::Blitz];

    /// Its name in forms and addresses: `standard`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Leisure => "leisure",
            Self::Fast => "fast",
            Self::Blitz => "blitz",
        }
    }

    /// The kind with this [`key`](Self::key).
    pub fn by_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }

    /// The values.
    pub const fn time_control(self) -> TimeControl {
        match self {
            Self::Standard => TimeControl::STANDARD,
            Self::Leisure => TimeControl::LEISURE,
            Self::Fast => TimeControl::FAST,
            Self::Blitz => TimeControl::BLITZ,
        }
    }
}

const fn days(days: i64) -> SignedDuration {
    SignedDuration::from_hours(24 * days)
}

const fn time_control(bank: SignedDuration, increment: SignedDuration, cap: SignedDuration) -> TimeControl {
    assert!(bank.as_secs() > 0 && increment.as_secs() > 0 && bank.as_secs() <= cap.as_secs());
    TimeControl { bank, increment, cap }
}

impl TimeControl {
    /// 30 days and a day a turn, at most 45.
    pub const STANDARD: Self = time_control(days(30), days(1), days(45));
    /// 30 days and three days a turn, at most 60.
    pub const LEISURE: Self = time_control(days(30), days(3), days(60));
    /// 10 days and a day a turn, at most 30.
    pub const FAST: Self = time_control(days(10), days(1), days(30));
    /// 5 days and 12 hours a turn, at most 15.
    pub const BLITZ: Self = time_control(days(5), SignedDuration::from_hours(12), days(15));

    /// The kind with these values.
    pub fn kind(self) -> Option<TimeControlKind> {
        TimeControlKind::ALL.into_iter().find(|kind| kind.time_control() == self)
    }
}
