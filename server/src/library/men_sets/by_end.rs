//! [`ByEnd`]: candidates in the order in which their games ended.

use std::collections::{BTreeMap, VecDeque};

use jiff::Timestamp;
use sqlx::PgConnection;

use super::names::{NameHash, NamesSize, OfPositions};
use super::question::Question;

/// So many blocks are read first for a list in the order of ends: the men of most searches are found in some games of 65,536.
const FIRST_BLOCKS: usize = 16;

/// So many candidates of a block are put in order by their names as soon as by what the block says of all its games.
const FEW_OF_BLOCK: usize = 8;

/// So many games of a position are asked in the time in which the sets of a block are read: 25 µs each, 60 µs a block.
const GAMES_FOR_BLOCK: i64 = 2;

/// Candidates in the order of their ends, of which only as many are read as are wanted.
#[derive(Debug)]
pub struct ByEnd {
    question: Question,
    /// The positions to which the games came, if some are asked for.
    positions: Option<OfPositions>,
    order: EndOrder,
    wanted: Wanted,
    /// The candidates of the blocks that were read.
    read: Vec<Candidate>,
    blocks_read: usize,
    /// The other blocks, in order.
    unread: VecDeque<Block>,
}

/// When games ended that are wanted.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    /// Not before this place in the list.
    after: Option<Timestamp>,
    ended: Ended,
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

/// A candidate of a block.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    place: Place,
    number: i32,
    /// Its name, if that tells whether it came to a position.
    name: Option<NameHash>,
}

/// What a block says of its games; `None`: it does not, or is not asked.
#[derive(Clone, Copy, Debug, Default)]
struct OfGames<'a> {
    ends: Option<&'a [u8]>,
    names: Option<&'a [u8]>,
}

/// The second in which a game ended, as a number that rises along the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place(u32);

impl Place {
    const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
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

/// A bound in a list, by what it is sorted by. In a falling order it belongs to the games before it, in a rising one to those behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Until {
    /// When a game ended.
    End(Timestamp),
    /// How long it was, or how strong its players, and then its name.
    Value(i32, String),
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

    fn place(self, at: Timestamp) -> Place {
        self.place_of_second(to_second(at))
    }

    const fn place_of_second(self, second: u32) -> Place {
        match self {
            Self::NewestFirst => Place(!second),
            Self::OldestFirst => Place(second),
        }
    }

    /// The second that has a place.
    const fn second(self, Place(place): Place) -> u32 {
        match self {
            Self::NewestFirst => !place,
            Self::OldestFirst => place,
        }
    }

    /// The bound between the games that come before a place and the others.
    fn until(self, place: Place) -> Until {
        Until::End(match self {
            // They ended in a later second.
            Self::NewestFirst => start_of(self.second(place).saturating_add(1)),
            Self::OldestFirst => start_of(self.second(place)),
        })
    }

    /// The times between which the games from one place to another ended.
    fn times(self, places: [Place; 2]) -> [Timestamp; 2] {
        let mut seconds = places.map(|place| self.second(place));
        seconds.sort_unstable();
        [start_of(seconds[0]), start_of(seconds[1].saturating_add(1))]
    }

    /// The first `enough` candidates, and all that ended in the same second as the last of these; but none from the place on at which blocks begin
    /// that were not read.
    fn part(self, read: &[Candidate], unread: Option<Place>, enough: usize) -> Part {
        let mut places: Vec<Place> = read.iter().map(|each| each.place).collect();
        let last = enough.saturating_sub(1);
        let behind = (last < places.len()).then(|| places.select_nth_unstable(last).1.next());
        let end = [behind, unread].into_iter().flatten().min();
        let is_in_part = |each: &&Candidate| end.is_none_or(|end| each.place < end);
        let numbers: Vec<_> = read.iter().filter(is_in_part).map(|each| each.number).collect();
        let has_all = numbers.len() == read.len() && unread.is_none();
        Part::of(numbers, end.filter(|_| !has_all).map(|end| self.until(end)))
    }

