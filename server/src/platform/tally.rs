//! How many of something each holder has at the moment.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A count for each holder of something, such as connections by network. Clones are the same one.
#[derive(Debug)]
pub struct Tally<K>(Arc<Mutex<HashMap<K, usize>>>);

/// One that is counted, as long as it lives.
#[derive(Debug)]
pub struct Counted<K: Eq + Hash> {
    holder: K,
    tally: Tally<K>,
}

impl<K: Clone + Eq + Hash> Tally<K> {
    /// One more for a holder; `None` if they have as many as they may.
    pub fn add(&self, holder: K, max: usize) -> Option<Counted<K>> {
        let mut counts = self.counts();
        let count = counts.entry(holder.clone()).or_default();
        if *count >= max {
            // Of a maximum of 0 nothing is left behind.
            if max == 0 {
                counts.remove(&holder);
            }
            return None;
        }
        *count += 1;
        drop(counts);
        Some(Counted { holder, tally: self.clone() })
    }
}

impl<K> Tally<K> {
    fn counts(&self) -> MutexGuard<'_, HashMap<K, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K> Clone for Tally<K> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<K> Default for Tally<K> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<K: Eq + Hash> Drop for Counted<K> {
    fn drop(&mut self) {
        let mut counts = self.tally.counts();
        if let Some(count) = counts.get_mut(&self.holder) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.holder);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_holder_has_a_count_of_their_own_that_ends_with_what_they_hold() {
        let tally = Tally::default();
        let (first, second) = (tally.add("ann", 2), tally.add("ann", 2));
        assert!(first.is_some() && second.is_some());
        assert!(tally.add("ann", 2).is_none());
        let other = tally.add("ben", 2);
        assert!(other.is_some());
        drop(first);
        let again = tally.add("ann", 2);
        assert!(again.is_some());
        drop((again, second, other));
        assert!(tally.add("cid", 0).is_none());
        assert!(tally.counts().is_empty(), "nothing is remembered of who is gone");
    }
}
