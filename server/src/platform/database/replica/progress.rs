//! How far the WAL of the primary has come, and when.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::super::lsn::Lsn;

/// More than a replica that is in use may be behind, so that it can be told how far one is that is not.
const MAX_NOTES: usize = 300;

/// How far the WAL of the primary has come, as it was found each second.
#[derive(Default)]
pub(super) struct PrimaryProgress(Mutex<VecDeque<Note>>);

/// All that was committed before the instant is before the place.
struct Note {
    at: Instant,
    reached: Lsn,
}

impl PrimaryProgress {
    /// Notes that all that was committed before an instant is before a place.
    pub(super) fn note(&self, at: Instant, reached: Lsn) {
        let mut notes = self.notes();
        // The primary is another one, which had not come so far.
        if notes.back().is_some_and(|last| last.reached > reached) {
            notes.clear();
        }
        // Nothing was written since.
        if notes.back().is_some_and(|last| last.reached == reached) {
            notes.pop_back();
        }
        if notes.len() == MAX_NOTES {
            notes.pop_front();
        }
        notes.push_back(Note { at, reached });
    }

    /// The last instant known before which everything that was committed is held by a standby that has replayed the WAL so far.
    pub(super) fn held_until(&self, replayed: Lsn) -> Option<Instant> {
        self.notes().iter().rev().find(|note| note.reached <= replayed).map(|note| note.at)
    }

    /// Held only briefly, and never across an await.
    fn notes(&self) -> MutexGuard<'_, VecDeque<Note>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_standby_holds_what_was_committed_before_the_last_place_that_it_has_passed() {
        let progress = PrimaryProgress::default();
        let begin = Instant::now();
        let second = |n| begin + Duration::from_secs(n);
        assert_eq!(progress.held_until(Lsn(100)), None, "nothing is known");
        for (at, reached) in [(0, 10), (1, 20), (2, 20), (3, 30)] {
            progress.note(second(at), Lsn(reached));
        }
        assert_eq!(progress.held_until(Lsn(9)), None);
        assert_eq!(progress.held_until(Lsn(10)), Some(second(0)));
        assert_eq!(progress.held_until(Lsn(29)), Some(second(2)), "an idle primary makes nobody late");
        assert_eq!(progress.held_until(Lsn(30)), Some(second(3)));
    }

    #[test]
    fn a_primary_that_took_over_and_had_come_less_far_is_measured_by_itself() {
        let progress = PrimaryProgress::default();
        let begin = Instant::now();
        progress.note(begin, Lsn(30));
        progress.note(begin + Duration::from_secs(1), Lsn(20));
        assert_eq!(progress.held_until(Lsn(19)), None);
        assert_eq!(progress.held_until(Lsn(25)), Some(begin + Duration::from_secs(1)));
    }
}
