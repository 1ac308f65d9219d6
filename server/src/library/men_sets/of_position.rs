//! [`Way`]: how the games are found that came to a position and in which men stood on squares.

use super::cost;

/// How common both are. The men and the position are taken to have nothing to do with each other.
#[derive(Clone, Copy, Debug)]
pub struct Odds {
    /// How many games are in the blocks of a list.
    pub games: i64,
    /// How many of them are candidates, or would be if all blocks were as those that were read.
    pub candidates: i64,
    /// How many games came to the position: [`MOST_COUNTED`] may be more.
    pub of_position: i64,
}

/// So many games of a position are counted, in 2 ms. From so many on, candidates are the shorter way.
pub const MOST_COUNTED: i64 = 20_000;

/// The shortest way to a page of such games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Each game of the position is asked whether it had the men.
    EachOfPosition,
    /// Candidates are asked in the order of their ends for the position and the men, at least so many of them.
    ByEnd(usize),
    /// All candidates are known first, and the games of the position are told from others by them or, if there are few, they are asked themselves.
    Known,
}

/// How much of what a way takes at worst is counted beside what it is expected to take: men and a position may exclude each other.
const RISK: f64 = 0.05;

impl Way {
    /// The one that takes the least time for so many games.
    pub fn of(odds: Odds, wanted: usize) -> Self {
        let [games, candidates, of_position, wanted] =
            [odds.games, odds.candidates.max(1), odds.of_position.max(1), wanted as i64].map(|count| count as f64);
        let asked_of_position = of_position.min(wanted * games / candidates);
        let asked_candidates = candidates.min(wanted * games / of_position);
        // More were not counted: it may be all games.
        let most_of_position = if odds.of_position < MOST_COUNTED { of_position } else { games.max(of_position) };
        let with_risk = |of: f64, expected: f64, at_worst: f64| of * (expected + RISK * at_worst);
        let few = cost::CANDIDATE * candidates;
        let sieve = cost::NAME * candidates + with_risk(cost::BY_NAME, asked_of_position, most_of_position);
        let ways = [
            (with_risk(cost::OF_POSITION, asked_of_position, most_of_position), Self::EachOfPosition),
            // Luck is not the same on every page.
            (
                with_risk(cost::CANDIDATE, asked_candidates, candidates),
                Self::ByEnd((1.5 * asked_candidates).ceil() as usize),
            ),
            (cost::SETS * games + few.min(sieve), Self::Known),
        ];
        ways.into_iter().min_by(|(one, _), (other, _)| one.total_cmp(other)).map_or(Self::Known, |(_, way)| way)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rarer_of_the_two_is_gone_through() {
        let of = |candidates, of_position| Way::of(Odds { games: 1_000_000, candidates, of_position }, 30);
        assert_eq!(of(5000, 1000), Way::EachOfPosition);
        assert_eq!(of(500_000, 10_000), Way::EachOfPosition, "a page is soon full");
        assert_eq!(of(100, 20_000), Way::ByEnd(150));
        assert_eq!(of(5000, 13_000), Way::Known);
        assert_eq!(of(0, 0), Way::EachOfPosition);
        assert_eq!(of(2000, 200), Way::EachOfPosition);
    }

    #[test]
    fn a_way_that_may_be_long_is_taken_only_for_much() {
        let of = |candidates, of_position| Way::of(Odds { games: 1_000_000, candidates, of_position }, 30);
        // Nobody knows how many came to the position, and none of them may have had the men.
        assert_eq!(of(20_000, MOST_COUNTED), Way::ByEnd(2250));
        assert_eq!(of(20_000, MOST_COUNTED - 1), Way::EachOfPosition);
    }
}
