//! What every rule system must be able to do: the crate's inner seam, so that what needs nothing else, such as counting
//! positions or the properties of all games, is written once.

mod perft;

pub(crate) use perft::perft;

/// A position of a rule system.
pub(crate) trait Rules: Sized {
    /// How many legal turns there are.
    fn count_turns(&self) -> u64;

    /// Calls `visit` with the position after each legal turn.
    fn for_each_successor(&self, visit: impl FnMut(&Self));
}
