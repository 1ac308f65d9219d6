//! How a record says for whom the game ended.

use crate::outcome::Outcome;
use crate::seat::Seating;

/// `1-0`, `0-0-1`, `1/2-1/2`, `1/3-1/3-1/3` or `*`.
pub(super) fn text(outcome: Option<Outcome>, seating: Seating) -> String {
    let sides = seating.sides();
    let parts: Vec<String> = match outcome {
        None | Some(Outcome::Void) => return "*".to_owned(),
        Some(Outcome::Win(winner)) => sides.map(|side| u8::from(side == winner).to_string()).collect(),
        Some(Outcome::Draw) => {
            let part = format!("1/{}", sides.count());
            seating.sides().map(|_| part.clone()).collect()
        }
    };
    parts.join("-")
}

/// What such a text says: no outcome for `*`; `None` if it is no result.
pub(super) fn read(word: &str, seating: Seating) -> Option<Option<Outcome>> {
    let outcomes = seating.sides().map(Outcome::Win).chain([Outcome::Draw]).map(Some).chain([None]);
    outcomes.into_iter().find(|&outcome| text(outcome, seating) == word)
}
