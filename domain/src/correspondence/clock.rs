//! One seat's clock: what is left of its time when it is not running.
//!
//! A clock does not tick: the game knows since when the clock of the seat to move has been running, and computes the
//! rest here. Only the seat's [`Leave`] decides how long it has run.
//!
//! ```
//! use domain::correspondence::clock::Clock;
//! use domain::correspondence::leave::Leave;
//! use domain::correspondence::time_control::TimeControl;
//! use jiff::{SignedDuration, Timestamp};
//!
//! let days = |n: i64| SignedDuration::from_hours(24 * n);
//! let clock = Clock::new(TimeControl::STANDARD);
//! let since = Timestamp::UNIX_EPOCH;
//! assert_eq!(clock.deadline(since, &Leave::default()), since + days(30));
//! assert_eq!(clock.after_turn(days(2), TimeControl::STANDARD).left(), days(29), "a day comes with the turn");
//! ```

use jiff::{SignedDuration, Timestamp};

use crate::correspondence::leave::Leave;
use crate::correspondence::time_control::TimeControl;

/// The time a seat has left, between zero and the cap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// For a running clock: what was left when it was started, plus what it was given since. That may exceed the cap,
    /// because part of it has been spent.
    left: SignedDuration,
}

impl Clock {
    /// A full bank.
    pub fn new(time_control: TimeControl) -> Self {
        Self { left: time_control.bank }
    }

    /// A clock that has run out.
    pub const EMPTY: Self = Self { left: SignedDuration::ZERO };

    /// What is left while the clock is stopped.
    pub fn left(self) -> SignedDuration {
        self.left
    }

    /// What is left at an instant if the clock has been running since another; zero once the flag has fallen.
    pub fn left_at(self, now: Timestamp, running_since: Timestamp, leave: &Leave) -> SignedDuration {
        (self.left - leave.ran(running_since, now)).max(SignedDuration::ZERO)
    }

    /// The instant the flag falls if the clock runs on.
    pub fn deadline(self, running_since: Timestamp, leave: &Leave) -> Timestamp {
        leave.instant_after(running_since, self.left)
    }

    /// After a turn: subtracts the time it took, adds the increment, and applies the cap.
    #[must_use]
    pub fn after_turn(self, spent: SignedDuration, time_control: TimeControl) -> Self {
        let left = (self.left - spent).max(SignedDuration::ZERO) + time_control.increment;
        Self { left: left.min(time_control.cap) }
    }

    /// Adds time while it is running.
    #[must_use]
    pub fn given(self, granted: SignedDuration) -> Self {
        Self { left: self.left + granted }
    }
}
