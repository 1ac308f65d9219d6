//! [`Question`]: which games the sets say may be those that are searched for.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use anyhow::Context;
use sqlx::PgConnection;

use super::blocks::Block;
use super::by_end::EndOrder;
use super::{Facets, SPAN_STARTS, bit, cost, key_of};
use crate::library::filter::GameFilter;
use crate::library::men::Placed;

/// What is asked of the sets: men that stood together, and what never changes of a game that is over. The games that are found are candidates: all
/// that are searched for, and some others.
#[derive(Debug)]
pub struct Question {
    keys: Vec<i32>,
    men: i64,
    facets: Vec<String>,
}

/// What was found in a block.
pub(super) struct Found {
    /// How many games have the facets.
    pub with_facets: i64,
    /// The numbers of the candidates.
    pub numbers: Vec<i32>,
}

impl Found {
    /// Some candidates.
    #[cfg(test)]
    pub const fn of(numbers: Vec<i32>) -> Self {
        Self { with_facets: 0, numbers }
    }

    /// What two sets of the block that begins with a number have in common: the games with the facets, and those with the men.
    fn among(with_facets: &[u8], with_men: &[u8], first: i32) -> Self {
        let mut numbers = Vec::new();
        for (index, mut byte) in with_facets.iter().zip(with_men).map(|(facets, men)| facets & men).enumerate() {
            while byte != 0 {
                let place = byte.leading_zeros() as usize;
                numbers.push(first + (index * 8 + place) as i32);
                byte &= !bit(place);
            }
        }
        Self { with_facets: with_facets.iter().map(|byte| i64::from(byte.count_ones())).sum(), numbers }
    }
}

impl Question {
    /// The men, and of a filter what the sets know.
    pub fn new(placed: &Placed, filter: &GameFilter) -> Self {
        let men = placed.numbers();
        let keys = men.iter().flat_map(|&man| (0..SPAN_STARTS.len()).map(move |span| key_of(man, span)));
        Self { keys: keys.collect(), men: men.len() as i64, facets: Facets::asked(filter).names().collect() }
    }

    /// Reads the sets of the blocks whose first games have these numbers. By the number of a block's first game.
    pub(super) async fn read(
        &self,
        connection: &mut PgConnection,
        blocks: RangeInclusive<i32>,
    ) -> anyhow::Result<BTreeMap<i32, Found>> {
        // The sets are put together here: not knowing how many blocks there are, the database would take them for few, and go through the men's
        // once for each of the facets'.
        let rows = sqlx::query!(
            r#"select first as "first!", bit_send(bit_and(games)) as "bits!", true as "is_of_facets!"
            from library_men_facets where facet = any($4) and first between $5 and $6
            group by first having count(*) = cardinality($4)
            union all
            select first, bit_send(bit_or(games)), false from (
                select first, bit_and(games) as games from library_men_sets where key = any($1) and first between $5 and $6
                group by first, key % $2 having count(*) = $3
            ) spans group by first"#,
            &self.keys,
            SPAN_STARTS.len() as i32,
            self.men,
            &self.facets,
            *blocks.start(),
            *blocks.end(),
        );
        let (mut with_facets, mut with_men) = (BTreeMap::new(), BTreeMap::new());
        for row in rows.fetch_all(connection).await? {
            // PostgreSQL writes how many bits follow, in four bytes.
            let games = row.bits.get(4..).context("bits without a length")?.to_vec();
            if row.is_of_facets { &mut with_facets } else { &mut with_men }.insert(row.first, games);
        }
        let found = with_facets.into_iter().map(|(first, with_facets)| {
            let with_men = with_men.get(&first).map_or(&[][..], Vec::as_slice);
            (first, Found::among(&with_facets, with_men, first))
        });
        Ok(found.collect())
    }

    /// All candidates, for a list of which some games are wanted.
    ///
    /// # Errors
    /// The database fails.
    pub async fn all(&self, connection: &mut PgConnection, list: List) -> anyhow::Result<Candidates> {
        let (sample, others) = sampled(&Block::all(connection).await?, list.order);
        let mut found = self.read(connection, sample).await?;
        let candidates = Candidates::of_found(&found, list);
        match others {
            Some(others) if candidates != Candidates::Many => {
                found.append(&mut self.read(connection, others).await?);
                Ok(Candidates::of_found(&found, list))
            }
            _ => Ok(candidates),
        }
    }
}

/// So many blocks are read first. If many of their games are candidates, so that the list is gone through, those of the others are not worth reading.
const SAMPLED_BLOCKS: usize = 16;

