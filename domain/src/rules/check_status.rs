//! [`CheckStatus`]: whether a seat's king is threatened, and whether it can move.

/// The status of a seat, as if it were to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CheckStatus {
    /// It can move, and its king is not threatened.
    Free,
    /// Its king is threatened, and it can respond.
    InCheck,
    /// Its king is threatened, and it cannot respond.
    Checkmated,
    /// Its king is not threatened, but would be after any of its turns.
    Stalemated,
}
