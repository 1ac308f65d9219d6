//! A player's leave in one of their games. It is taken for all games at once, so it is no action: the work that tells
//! the games of it asks here, and may ask again.

use jiff::Timestamp;

use super::Game;
use crate::correspondence::event::{Event, EventKind};
use crate::correspondence::leave::LeavePeriod;
use crate::rules::seat::Seat;

/// A flag that has fallen, and the game that goes on after it.
struct AfterFlag {
    flag: Event,
    game: Game,
}

impl Game {
    /// The events of leave that a seat's player takes, however late the game is told: it counts from its beginning, but
    /// not before the last turn or lifeline. None if the game is over or knows of it, or if a flag has fallen by `now`
    /// that the leave would not have held. To be asked before [`Game::tick`], so that a flag that fell only because the
    /// game was not told in time has not fallen. The flags of others that have fallen while the game went on come first.
    pub fn take_leave(&self, seat: Seat, period: LeavePeriod, now: Timestamp) -> Vec<Event> {
        if self.conclusion.is_some() || period.is_empty() || self.leaves[seat].overlaps(period) {
            return Vec::new();
        }
        if let Some(after) = self.after_flag_of_another(seat, now) {
            let told = after.game.take_leave(seat, period, now);
            return if told.is_empty() { told } else { [vec![after.flag], told].concat() };
        }
        let what = EventKind::LeaveTaken { seat, from: period.from, until: period.until };
        let event = Event { at: now.max(self.last_event_at), what };
        let mut told = self.clone();
        if told.apply(&event).is_err() || !told.tick(now).is_empty() {
            return Vec::new();
        }
        vec![event]
    }

    /// The game that goes on after the flag of another seat that has fallen by now.
    fn after_flag_of_another(&self, seat: Seat, now: Timestamp) -> Option<AfterFlag> {
        let flag = self.due(now)?;
        let of_another = matches!(flag.what, EventKind::FlagFell { seat: fallen } if fallen != seat);
        let mut game = self.clone();
        let goes_on = of_another && game.apply(&flag).is_ok() && game.conclusion.is_none();
        goes_on.then_some(AfterFlag { flag, game })
    }

    /// The events of leave that its player ends: it began, or was to begin, at `period.from`, and now ends at
    /// `period.until`; if that is the same instant, it was never taken. None if the game is over, or knows no leave from
    /// then that is longer, or if a flag has fallen by `now` with all of it: the game was over before it was told. The
    /// flags of others that have fallen while the game went on come first.
    pub fn end_leave(&self, seat: Seat, period: LeavePeriod, now: Timestamp) -> Vec<Event> {
        let known = self.leaves[seat].periods().find(|known| known.from == period.from);
        if self.conclusion.is_some() || known.is_none_or(|known| known.until <= period.until) {
            return Vec::new();
        }
        if let Some(after) = self.after_flag_of_another(seat, now) {
            let told = after.game.end_leave(seat, period, now);
            return if told.is_empty() { told } else { [vec![after.flag], told].concat() };
        }
        if self.due(now).is_some() {
            return Vec::new();
        }
        let what = EventKind::LeaveEnded { seat, from: period.from, until: period.until };
        vec![Event { at: now.max(self.last_event_at), what }]
    }

    /// Whose leave a seat's clock stands for at an instant, and until when.
    pub fn on_leave(&self, seat: Seat, now: Timestamp) -> Option<LeavePeriod> {
        self.leaves[seat].at(now)
    }

    /// The leave that comes next for a seat after an instant.
    pub fn next_leave(&self, seat: Seat, now: Timestamp) -> Option<LeavePeriod> {
        self.leaves[seat].next_after(now)
    }

    /// Until when the time of the running clock has been reckoned with: leave that the game is told of later cannot
    /// change what has been spent or granted.
    pub(super) fn reckoned_until(&self) -> Timestamp {
        self.lifeline.map_or(self.turn_since(), |lifeline| lifeline.at)
    }
}
