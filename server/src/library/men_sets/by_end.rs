//! [`ByEnd`]: candidates in the order in which their games ended.

use std::collections::VecDeque;

use jiff::Timestamp;
use sqlx::PgConnection;

use super::names::OfPositions;
use super::question::Question;

/// So many blocks are read first for a list in the order of ends: the men of most searches are found in some games of 65,536.
const FIRST_BLOCKS: usize = 16;

/// So many games of a position are asked in the time in which the sets of a block are read: 25 µs each, 60 µs a block.
const GAMES_FOR_BLOCK: i64 = 2;

/// Candidates in the order of their ends, of which only as many are read as are wanted.
#[derive(Debug)]
pub struct ByEnd {
    question: Question,
    /// The positions to which the games came, if some are asked for.
    positions: Option<OfPositions>,
    order: EndOrder,
    /// The candidates of the blocks that were read, in order.
    read: Vec<BlockCandidates>,
    /// The other blocks, in order.
    unread: VecDeque<Block>,
}

/// The order of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndOrder {
    /// The last that ended first.
    NewestFirst,
    /// The first that ended first.
    OldestFirst,
}

/// When games ended that are asked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ended {
    /// Not before this.
    pub from: Option<Timestamp>,
    /// Before this.
    pub before: Option<Timestamp>,
}

/// A block of games that are in sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    /// The number of its first game.
    first: i32,
    /// When the first of its games ended, and when the last.
    ends: [Timestamp; 2],
}

/// The candidates of a block.
#[derive(Debug)]
struct BlockCandidates {
    block: Block,
    numbers: Vec<i32>,
}

/// The candidates that come first.
#[derive(Debug, PartialEq, Eq)]
pub struct Part {
    /// Their numbers; of those whose ratings are known, in `rated` alone.
    pub numbers: Vec<i32>,
    /// In a list by rating: the numbers of games, and how they were rated.
    pub rated: Vec<(i32, i32)>,
    /// Those that come before this were in parts before; `None`: this is the first part, or has them all.
    pub since: Option<Until>,
    /// All candidates that come before this are there; `None`: all are there.
    pub until: Option<Until>,
}

impl Part {
    /// The first part, of candidates whose ratings are not known.
    pub const fn of(numbers: Vec<i32>, until: Option<Until>) -> Self {
        Self { numbers, rated: Vec::new(), since: None, until }
    }

    /// How many candidates there are.
    pub const fn len(&self) -> usize {
        self.numbers.len() + self.rated.len()
    }
}

/// A place in a list, by what it is sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// When a game ended.
    End(Timestamp),
    /// How long it was, or how strong its players.
    Value(i32),
}

impl EndOrder {
    fn is_before(self, one: Timestamp, other: Timestamp) -> bool {
        match self {
            Self::NewestFirst => one > other,
            Self::OldestFirst => one < other,
        }
    }

    /// Where a block begins in a list, and where it ends.
    fn extent(self, block: &Block) -> [Timestamp; 2] {
        let [earliest, latest] = block.ends;
        match self {
            Self::NewestFirst => [latest, earliest],
            Self::OldestFirst => [earliest, latest],
        }
    }

    /// Blocks in the order in which they begin, but for those that lie before a place, or whose games all ended at other times than are asked for.
    fn sort(self, mut blocks: Vec<Block>, after: Option<Timestamp>, ended: Ended) -> VecDeque<Block> {
        blocks.retain(|block| {
            let [earliest, latest] = block.ends;
            ended.from.is_none_or(|from| latest >= from)
                && ended.before.is_none_or(|before| earliest < before)
                && after.is_none_or(|after| !self.is_before(self.extent(block)[1], after))
        });
        blocks.sort_by_key(|block| self.extent(block)[0]);
        if self == Self::NewestFirst {
            blocks.reverse();
        }
        blocks.into()
    }

    /// The candidates of the first blocks: at least `enough` if there are so many. `unread` is the block that comes next.
    fn part(self, read: &[BlockCandidates], unread: Option<&Block>, enough: usize) -> Part {
        let mut numbers = Vec::new();
        for each in read {
            if numbers.len() >= enough {
                return Part::of(numbers, Some(Until::End(self.extent(&each.block)[0])));
            }
            numbers.extend(&each.numbers);
        }
        Part::of(numbers, unread.map(|block| Until::End(self.extent(block)[0])))
    }
}

impl ByEnd {
    /// Those after a place in a list, if one is given; some that come before it are among them as well.
    ///
    /// # Errors
    /// The database fails.
    pub async fn new(
        connection: &mut PgConnection,
        question: Question,
        positions: Option<OfPositions>,
        (order, after): (EndOrder, Option<Timestamp>),
        ended: Ended,
    ) -> anyhow::Result<Self> {
        let rows = sqlx::query!(
            r#"select first, earliest as "earliest: jiff_sqlx::Timestamp", latest as "latest: jiff_sqlx::Timestamp" from library_men_blocks"#
        );
        let rows = rows.fetch_all(connection).await?.into_iter();
        let blocks = rows.map(|row| Block { first: row.first, ends: [row.earliest.to_jiff(), row.latest.to_jiff()] });
        Ok(Self { question, positions, order, read: Vec::new(), unread: order.sort(blocks.collect(), after, ended) })
    }

