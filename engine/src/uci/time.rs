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
}

/// What is kept back for the way to the clock and back.
const MARGIN: Duration = Duration::from_millis(10);
/// Of a time for one turn: it is asked for to be used.
const TURN_MARGIN: Duration = Duration::from_millis(2);
/// However little is left, this is taken: enough for a first look.
const LEAST: Duration = Duration::from_millis(1);
/// How many turns a game is expected to go on for.
const USUAL_TURNS: u32 = 30;

impl Clock {
    /// Sets the limits of time.
    pub fn limit(self, limits: &mut Limits) {
        if let Some(turn) = self.turn {
            limits.time = Some(turn.saturating_sub(TURN_MARGIN).max(LEAST));
        } else if let Some(left) = self.left {
            let left = left.saturating_sub(MARGIN);
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
                    let limits = limits(Clock { left: Some(left), increment, turns, turn: None });
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
        let turn = Duration::from_millis(50);
        assert_eq!(limits(Clock { turn: Some(turn), ..Clock::default() }).time, Some(Duration::from_millis(48)));
        assert!(limits(Clock::default()).time.is_none());
    }
}
