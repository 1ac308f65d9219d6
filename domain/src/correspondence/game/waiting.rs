//! What a waiting player can do: give the other side time, or call off a game that does not get going.

use jiff::{SignedDuration, Timestamp};

use super::Game;
use crate::correspondence::event::EventKind;
use crate::correspondence::refusal::Refusal;
use crate::correspondence::time_control::TimeControl;
use crate::rules::seat::Seat;

/// How long a game may wait for its first round to be completed: 14 days from its beginning.
const FIRST_ROUND_TIMEOUT: SignedDuration = SignedDuration::from_hours(14 * 24);

/// A lifeline given in the present turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lifeline {
    pub by: Seat,
    pub at: Timestamp,
}

impl Game {
    /// What a lifeline gives: 3 days.
    pub const LIFELINE: SignedDuration = SignedDuration::from_hours(3 * 24);
    /// How long a player waits for another's first turn before they may call the game off: 5 days.
    pub const FIRST_TURN_TIMEOUT: SignedDuration = SignedDuration::from_hours(5 * 24);

    /// To whom a seat can give a lifeline now, and how much time that is; `None` if it cannot.
    pub fn possible_lifeline(&self, seat: Seat, now: Timestamp) -> Option<(Seat, SignedDuration)> {
        match self.lifeline(seat, now) {
            Ok(EventKind::LifelineGiven { to, granted, .. }) => Some((to, granted)),
            _ => None,
        }
    }

    /// The lifeline that a seat can give now: to the seat of the other side that is to move, once a turn, and no more
    /// than its clock can show. It is worthless, and not given, where the increment of a turn made now would fill the clock.
    pub(super) fn lifeline(&self, seat: Seat, now: Timestamp) -> Result<EventKind, Refusal> {
        let (Some(_), Some(to)) = (self.running_since(), self.seat_to_move()) else {
            return Err(Refusal::ClocksFrozen);
        };
        if self.seating().side(to) == self.seating().side(seat) {
            return Err(Refusal::OwnClockRuns);
        }
        if self.lifeline.is_some() {
            return Err(Refusal::LifelineGiven);
        }
        let TimeControl { cap, increment, .. } = self.setup.time_control;
        let room = cap - self.time_left(to, now);
        if room <= increment {
            return Err(Refusal::ClockFull { to: self.seating().colour(to) });
        }
        Ok(EventKind::LifelineGiven { seat, to, granted: Self::LIFELINE.min(room) })
    }

    /// Whether a seat may call the game off: the first round is not complete, and it has waited for another's first turn
    /// long enough; the other's leave does not count.
    pub(super) fn may_call_off(&self, seat: Seat, now: Timestamp) -> Result<(), Refusal> {
        let Some(to_move) = self.seat_to_move().filter(|_| self.clocks_started().is_none()) else {
            return Err(Refusal::RoundComplete);
        };
        if to_move == seat {
            return Err(Refusal::WaitingForYou);
        }
        let waiting_since = self.turns.last().map_or(self.setup.begun_at, |turn| turn.at);
        let since = self.leaves[to_move].instant_after(waiting_since, Self::FIRST_TURN_TIMEOUT);
        if now < since {
            return Err(Refusal::NotWaitedEnough { for_whom: self.seating().colour(to_move), since });
        }
        Ok(())
    }

    /// When the game is cancelled if its first round is not complete: the days of leave of those who were to move are
    /// not counted.
    pub(super) fn first_round_until(&self, to_move: Seat) -> Timestamp {
        let mut left = FIRST_ROUND_TIMEOUT;
        let mut since = self.setup.begun_at;
        for turn in &self.turns {
            left -= self.leaves[turn.seat].ran(since, turn.at);
            since = turn.at;
        }
        self.leaves[to_move].instant_after(since, left.max(SignedDuration::ZERO))
    }
}
