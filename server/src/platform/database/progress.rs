//! Which places in its WAL the primary has reached, and when.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::lsn::Lsn;

/// Five minutes if something is written every second. A replica that is in use is less behind; this is more, so that operators can
/// be told how far one is behind that is left out.
const MAX_NOTES: usize = 300;

/// Which places in its WAL the primary has reached, as it was asked each second: oldest first.
#[derive(Default)]
pub(super) struct PrimaryProgress(Mutex<VecDeque<Note>>);

/// Everything that was committed before the instant is before the place.
struct Note {
    at: Instant,
    reached: Lsn,
}

impl PrimaryProgress {
    /// Notes that everything that was committed before an instant is before a place.
    pub(super) fn note(&self, at: Instant, reached: Lsn) {
        let mut notes = self.notes();
        // Another primary has taken over, and began before the place that the last one had reached.
        if notes.back().is_some_and(|last| last.reached > reached) {
            notes.clear();
        }
        // Nothing was written since: the new note says more than the last one.
        if notes.back().is_some_and(|last| last.reached == reached) {
            notes.pop_back();
        }
        if notes.len() == MAX_NOTES {
            notes.pop_front();
        }
        notes.push_back(Note { at, reached });
    }

    /// The last instant of which this is known: a standby that has replayed the WAL up to a place has everything that was
    /// committed before the instant.
    pub(super) fn complete_until(&self, replayed: Lsn) -> Option<Instant> {
        self.notes().iter().rev().find(|note| note.reached <= replayed).map(|note| note.at)
    }

    /// Whether the primary has never answered.
    pub(super) fn is_unknown(&self) -> bool {
        self.notes().is_empty()
    }

    /// Locked only briefly, and never across an await.
    fn notes(&self) -> MutexGuard<'_, VecDeque<Note>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_standby_has_what_was_committed_before_the_last_place_that_it_has_passed() {
        let progress = PrimaryProgress::default();
        let begin = Instant::now();
        let second = |n| begin + Duration::from_secs(n);
        assert_eq!(progress.complete_until(Lsn(100)), None, "nothing is known");
        for (at, reached) in [(0, 10), (1, 20), (2, 20), (3, 30)] {
            progress.note(second(at), Lsn(reached));
        }
        assert_eq!(progress.complete_until(Lsn(9)), None);
        assert_eq!(progress.complete_until(Lsn(10)), Some(second(0)));
        assert_eq!(progress.complete_until(Lsn(29)), Some(second(2)), "an idle primary makes nobody late");
        assert_eq!(progress.complete_until(Lsn(30)), Some(second(3)));
    }

    #[test]
    fn a_primary_that_took_over_at_an_earlier_place_is_judged_by_itself() {
        let progress = PrimaryProgress::default();
        let begin = Instant::now();
        progress.note(begin, Lsn(30));
        progress.note(begin + Duration::from_secs(1), Lsn(20));
        assert_eq!(progress.complete_until(Lsn(19)), None);
        assert_eq!(progress.complete_until(Lsn(25)), Some(begin + Duration::from_secs(1)));
    }
}
