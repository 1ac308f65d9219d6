//! What happens by the passing of time: flags fall, and games whose first round is not completed are cancelled.

use jiff::Timestamp;

use super::Game;
use crate::correspondence::event::{Event, EventKind};

impl Game {
    /// When [`Game::tick`] next returns events: when the flag of the seat to move falls or, while the clocks are
    /// frozen, when the game is cancelled; both with the leave recorded so far. `None` after the end.
    pub fn deadline(&self) -> Option<Timestamp> {
        let to_move = self.seat_to_move()?;
        Some(match self.running_since() {
            Some(since) => self.clocks[to_move].deadline(since, &self.leaves[to_move]),
            None => self.first_round_until(to_move),
        })
    }

    /// The events due up to an instant. They are dated when they were due, however late they are noticed.
    pub fn tick(&self, now: Timestamp) -> Vec<Event> {
        let Some(event) = self.due(now) else { return Vec::new() };
        let mut after = self.clone();
        let follows = if after.apply(&event).is_ok() { after.tick(now) } else { Vec::new() };
        std::iter::once(event).chain(follows).collect()
    }

    /// The first event that is due.
    pub(super) fn due(&self, now: Timestamp) -> Option<Event> {
        let (deadline, seat) = (self.deadline()?, self.seat_to_move()?);
        if now < deadline {
            return None;
        }
        let what = match self.running_since() {
            Some(_) => EventKind::FlagFell { seat },
            None => EventKind::Cancelled,
        };
        // If the end of leave is recorded late, the deadline can be before the last event.
        Some(Event { at: deadline.max(self.last_event_at), what })
    }
}
