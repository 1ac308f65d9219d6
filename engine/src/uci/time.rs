//! How much time a turn gets.

use std::time::Duration;

use crate::limits::Limits;

/// What a `go` command says of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Clock {
    /// What is left on the clock of the seat to move.
    pub left: Option<Duration>,
    /// What is added to it after each turn.
    pub increment: Duration,
    /// How many turns it is for; the rest of the game if none are named.
    pub turns: Option<u32>,
    /// Exactly so much for this turn.
    pub turn: Option<Duration>,
    /// What is kept back for the way to the clock and back.
    pub overhead: Duration,
}

/// What is kept back, if nothing else is said.
pub(super) const OVERHEAD: Duration = Duration::from_millis(10);
/// So much less of a time for one turn: it is asked for to be used.
const TURN_USE: Duration = Duration::from_millis(8);
/// However little is left, this is taken: enough for a first look.
const LEAST: Duration = Duration::from_millis(1);
/// How many turns a game is expected to go on for.
const USUAL_TURNS: u32 = 30;

impl Clock {
    /// This clock, or the other if nothing is known of this one; an increment alone is a clock that has no more than that.
    pub fn or(self, other: Self) -> Self {
        let clock =
            if self.left.is_none() && (other.left.is_some() || self.increment.is_zero()) { other } else { self };
        Self { left: clock.left.or(Some(clock.increment).filter(|time| !time.is_zero())), ..clock }
    }

    /// Sets the limits of time.
    pub fn limit(self, limits: &mut Limits) {
        if let Some(turn) = self.turn {
            limits.time = Some(turn.saturating_sub(self.overhead.saturating_sub(TURN_USE)).max(LEAST));
        } else if let Some(left) = self.left {
            let left = left.saturating_sub(self.overhead);
            let turns = self.turns.unwrap_or(USUAL_TURNS).clamp(1, 60);
            let share = left / turns + self.increment * 3 / 4;
            limits.enough = Some((share * 6 / 10).min(left / 2).max(LEAST));
            limits.time = Some((share * 3).min(left * 7 / 10).max(LEAST));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(clock: Clock) -> Limits {
        let mut limits = Limits::default();
        clock.limit(&mut limits);
        limits
    }

    #[test]
    fn a_turn_never_gets_more_than_is_left() {
        for left in [0, 1, 20, 500, 60_000].map(Duration::from_millis) {
            for increment in [0, 100, 10_000].map(Duration::from_millis) {
                for turns in [None, Some(1), Some(40)] {
                    let limits = limits(Clock { left: Some(left), increment, turns, overhead: OVERHEAD, turn: None });
                    assert!(
                        limits.time.unwrap() <= left.max(Duration::from_millis(1)),
                        "{left:?} {increment:?} {turns:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_time_for_one_turn_is_used_but_for_a_margin() {
        let turn = Some(Duration::from_millis(50));
        for (overhead, time) in [(0, 50), (10, 48), (30, 28), (5000, 1)] {
            let overhead = Duration::from_millis(overhead);
            let limits = limits(Clock { turn, overhead, ..Clock::default() });
            assert_eq!(limits.time, Some(Duration::from_millis(time)));
        }
        assert!(limits(Clock::default()).time.is_none());
    }

    #[test]
    fn overhead_is_kept_back_from_what_is_left() {
        let left = Some(Duration::from_millis(100));
        let time = |overhead| limits(Clock { left, overhead, turns: Some(1), ..Clock::default() }).time.unwrap();
        assert!(
            time(Duration::from_millis(90)) <= Duration::from_millis(10) && time(OVERHEAD) > Duration::from_millis(10)
        );
    }

    #[test]
    fn a_clock_that_is_not_given_is_taken_from_the_other() {
        let clock = |left: Option<u64>, increment| Clock {
            left: left.map(Duration::from_millis),
            increment: Duration::from_millis(increment),
            ..Clock::default()
        };
        assert_eq!(clock(Some(5), 0).or(clock(Some(7), 1)), clock(Some(5), 0));
        assert_eq!(clock(None, 0).or(clock(Some(7), 1)), clock(Some(7), 1));
        assert_eq!(clock(None, 3).or(clock(None, 4)), clock(Some(3), 3));
        assert_eq!(clock(None, 0).or(clock(None, 4)), clock(Some(4), 4));
        assert_eq!(clock(None, 0).or(clock(None, 0)), clock(None, 0));
    }
}
