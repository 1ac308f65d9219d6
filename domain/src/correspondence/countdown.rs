//! The countdown of the seat to move, as known after a game's last event.
//!
//! It changes only with events, so a stored copy can answer for any later instant without folding the log.
//!
//! ```
//! use domain::correspondence::countdown::Countdown;
//! use domain::correspondence::leave::LeavePeriod;
//! use jiff::{SignedDuration, Timestamp};
//!
//! let day = |n: i64| Timestamp::UNIX_EPOCH + SignedDuration::from_hours(24 * n);
//! let leave = LeavePeriod { from: day(3), until: day(10) };
//! let countdown = Countdown { turn_since: day(0), clocks_started: true, deadline: day(37), pauses: vec![leave] };
//! assert_eq!(countdown.left_at(day(1)), SignedDuration::from_hours(24 * 29));
//! assert_eq!(countdown.left_at(day(5)), SignedDuration::from_hours(24 * 27), "it stands");
//! assert_eq!(countdown.paused_until(day(5)), Some(day(10)));
//! assert_eq!(countdown.counts_down_to(day(1)), Some(day(30)), "as long as the leave has not begun");
//! ```

use jiff::{SignedDuration, Timestamp};

use crate::correspondence::game::Game;
use crate::correspondence::leave::LeavePeriod;

/// The countdown of the seat to move: that of its clock or, while the clocks are frozen, that of the first round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Countdown {
    /// Since when it is this seat's turn.
    pub turn_since: Timestamp,
    /// Whether the clocks have started: then the flag falls at the deadline, otherwise the game is cancelled.
    pub clocks_started: bool,
    /// When the time runs out, with the leave recorded so far.
    pub deadline: Timestamp,
    /// The pauses before that, for the seat's leave: disjoint, in order.
    pub pauses: Vec<LeavePeriod>,
}

impl Countdown {
    /// How much time is left at an instant after the last event; zero from the deadline on.
    pub fn left_at(&self, now: Timestamp) -> SignedDuration {
        let between = |from: Timestamp, until: Timestamp| until.duration_since(from).max(SignedDuration::ZERO);
        let paused: SignedDuration = self.pauses.iter().map(|pause| between(pause.from.max(now), pause.until)).sum();
        (between(now, self.deadline) - paused).max(SignedDuration::ZERO)
    }

    /// The end of the pause, if it is paused at an instant.
    pub fn paused_until(&self, now: Timestamp) -> Option<Timestamp> {
        self.pauses.iter().find(|pause| pause.contains(now)).map(|pause| pause.until)
    }

    /// When the time would run out if there were no more leave; `None` while it is paused.
    pub fn counts_down_to(&self, now: Timestamp) -> Option<Timestamp> {
        let end = || now.saturating_add(self.left_at(now)).unwrap_or(Timestamp::MAX);
        self.paused_until(now).is_none().then(end)
    }
}

impl Game {
    /// The countdown of the seat to move; `None` after the end.
    pub fn countdown(&self) -> Option<Countdown> {
        let (to_move, deadline) = (self.seat_to_move()?, self.deadline()?);
        let turn_since = self.turn_since();
        let pauses = self.leave(to_move).pauses(turn_since, deadline).collect();
        Some(Countdown { turn_since, clocks_started: self.clocks_started().is_some(), deadline, pauses })
    }
}
