//! How much a seat may write in one game. Nobody who plays comes near; the limits keep a log from growing without end.

/// The most comments, notes and settings of conditional turns of one seat together.
pub const MAX_WRITINGS: usize = 2000;

/// The most messages of one seat between two turns: emails tell of each, and pages show it.
pub const MAX_MESSAGES_BETWEEN_TURNS: usize = 20;

/// The same after the end, when no turn comes any more.
pub const MAX_MESSAGES_AFTER_END: usize = 100;
