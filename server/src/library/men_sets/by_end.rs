//! [`ByEnd`]: candidates in the order in which their games ended.

use std::collections::VecDeque;

use jiff::Timestamp;
use sqlx::PgConnection;

use super::blocks::{Block, Column, Values};
use super::names::{NameHash, NamesSize, OfPositions};
use super::question::Question;
use crate::platform::byte_cache::ByteCache;

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
        let wanted = Wanted { after, ended };
        let unread = order.sort(Block::all(connection).await?, after, ended);
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
    pub async fn part(
        &mut self,
        block_cache: &ByteCache,
        connection: &mut PgConnection,
        enough: usize,
    ) -> anyhow::Result<Part> {
        loop {
            let unread = self.begin_of_unread();
            let found = self.read.iter().filter(|each| unread.is_none_or(|unread| each.place < unread)).count();
            if found >= enough || self.unread.is_empty() {
                return Ok(self.order.part(&self.read, unread, enough));
            }
            self.read_next(block_cache, connection, FIRST_BLOCKS.max(3 * self.blocks_read)).await?;
        }
    }

    /// Where the first of the blocks begins that were not read.
    fn begin_of_unread(&self) -> Option<Place> {
        self.unread.front().map(|block| self.order.place(self.order.extent(block)[0]))
    }

    /// Reads so many of the next blocks.
    async fn read_next(
        &mut self,
        block_cache: &ByteCache,
        connection: &mut PgConnection,
        count: usize,
    ) -> anyhow::Result<()> {
        let begin = self.begin_of_unread().unwrap_or(Place(0));
        let next: Vec<Block> = self.unread.drain(..count.min(self.unread.len())).collect();
        // Blocks are numbered as they were written, which is nearly the order of their ends.
        let firsts: Vec<i32> = next.iter().map(|block| block.first).collect();
        let range = firsts.iter().copied().min().unwrap_or_default()..=firsts.iter().copied().max().unwrap_or_default();
        let mut of_blocks = self.question.read(connection, range).await?;
        let asked =
            || next.iter().filter(|block| of_blocks.get(&block.first).is_some_and(|found| !found.numbers.is_empty()));
        let ends = Column::Ends.read(block_cache, connection, asked()).await?;
        let names = match &self.positions {
            Some(_) => Column::Names.read(block_cache, connection, asked()).await?,
            None => Values::new(),
        };
        self.blocks_read += next.len();
        for block in &next {
            let numbers = of_blocks.remove(&block.first).map(|found| found.numbers).unwrap_or_default();
            let [ends, names] = [&ends, &names].map(|values| values.get(&block.first).map(AsRef::as_ref));
            let of_games = OfGames { ends, names };
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
mod tests;