    /// The candidates of a block. If it does not say when its games ended, all of them may be the first, and may have come to any position.
    fn candidates(self, block: &Block, of_games: OfGames<'_>, numbers: Vec<i32>, wanted: Wanted) -> Vec<Candidate> {
        let index = |number: i32| usize::try_from(number - block.first).ok();
        let end = |number: i32| {
            let offset = 4 * index(number)?;
            Some(u32::from_be_bytes(of_games.ends?.get(offset..offset + 4)?.try_into().ok()?))
        };
        let candidate = |number| match end(number) {
            None => Some(Candidate { place: self.place(self.extent(block)[0]), number, name: None }),
            Some(second) => {
                let name = of_games.names.zip(index(number)).and_then(|(names, index)| NameHash::read(names, index));
                let place = self.place_of_second(second);
                let is_wanted = wanted.ended.from.is_none_or(|from| second >= to_second(from))
                    && wanted.ended.before.is_none_or(|before| second <= to_second(before))
                    && wanted.after.is_none_or(|after| place >= self.place(after));
                is_wanted.then_some(Candidate { place, number, name })
            }
        };
        numbers.into_iter().filter_map(candidate).collect()
    }
}

fn start_of(second: u32) -> Timestamp {
    Timestamp::from_second(i64::from(second)).unwrap_or_default()
}

fn to_second(at: Timestamp) -> u32 {
    // What lies behind 2106 counts as then.
    u32::try_from(at.as_second().max(0)).unwrap_or(u32::MAX)
}

