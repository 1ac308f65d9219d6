//! One seat's clock: what is left of its time when it is not running.
//!
//! A clock does not tick: the game knows since when the clock of the seat to move runs, and asks here what that means.

use jiff::{SignedDuration, Timestamp};

use crate::time_control::TimeControl;

/// The time a seat has left, between zero and the cap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    left: SignedDuration,
}

impl Clock {
    /// A full bank.
    pub fn new(time_control: TimeControl) -> Self {
        Self { left: time_control.bank }
    }

    /// What is left while the clock stands.
    pub fn left(self) -> SignedDuration {
        self.left
    }

    /// What is left at an instant of a clock that runs since another; zero once the flag has fallen.
    pub fn left_at(self, now: Timestamp, running_since: Timestamp) -> SignedDuration {
        (self.left - elapsed(running_since, now)).max(SignedDuration::ZERO)
    }

    /// The instant the flag falls if the clock runs on.
    pub fn deadline(self, running_since: Timestamp) -> Timestamp {
        running_since.saturating_add(self.left).unwrap_or(Timestamp::MAX)
    }

    /// The turn is made: the time it took goes, the increment comes, then the cap cuts.
    #[must_use]
    pub fn after_turn(self, running_since: Timestamp, now: Timestamp, time_control: TimeControl) -> Self {
        let left = self.left_at(now, running_since) + time_control.increment;
        Self { left: left.min(time_control.cap) }
    }
}

/// The time from one instant to a later one; zero if it is not later.
pub fn elapsed(from: Timestamp, to: Timestamp) -> SignedDuration {
    to.duration_since(from).max(SignedDuration::ZERO)
}
