//! Counting the games of a given length, for every rule system: the proof of a move generator.

/// A position whose games can be counted.
pub(crate) trait Perft: Sized {
    /// How many legal turns there are.
    fn count_turns(&self) -> u64;

    /// Calls `visit` with the position after each legal turn.
    fn for_each_successor(&self, visit: impl FnMut(&Self));
}

/// The number of sequences of exactly `depth` legal turns.
pub(crate) fn perft<P: Perft>(position: &P, depth: u32) -> u64 {
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
