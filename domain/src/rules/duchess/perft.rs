//! Duchess as one rule system among others.

use super::DuchessPosition;
use crate::rules::perft::Perft;

impl Perft for DuchessPosition {
    fn count_turns(&self) -> u64 {
        self.count_turns()
    }

    fn for_each_successor(&self, mut visit: impl FnMut(&Self)) {
        self.for_each_turn(|turn| visit(&self.play(turn)));
    }
}
