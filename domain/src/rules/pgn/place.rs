//! [`PgnPlace`]: a place in a file, at which a reader goes on.

/// A place in a file between two games, or inside one that was refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PgnPlace {
    /// How many bytes of the file there are before the line that it is in.
    pub offset: u64,
    /// How many lines.
    pub lines: usize,
    /// How far into that line it is, in bytes of its text.
    pub within: usize,
    /// Whether the game that it is in was refused, and the rest of it is passed over.
    pub is_inside: bool,
}
