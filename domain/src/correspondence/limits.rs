//! Limits on what a seat may write in one game. Normal play does not come near them; they bound the size of a log.

/// The most comments, notes and settings of conditional turns of one seat together.
pub const MAX_WRITINGS: usize = 2000;

/// The most messages of one seat between two turns: each is sent by email and shown on pages.
pub const MAX_MESSAGES_BETWEEN_TURNS: usize = 20;

/// The same after the end.
pub const MAX_MESSAGES_AFTER_END: usize = 100;
