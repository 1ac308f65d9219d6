//! A player's leave in one of their games. It is taken for all games at once, so it is not an action: a background job
//! records it in each game, and may repeat that.

use jiff::Timestamp;

use super::Game;
use crate::correspondence::event::{Event, EventKind};
use crate::correspondence::leave::LeavePeriod;
use crate::rules::seat::Seat;

/// A fallen flag, and the game that goes on after it.
struct AfterFlag {
    flag: Event,
    game: Game,
}

impl Game {
    /// The events when a seat's player takes leave, however late it is recorded: it counts from its beginning, but not
    /// before the last turn or lifeline. None if the game is over or has recorded it, or if a flag has fallen by `now`
    /// that the leave would not have prevented. Call it before [`Game::tick`], so that a flag that would only fall
    /// because leave was recorded late does not fall. Fallen flags of others, after which the game went on, come first.
    pub fn take_leave(&self, seat: Seat, period: LeavePeriod, now: Timestamp) -> Vec<Event> {
        if self.conclusion.is_some() || period.is_empty() || self.leaves[seat].overlaps(period) {
            return Vec::new();
        }
        if let Some(after) = self.after_flag_of_another(seat, now) {
            let events = after.game.take_leave(seat, period, now);
            return if events.is_empty() { events } else { [vec![after.flag], events].concat() };
        }
        let what = EventKind::LeaveTaken { seat, from: period.from, until: period.until };
        let event = Event { at: now.max(self.last_event_at), what };
        let mut events = self.clone();
        if events.apply(&event).is_err() || !events.tick(now).is_empty() {
            return Vec::new();
        }
        vec![event]
    }

    /// The game after another seat's flag that has fallen by now, if it goes on.
    fn after_flag_of_another(&self, seat: Seat, now: Timestamp) -> Option<AfterFlag> {
        let flag = self.due(now)?;
        let of_another = matches!(flag.what, EventKind::FlagFell { seat: fallen } if fallen != seat);
        let mut game = self.clone();
        let goes_on = of_another && game.apply(&flag).is_ok() && game.conclusion.is_none();
        goes_on.then_some(AfterFlag { flag, game })
    }

    /// The events when a player ends leave: it began, or was to begin, at `period.from`, and now ends at
    /// `period.until`; if that is the same instant, it was never taken. None if the game is over, or has recorded no
    /// longer leave from then, or if a flag has fallen by `now` even with all of it, because the game was over before.
    /// Fallen flags of others, after which the game went on, come first.
    pub fn end_leave(&self, seat: Seat, period: LeavePeriod, now: Timestamp) -> Vec<Event> {
        let known = self.leaves[seat].periods().find(|known| known.from == period.from);
        if self.conclusion.is_some() || known.is_none_or(|known| known.until <= period.until) {
            return Vec::new();
        }
        if let Some(after) = self.after_flag_of_another(seat, now) {
            let events = after.game.end_leave(seat, period, now);
            return if events.is_empty() { events } else { [vec![after.flag], events].concat() };
        }
        if self.due(now).is_some() {
            return Vec::new();
        }
        let what = EventKind::LeaveEnded { seat, from: period.from, until: period.until };
        vec![Event { at: now.max(self.last_event_at), what }]
    }

    /// The leave period in which a seat's clock is paused at an instant.
    pub fn on_leave(&self, seat: Seat, now: Timestamp) -> Option<LeavePeriod> {
        self.leaves[seat].at(now)
    }

    /// The leave that comes next for a seat after an instant.
    pub fn next_leave(&self, seat: Seat, now: Timestamp) -> Option<LeavePeriod> {
        self.leaves[seat].next_after(now)
    }

    /// Up to when the running clock's time is settled: leave recorded later cannot change what has been spent or
    /// granted.
    pub(super) fn settled_until(&self) -> Timestamp {
        self.lifeline.map_or(self.turn_since(), |lifeline| lifeline.at)
    }
}
