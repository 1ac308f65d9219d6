//! The duck games as one rule system among others.

use super::DuckPosition;
use crate::rules::perft::Perft;

impl Perft for DuckPosition {
    fn count_turns(&self) -> u64 {
        self.count_turns()
    }

    /// Moves each piece once, and then only the duck.
    fn for_each_successor(&self, mut visit: impl FnMut(&Self)) {
        self.for_each_piece_move(|piece_move| {
            let half = self.half_turn(piece_move);
            if piece_move.captures_king() {
                return visit(&half.finish(None));
            }
            for duck in half.duck_squares() {
                visit(&half.finish(Some(duck)));
            }
        });
    }
}
