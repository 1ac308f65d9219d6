//! What happens without anybody asking: flags fall, and games that never got going are cancelled.

use jiff::{SignedDuration, Timestamp};

use super::Game;
use crate::event::{Event, Happening};

/// How long a game may wait for its first round to be completed: 14 days from its beginning.
const FIRST_ROUND: SignedDuration = SignedDuration::from_hours(14 * 24);

impl Game {
    /// When [`Game::tick`] next has something to say: the instant the flag of the seat to move falls, or, while the
    /// clocks are frozen, the instant the game is cancelled. `None` after the end.
    pub fn deadline(&self) -> Option<Timestamp> {
        let to_move = self.seat_to_move()?;
        Some(match self.running_since() {
            Some(since) => self.clocks[to_move].deadline(since),
            None => self.setup().begun_at.saturating_add(FIRST_ROUND).unwrap_or(Timestamp::MAX),
        })
    }

    /// What the calendar has done up to an instant. Events are dated when they were due, however late they are noticed.
    pub fn tick(&self, now: Timestamp) -> Vec<Event> {
        let (Some(deadline), Some(seat)) = (self.deadline(), self.seat_to_move()) else { return Vec::new() };
        if now < deadline {
            return Vec::new();
        }
        let what = match self.running_since() {
            Some(_) => Happening::FlagFell { seat },
            None => Happening::Cancelled,
        };
        vec![Event { at: deadline, what }]
    }
}
