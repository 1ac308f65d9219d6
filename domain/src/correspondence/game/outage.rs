//! Time that the site was down: it is given back in every running game.

use jiff::Timestamp;

use super::{Game, LogEntryKind};
use crate::correspondence::event::{Event, EventKind};
use crate::correspondence::outage::Outage;

impl Game {
    /// The events when the site was down, however late that is recorded: all clocks stood still. None if the game is over, has
    /// recorded it, or has gone on since. Flags that had fallen before it come first. Call it before [`Game::tick`], so that
    /// no flag falls because of it.
    pub fn note_outage(&self, outage: Outage, now: Timestamp) -> Vec<Event> {
        let Some(to_move) = self.seat_to_move() else { return Vec::new() };
        if let Some(flag) = self.due(outage.from) {
            let mut after = self.clone();
            let follows = if after.apply(&flag).is_ok() { after.note_outage(outage, now) } else { Vec::new() };
            return std::iter::once(flag).chain(follows).collect();
        }
        if outage.until <= self.turn_since() || self.leaves[to_move].knows_outage(outage.from) {
            return Vec::new();
        }
        let what = EventKind::SiteDown { from: outage.from, until: outage.until };
        vec![Event { at: now.max(self.last_event_at), what }]
    }

    pub(super) fn site_down(&mut self, outage: Outage, at: Timestamp) {
        self.seating().seats().for_each(|seat| self.leaves[seat].stop_for(outage));
        if let Some(to_move) = self.seat_to_move() {
            self.log_entry(self.ply(), at, to_move, LogEntryKind::SiteDown(outage));
        }
    }
}
