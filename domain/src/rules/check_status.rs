//! [`CheckStatus`]: whether a seat's king is threatened, and whether it can move.

/// How a seat stands, as if it were to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CheckStatus {
    /// It can move, and its king is not threatened.
    Free,
    /// Its king is threatened, and it can do something about it.
    InCheck,
    /// Its king is threatened, and nothing helps.
    Checkmated,
    /// Its king is not threatened, but would be by whatever it did.
    Stalemated,
}