    /// Whether the positions that are asked for have so few games that each is sooner asked than the sets are read.
    ///
    /// # Errors
    /// The database fails.
    pub async fn are_positions_rarer(&self, connection: &mut PgConnection) -> anyhow::Result<bool> {
        let Some(positions) = &self.positions else { return Ok(false) };
        positions.have_fewer_games_than(connection, GAMES_FOR_BLOCK * self.unread.len() as i64).await
    }

    /// The first of them: at least `enough`, if there are so many.
    ///
    /// # Errors
    /// The database fails.
    pub async fn part(&mut self, connection: &mut PgConnection, enough: usize) -> anyhow::Result<Part> {
        let mut found: usize = self.read.iter().map(|block| block.numbers.len()).sum();
        while found < enough && !self.unread.is_empty() {
            found += self.read_next(connection, FIRST_BLOCKS.max(3 * self.read.len())).await?;
        }
        Ok(self.order.part(&self.read, self.unread.front(), enough))
    }

    /// Reads so many of the next blocks: how many candidates they have.
    async fn read_next(&mut self, connection: &mut PgConnection, wanted: usize) -> anyhow::Result<usize> {
        let next: Vec<Block> = self.unread.drain(..wanted.min(self.unread.len())).collect();
        // Blocks are numbered as they were written, which is nearly the order of their ends.
        let numbers = || next.iter().map(|block| block.first);
        let range = numbers().min().unwrap_or_default()..=numbers().max().unwrap_or_default();
        let ends = || next.iter().map(|block| block.ends);
        let [earliest, latest] = [ends().map(|[earliest, _]| earliest).min(), ends().map(|[_, latest]| latest).max()];
        let sieve = match (&self.positions, earliest.zip(latest)) {
            (Some(positions), Some((earliest, latest))) => {
                positions.sieve(connection, [earliest, latest], &numbers().collect::<Vec<_>>()).await?
            }
            _ => None,
        };
        let mut of_blocks = self.question.read(connection, range).await?;
        let mut found = 0;
        for block in next {
            let numbers = of_blocks.remove(&block.first).map(|found| found.numbers).unwrap_or_default();
            let numbers = match &sieve {
                Some(sieve) => sieve.keep(block.first, numbers),
                None => numbers,
            };
            found += numbers.len();
            self.read.push(BlockCandidates { block, numbers });
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_has_all_that_come_before_where_it_ends() {
        let at = |second| Timestamp::from_second(second).unwrap();
        // The second block has a game that ended before the last of the first.
        let blocks = [(0, [0, 10]), (4, [8, 20]), (8, [21, 30])];
        let blocks: Vec<_> = blocks.into_iter().map(|(first, ends)| Block { first, ends: ends.map(at) }).collect();
        let sorted_of = |order: EndOrder, after: Option<i64>, ended| {
            order.sort(blocks.clone(), after.map(at), ended).iter().map(|block| block.first).collect::<Vec<_>>()
        };
        let sorted = |order, after| sorted_of(order, after, Ended::default());
        let ended = |from: Option<i64>, before: Option<i64>| Ended { from: from.map(at), before: before.map(at) };
        assert_eq!(sorted_of(EndOrder::NewestFirst, None, ended(Some(10), Some(21))), [4, 0]);
        assert_eq!(sorted_of(EndOrder::OldestFirst, None, ended(Some(11), Some(22))), [4, 8]);
        assert_eq!(sorted(EndOrder::NewestFirst, None), [8, 4, 0]);
        assert_eq!(sorted(EndOrder::NewestFirst, Some(21)), [8, 4, 0]);
        assert_eq!(sorted(EndOrder::NewestFirst, Some(20)), [4, 0]);
        assert_eq!(sorted(EndOrder::OldestFirst, None), [0, 4, 8]);
        assert_eq!(sorted(EndOrder::OldestFirst, Some(11)), [4, 8]);

        let read = [(2, vec![9, 10]), (1, vec![5])];
        let read = read.map(|(block, numbers)| BlockCandidates { block: blocks[block], numbers });
        let part = |unread, enough| {
            let part = EndOrder::NewestFirst.part(&read, unread, enough);
            let second = |until| match until {
                Until::End(at) => Some(at.as_second()),
                Until::Value(_) => None,
            };
            (part.numbers, part.until.and_then(second))
        };
        assert_eq!(part(Some(&blocks[0]), 1), (vec![9, 10], Some(20)));
        assert_eq!(part(Some(&blocks[0]), 3), (vec![9, 10, 5], Some(10)));
        assert_eq!(part(None, 4), (vec![9, 10, 5], None));
    }
}
