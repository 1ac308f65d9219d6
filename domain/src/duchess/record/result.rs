//! How a record says for whom the game ended.

use crate::outcome::Outcome;
use crate::seat::Seating;

/// `1-0`, `0-0-1`, `1/2-1/2`, `1/3-1/3-1/3`, or `*` for a game that is open.
pub(super) fn text(outcome: Option<Outcome>, seating: Seating) -> String {
    outcome.unwrap_or(Outcome::Void).text(seating)
}

/// What such a text says: no outcome for `*`; `None` if it is no result.
pub(super) fn read(word: &str, seating: Seating) -> Option<Option<Outcome>> {
    Outcome::read(word, seating).map(|outcome| Some(outcome).filter(|&outcome| outcome != Outcome::Void))
}