/// The numbers of the games in the blocks that are read first, and of the others: the first are those with which the list begins, as blocks are mostly
/// written in the order of ends.
fn sampled(blocks: &[Block], order: EndOrder) -> (RangeInclusive<i32>, Option<RangeInclusive<i32>>) {
    let bound = match order {
        EndOrder::NewestFirst => blocks.len().checked_sub(SAMPLED_BLOCKS).filter(|&left| left > 0),
        EndOrder::OldestFirst => Some(SAMPLED_BLOCKS),
    };
    let Some(bound) = bound.and_then(|bound| blocks.get(bound)).map(|block| block.first) else {
        // All of them are read first.
        return (0..=i32::MAX, None);
    };
    let [before, behind] = [0..=bound - 1, bound..=i32::MAX];
    match order {
        EndOrder::NewestFirst => (behind, Some(before)),
        EndOrder::OldestFirst => (before, Some(behind)),
    }
}

/// All candidates, by their numbers, and how they are found in a list.
#[derive(Debug, PartialEq, Eq)]
pub enum Candidates {
    /// So few that each is sooner read than a list is gone through for them.
    Few(Vec<i32>),
    /// Some of the games of a list, which is gone through for them.
    Sieve(Vec<i32>),
    /// So many that a page of a list is sooner filled by asking each of its games.
    Many,
}

/// The list in which candidates are looked for.
#[derive(Clone, Copy, Debug)]
pub struct List {
    /// How many of its games are wanted.
    pub wanted: usize,
    /// Whether it may have few games that are candidates, or none, so that all of it would be gone through.
    pub may_be_long: bool,
    /// In which order its games ended; that of newest games first if it is sorted by something else.
    pub order: EndOrder,
}

/// Up to so many candidates are read, in a tenth of a second, rather than a long list.
const FEWER_THAN_LONG: f64 = 4000.0;

impl Candidates {
    /// Those of some blocks.
    fn of_found(found: &BTreeMap<i32, Found>, list: List) -> Self {
        let games = found.values().map(|block| block.with_facets).sum();
        Self::of(found.values().flat_map(|block| &block.numbers).copied().collect(), games, list)
    }

    /// Those among so many games, with what it costs to find as many as are wanted in each way. Whoever goes through a list comes to the more
    /// games, the fewer candidates there are.
    pub(super) fn of(numbers: Vec<i32>, games: i64, list: List) -> Self {
        let candidates = numbers.len() as f64;
        let gone_through = (list.wanted as f64 * games as f64 / candidates.max(1.0)).min(games as f64);
        let few = cost::CANDIDATE * candidates;
        let sieve = cost::NAME * candidates + cost::BY_NAME * gone_through;
        let each = cost::OF_LIST * gone_through;
        if few <= sieve.min(each) || list.may_be_long && candidates <= FEWER_THAN_LONG {
            return Self::Few(numbers);
        }
        if sieve <= each { Self::Sieve(numbers) } else { Self::Many }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewer_candidates_the_sooner_they_are_read_themselves() {
        let of = |candidates: i32, games, may_be_long| {
            Candidates::of(
                (0..candidates).collect(),
                games,
                List { wanted: 30, may_be_long, order: EndOrder::NewestFirst },
            )
        };
        assert_eq!(of(0, 0, false), Candidates::Few(vec![]));
        assert!(matches!(of(800, 1_000_000, false), Candidates::Few(_)));
        assert!(matches!(of(1000, 1_000_000, false), Candidates::Sieve(_)));
        assert!(matches!(of(4000, 1_000_000, true), Candidates::Few(_)));
        assert!(matches!(of(4001, 1_000_000, true), Candidates::Sieve(_)));
        assert!(matches!(of(13_000, 1_000_000, false), Candidates::Sieve(_)));
        assert_eq!(of(16_000, 1_000_000, true), Candidates::Many);
        assert!(matches!(of(0, 5, false), Candidates::Few(_)));
        assert!(matches!(of(3, 5, false), Candidates::Sieve(_)));
    }

    #[test]
    fn the_blocks_with_which_a_list_begins_are_read_first() {
        let blocks = |count: i32| {
            let block = |number| Block { first: 100 * number, ends: [jiff::Timestamp::UNIX_EPOCH; 2] };
            (0..count).map(block).collect::<Vec<_>>()
        };
        let all = (0..=i32::MAX, None);
        for order in [EndOrder::NewestFirst, EndOrder::OldestFirst] {
            assert_eq!(sampled(&blocks(0), order), all);
            assert_eq!(sampled(&blocks(16), order), all);
        }
        assert_eq!(sampled(&blocks(17), EndOrder::NewestFirst), (100..=i32::MAX, Some(0..=99)));
        assert_eq!(sampled(&blocks(17), EndOrder::OldestFirst), (0..=1599, Some(1600..=i32::MAX)));
        assert_eq!(sampled(&blocks(239), EndOrder::NewestFirst), (22_300..=i32::MAX, Some(0..=22_299)));
    }
}
