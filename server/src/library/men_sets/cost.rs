//! What it takes to find games in one way or another, in microseconds: as measured with a million games.

/// To ask a candidate, by its name, whether it had the men and whatever else is asked for.
pub(super) const CANDIDATE: f64 = 30.0;
/// To ask a game of a list whether it had the men.
pub(super) const OF_LIST: f64 = 15.0;
/// To read the name of a candidate, for a sieve.
pub(super) const NAME: f64 = 2.5;
/// To know by a sieve whether a game of a list is a candidate.
pub(super) const BY_NAME: f64 = 0.7;
