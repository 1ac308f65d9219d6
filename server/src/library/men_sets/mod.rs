//! The games in which men stood on squares, as sets of bits: those that had several at the same time are found by `and`.
//!
//! A game is cut into spans of positions, and a set holds the games that had a man on a square in one span. Men that stood there together
//! did so in some span, so few games have to be looked at that did not have them together. Sets are written once, for a block of games; those
//! that came later wait, and all of them are looked at.

mod blocks;
mod by_end;
mod by_value;
mod cost;
mod initials;
mod names;
mod question;
mod write;

use std::iter::once;

use domain::correspondence::result::Ending;
use domain::rules::variant::Variant;

pub use self::by_end::{ByEnd, EndOrder, Ended, Part, Until};
pub use self::by_value::{After, ByValue, ValueOrder};
pub use self::names::OfPositions;
pub use self::question::{Candidates, List, Question};
pub use self::write::{BLOCK, too_many_wait, write_block};
use super::filter::GameFilter;
use super::men::MenRecord;

/// The positions in which the spans of a game start; each ends before the next. More of them mean fewer games that are looked at in vain,
/// and more sets. Sets have numbers that follow from these: whoever changes them empties the sets in a migration, and lets all games wait.
const SPAN_STARTS: [usize; 7] = [0, 8, 16, 24, 32, 48, 80];

/// The facet of every game.
const ALL: &str = "all";

/// The key of the set of games that had a man on a square in a span.
const fn key_of(man: i16, span: usize) -> i32 {
    man.cast_unsigned() as i32 * SPAN_STARTS.len() as i32 + span as i32
}

/// The keys of the sets that a game is in: each man's for each span in which it stood there.
fn keys_of(record: &MenRecord) -> impl Iterator<Item = i32> + '_ {
    record.times().flat_map(|(man, times)| {
        SPAN_STARTS.iter().enumerate().filter_map(move |(span, &start)| {
            let end = SPAN_STARTS.get(span + 1).copied().unwrap_or(times.len()).min(times.len());
            times.get(start..end).is_some_and(|times| times.contains('1')).then(|| key_of(man, span))
        })
    })
}

/// What never changes of a game that is over, as it is called in `library_men_facets`.
struct Facets<'a> {
    variant: Option<&'a str>,
    result: Option<&'a str>,
    ending: Option<&'a str>,
    rated: Option<bool>,
}

impl<'a> Facets<'a> {
    /// Those that are asked for.
    fn asked(filter: &'a GameFilter) -> Self {
        Self {
            variant: filter.variant.map(Variant::key),
            result: filter.result.as_deref(),
            ending: filter.ending.map(Ending::key),
            rated: filter.rated,
        }
    }

    fn names(&self) -> impl Iterator<Item = String> {
        let rated = self.rated.map(|rated| if rated { "yes" } else { "no" });
        let named = [("variant", self.variant), ("result", self.result), ("ending", self.ending), ("rated", rated)];
        let names = named.map(|(name, value)| value.map(|value| format!("{name}={value}")));
        once(ALL.to_owned()).chain(names.into_iter().flatten())
    }
}

/// The bit of a game in its byte.
const fn bit(place: usize) -> u8 {
    0x80 >> (place % 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_are_in_a_set_for_every_span_in_which_they_stood() {
        let times = |stood: std::ops::Range<usize>, positions: usize| {
            "0".repeat(stood.start) + &"1".repeat(stood.len()) + &"0".repeat(positions - stood.end)
        };
        let keys = |record: &MenRecord| keys_of(record).collect::<Vec<_>>();
        let record = MenRecord {
            men: vec![3, 5, 7],
            positions: 200,
            standing: times(0..8, 200) + &times(7..9, 200) + &times(79..150, 200),
        };
        assert_eq!(keys(&record), [(3, 0), (5, 0), (5, 1), (7, 5), (7, 6)].map(|(man, span)| key_of(man, span)));
        let short = MenRecord { men: vec![3, 5], positions: 5, standing: times(0..1, 5) + &times(4..5, 5) };
        assert_eq!(keys(&short), [3, 5].map(|man| key_of(man, 0)));
        assert_eq!(keys(&MenRecord::default()), [0; 0]);
    }
}