/// The ends of the games of a block, one after the other: seconds since 1970.
pub(super) fn to_bytes(ends: impl IntoIterator<Item = Timestamp>) -> Vec<u8> {
    ends.into_iter().flat_map(|end| to_second(end).to_be_bytes()).collect()
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
        let wanted = Wanted { after, ended };
        let unread = order.sort(blocks.collect(), after, ended);
        Ok(Self { question, positions, order, wanted, read: Vec::new(), blocks_read: 0, unread })
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
        loop {
            let unread = self.begin_of_unread();
            let found = self.read.iter().filter(|each| unread.is_none_or(|unread| each.place < unread)).count();
            if found >= enough || self.unread.is_empty() {
                return Ok(self.order.part(&self.read, unread, enough));
            }
            self.read_next(connection, FIRST_BLOCKS.max(3 * self.blocks_read)).await?;
        }
    }

    /// Where the first of the blocks begins that were not read.
    fn begin_of_unread(&self) -> Option<Place> {
        self.unread.front().map(|block| self.order.place(self.order.extent(block)[0]))
    }

    /// Reads so many of the next blocks.
    async fn read_next(&mut self, connection: &mut PgConnection, count: usize) -> anyhow::Result<()> {
        let begin = self.begin_of_unread().unwrap_or(Place(0));
        let next: Vec<Block> = self.unread.drain(..count.min(self.unread.len())).collect();
        // Blocks are numbered as they were written, which is nearly the order of their ends.
        let firsts: Vec<i32> = next.iter().map(|block| block.first).collect();
        let range = firsts.iter().copied().min().unwrap_or_default()..=firsts.iter().copied().max().unwrap_or_default();
        let mut of_blocks = self.question.read(connection, range).await?;
        // To read the names of few candidates takes less time than to read when all games of their block ended.
        let few = if self.positions.is_some() { 0 } else { FEW_OF_BLOCK };
        let asked = of_blocks.iter().filter(|(_, found)| found.numbers.len() > few).map(|(first, _)| *first);
        let rows = sqlx::query!(
            "select first, ends, case when $2 then names end as names from library_men_blocks where first = any($1)",
            &asked.collect::<Vec<_>>(),
            self.positions.is_some(),
        );
        let rows = rows.fetch_all(&mut *connection).await?.into_iter();
        let of_games: BTreeMap<i32, _> = rows.map(|row| (row.first, (row.ends, row.names))).collect();
        self.blocks_read += next.len();
        for block in &next {
            let numbers = of_blocks.remove(&block.first).map(|found| found.numbers).unwrap_or_default();
            let of_games = of_games
                .get(&block.first)
                .map(|(ends, names)| OfGames { ends: ends.as_deref(), names: names.as_deref() });
            let of_games = of_games.unwrap_or_default();
            self.read.extend(self.order.candidates(block, of_games, numbers, self.wanted));
        }
        self.sift(connection, [begin, self.begin_of_unread().unwrap_or(Place(u32::MAX))], next.len()).await
    }

    /// Leaves out candidates between two places that did not come to the positions, if some are asked for. So many blocks were read.
    async fn sift(&mut self, connection: &mut PgConnection, places: [Place; 2], blocks: usize) -> anyhow::Result<()> {
        let Some(positions) = &self.positions else { return Ok(()) };
        let [begin, end] = places;
        let is_between = |each: &Candidate| begin <= each.place && each.place <= end && each.name.is_some();
        let between = || self.read.iter().filter(|each| is_between(each)).map(|each| each.place);
        let Some(places) = between().min().zip(between().max()) else { return Ok(()) };
        let size = NamesSize { blocks, candidates: between().count() };
        if let Some(names) = positions.names(connection, self.order.times(places.into()), size).await? {
            self.read.retain(|each| !is_between(each) || each.name.is_none_or(|name| names.has(name)));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_in_the_order_in_which_they_begin() {
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
    }

    /// The numbers of a part, and the microsecond at which it ends.
    fn part(order: EndOrder, ended_at: &[(i64, i32)], unread: Option<i64>, enough: usize) -> (Vec<i32>, Option<i64>) {
        let at = |second| order.place(Timestamp::from_second(second).unwrap());
        let read: Vec<_> =
            ended_at.iter().map(|&(second, number)| Candidate { place: at(second), number, name: None }).collect();
        let part = order.part(&read, unread.map(at), enough);
        let until = part.until.map(|until| match until {
            Until::End(at) => at.as_microsecond(),
            Until::Value(..) => panic!("{until:?}"),
        });
        (part.numbers, until)
    }

    #[test]
    fn a_part_has_all_that_ended_before_or_in_the_same_second_as_its_last() {
        let games = [(30, 1), (10, 2), (20, 3), (20, 4), (40, 5)];
        let newest = |unread, enough| part(EndOrder::NewestFirst, &games, unread, enough);
        let oldest = |unread, enough| part(EndOrder::OldestFirst, &games, unread, enough);
        assert_eq!(newest(None, 2), (vec![1, 5], Some(30_000_000)), "from the 30th second on");
        assert_eq!(oldest(None, 2), (vec![2, 3, 4], Some(21_000_000)), "before the 21st");
        assert_eq!(newest(None, 5), (vec![1, 2, 3, 4, 5], None));
        assert_eq!(newest(None, 9), (vec![1, 2, 3, 4, 5], None));
        assert_eq!(newest(Some(20), 9), (vec![1, 5], Some(21_000_000)), "in the 20th there may be others");
        assert_eq!(oldest(Some(20), 9), (vec![2], Some(20_000_000)));
        assert_eq!(oldest(Some(50), 9), (vec![1, 2, 3, 4, 5], Some(50_000_000)), "there are more");
    }

    #[test]
    fn candidates_are_left_out_that_ended_at_other_times() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let block = Block { first: 7, ends: [at(10), at(40)] };
        let ends = to_bytes([10, 20, 30, 40].map(at));
        let of = |order: EndOrder, ends: Option<&[u8]>, after: Option<i64>, from: Option<i64>, before: Option<i64>| {
            let ended = Ended { from: from.map(at), before: before.map(at) };
            let wanted = Wanted { after: after.map(at), ended };
            let of_games = OfGames { ends, names: None };
            let candidates = order.candidates(&block, of_games, vec![7, 8, 9, 10], wanted);
            candidates.iter().map(|each| each.number).collect::<Vec<_>>()
        };
        assert_eq!(
            EndOrder::NewestFirst.times([EndOrder::NewestFirst.place(at(20)), EndOrder::NewestFirst.place(at(10))]),
            [10, 21].map(at)
        );
        assert_eq!(of(EndOrder::NewestFirst, Some(&ends), None, None, None), [7, 8, 9, 10]);
        assert_eq!(of(EndOrder::NewestFirst, Some(&ends), Some(20), None, None), [7, 8]);
        assert_eq!(of(EndOrder::OldestFirst, Some(&ends), Some(21), None, None), [9, 10]);
        assert_eq!(of(EndOrder::OldestFirst, Some(&ends), None, Some(20), Some(35)), [8, 9]);
        assert_eq!(of(EndOrder::OldestFirst, None, Some(21), Some(20), Some(35)), [7, 8, 9, 10], "not known");
    }
}
