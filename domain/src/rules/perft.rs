//! Counting the games of a given length: the proof of a move generator.

use super::Rules;

/// The number of sequences of exactly `depth` legal turns.
pub(crate) fn perft<R: Rules>(position: &R, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_turns(),
        _ => {
            let mut nodes = 0;
            position.for_each_successor(|successor| nodes += perft(successor, depth - 1));
            nodes
        }
    }
}
