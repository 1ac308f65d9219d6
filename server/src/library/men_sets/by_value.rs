//! [`ByValue`]: candidates in the order of their lengths or ratings.

use sqlx::PgConnection;

use super::blocks::{Block, Column};
use super::by_end::{Part, Until};
use super::initials::{Initials, OfBlocks};
use super::question::{Found, Question};
use crate::games::GameId;
use crate::library::filter::Range;
use crate::platform::byte_cache::ByteCache;

/// What lists are sorted by, beside the ends of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueOrder {
    /// The highest rating first.
    Rating,
    /// The most turns first.
    Longest,
    /// The fewest turns first.
    Shortest,
}

/// How long a game was, or how strong its players, as blocks say it in two bytes: what is more than these can say is as much as they can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Value(u16);

/// Candidates with what a list is sorted by.
#[derive(Debug)]
pub struct ByValue {
    /// All blocks: of these is read how names begin, once that is needed.
    blocks: Vec<Block>,
    order: ValueOrder,
    /// The game after which the list begins.
    after: Option<After>,
    /// Those that were in no part yet.
    left: Vec<(Value, i32)>,
    /// How many of these have each value. Most lists are long, and their first page is all that is looked at: they are counted, not sorted.
    counts: Vec<usize>,
    /// Those whose ratings were still to be told when they came into the sets: they may be anywhere in the list.
    unknown: Vec<i32>,
    /// How the names of games begin, once that is needed.
    initials: Option<OfBlocks>,
    /// How many candidates were in parts before, and where the last of these ended.
    taken: usize,
    since: Option<Until>,
}

/// A game after which a list begins.
#[derive(Debug)]
pub struct After {
    /// Its length or rating.
    pub value: i32,
    /// Its name.
    pub game: GameId,
}

impl Value {
    /// The game was still to be rated.
    const UNKNOWN: Self = Self(u16::MAX);
    /// The highest.
    const MOST: Self = Self(u16::MAX - 1);

    fn of(value: i32) -> Self {
        u16::try_from(value.max(0)).map_or(Self::MOST, |value| Self(value).min(Self::MOST))
    }

    const fn index(self) -> usize {
        self.0 as usize
    }

    fn read(values: &[u8], place: usize) -> Option<Self> {
        let bytes = values.get(2 * place..2 * place + 2)?;
        Some(Self(u16::from_be_bytes(bytes.try_into().ok()?)))
    }
}

/// The values of the games of a block, one after the other.
pub(super) fn to_bytes(values: &[Option<i32>]) -> Vec<u8> {
    values.iter().flat_map(|value| value.map_or(Value::UNKNOWN, Value::of).0.to_be_bytes()).collect()
}

impl ValueOrder {
    const fn is_falling(self) -> bool {
        !matches!(self, Self::Shortest)
    }

    /// Whether what is sorted in this order comes before another.
    fn is_before<T: Ord + Copy>(self, one: T, other: T) -> bool {
        if self.is_falling() { one > other } else { one < other }
    }

    /// What blocks say of it.
    const fn column(self) -> Column {
        match self {
            Self::Rating => Column::Ratings,
            Self::Longest | Self::Shortest => Column::Turns,
        }
    }
}

impl ByValue {
    /// All that have such a value, but for those before the one of the game after which the list begins. `None`: some block does not say what its
    /// games are sorted by.
    ///
    /// # Errors
    /// The database fails.
    pub async fn new(
        block_cache: &ByteCache,
        connection: &mut PgConnection,
        question: &Question,
        (order, after): (ValueOrder, Option<After>),
        range: Option<Range>,
    ) -> anyhow::Result<Option<Self>> {
        let blocks = Block::all(connection).await?;
        let values = order.column().read(block_cache, connection, &blocks).await?;
        if values.len() < blocks.len() {
            return Ok(None);
        }
        let mut found = question.read(connection, 0..=i32::MAX).await?;
        let of_blocks = values.iter().filter_map(|(first, values)| Some((*first, &values[..], found.remove(first)?)));
        Ok(Some(Self::of(blocks, of_blocks, (order, after), range)))
    }

    fn of<'a>(
        blocks: Vec<Block>,
        of_blocks: impl Iterator<Item = (i32, &'a [u8], Found)>,
        (order, after): (ValueOrder, Option<After>),
        range: Option<Range>,
    ) -> Self {
        let range = range.map(|range| Value::of(range.from)..=Value::of(range.to));
        let begins = after.as_ref().map(|after| Value::of(after.value));
        let is_wanted = |value: Value| {
            range.as_ref().is_none_or(|range| range.contains(&value))
                && begins.is_none_or(|begins| !order.is_before(value, begins))
        };
        let (mut left, mut unknown, mut counts) = (Vec::new(), Vec::new(), vec![0; usize::from(u16::MAX) + 1]);
        for (first, values, found) in of_blocks {
            for number in found.numbers {
                let value = usize::try_from(number - first).ok().and_then(|place| Value::read(values, place));
                match value {
                    None | Some(Value::UNKNOWN) => unknown.push(number),
                    Some(value) if is_wanted(value) => {
                        left.push((value, number));
                        counts[value.index()] += 1;
                    }
                    Some(_) => {}
                }
            }
        }
        Self { blocks, order, after, left, counts, unknown, initials: None, taken: 0, since: None }
    }

    /// The next of them: up to the first `enough` of all, or at least one, and all that tie with the last of these. Where many have the same value,
    /// as all games have that are not rated, they are put in order by how their names begin.
    ///
    /// # Errors
    /// The database fails.
    pub async fn part(
        &mut self,
        block_cache: &ByteCache,
        connection: &mut PgConnection,
        enough: usize,
    ) -> anyhow::Result<Part> {
        if self.initials.is_none() && self.end(enough).is_some_and(|end| end.has_too_many) {
            let initials = Column::Initials.read(block_cache, connection, &self.blocks).await?;
            self.initials = Some(OfBlocks::new(initials));
        }
        Ok(self.take(enough))
    }

    /// Where the next part ends. `None`: it has all that are left.
    fn end(&self, enough: usize) -> Option<End> {
        let wanted = enough.saturating_sub(self.taken).max(1);
        let mut before = 0;
        let mut end = |value: Value| {
            let with_value = self.counts[value.index()];
            if before + with_value >= wanted {
                // What blocks cannot say more of is not in the order of names.
                let has_too_many = before + with_value > 2 * wanted && value != Value::MOST;
                return Some(End { value, wanted: wanted - before, has_too_many });
            }
            before += with_value;
            None
        };
        let mut values = (0..=u16::MAX).map(Value);
        if self.order.is_falling() { values.rev().find_map(end) } else { values.find_map(&mut end) }
    }

    fn take(&mut self, enough: usize) -> Part {
        let Some(end) = self.end(enough) else {
            let all = std::mem::take(&mut self.left);
            self.counts.fill(0);
            return self.part_of(all, None);
        };
        let (mut in_part, mut last) = (Vec::new(), Vec::new());
        let order = self.order;
        self.left.retain(|&(value, number)| {
            if order.is_before(value, end.value) {
                in_part.push((value, number));
            } else if value == end.value {
                last.push(number);
            }
            let is_behind = order.is_before(end.value, value);
            self.counts[value.index()] -= usize::from(!is_behind);
            is_behind
        });
        let named = match &self.initials {
            Some(initials) if end.has_too_many => {
                let mut named = Vec::with_capacity(last.len());
                for number in last.drain(..) {
                    match initials.of(number) {
                        Some(initials) => named.push((initials, number)),
                        None => self.unknown.push(number),
                    }
                }
                self.first_by_name(named, end)
            }
            _ => ByName::default(),
        };
        let with_value = |numbers: Vec<i32>| numbers.into_iter().map(|number| (end.value, number));
        in_part.extend(with_value(last));
        in_part.extend(with_value(named.first));
        self.counts[end.value.index()] += named.behind.len();
        self.left.extend(with_value(named.behind));
        let until = Some(self.until(end.value, named.last)).filter(|_| !self.left.is_empty());
        self.part_of(in_part, until)
    }

    /// Puts games with the value with which a part ends in order. Those that come before the game after which the list begins are left out.
    fn first_by_name(&self, mut named: Vec<(Initials, i32)>, end: End) -> ByName {
        if let Some(after) = self.after.as_ref().filter(|after| Value::of(after.value) == end.value) {
            let begins = Initials::of(after.game.as_str());
            named.retain(|(initials, _)| !self.order.is_before(*initials, begins));
        }
        let Some(most) = named.len().checked_sub(1) else { return ByName::default() };
        let falling = self.order.is_falling();
        let compare = |(one, _): &(Initials, i32), (other, _): &(Initials, i32)| {
            if falling { other.cmp(one) } else { one.cmp(other) }
        };
        let (last, _) = *named.select_nth_unstable_by(most.min(end.wanted - 1), compare).1;
        let mut by_name = ByName { last: Some(last), ..ByName::default() };
        for (initials, number) in named {
            let is_behind = self.order.is_before(last, initials);
            let part = if is_behind { &mut by_name.behind } else { &mut by_name.first };
            part.push(number);
        }
        by_name
    }

    fn part_of(&mut self, in_part: Vec<(Value, i32)>, until: Option<Until>) -> Part {
        self.taken += in_part.len();
        let (rated, mut numbers) = match self.order {
            ValueOrder::Rating => {
                (in_part.into_iter().map(|(value, number)| (number, i32::from(value.0))).collect(), Vec::new())
            }
            // How long a game was stands beside its number.
            ValueOrder::Longest | ValueOrder::Shortest => {
                (Vec::new(), in_part.into_iter().map(|(_, number)| number).collect())
            }
        };
        numbers.extend(&self.unknown);
        Part { numbers, rated, since: std::mem::replace(&mut self.since, until.clone()), until }
    }

    /// The bound between the games up to a value, or up to those of it whose names begin so, and those behind.
    fn until(&self, value: Value, last: Option<Initials>) -> Until {
        let value = i32::from(value.0);
        if self.order.is_falling() {
            return Until::Value(value, last.map(Initials::first_name).unwrap_or_default());
        }
        match last.and_then(Initials::first_name_behind) {
            Some(name) => Until::Value(value, name),
            None => Until::Value(value + 1, String::new()),
        }
    }
}

/// Games with the value with which a part ends, as their names begin.
#[derive(Debug, Default)]
struct ByName {
    /// Those that are wanted, with all whose names begin as that of the last of them.
    first: Vec<i32>,
    /// The others.
    behind: Vec<i32>,
    /// How the name of the last that is wanted begins.
    last: Option<Initials>,
}

/// Where a part ends.
#[derive(Clone, Copy, Debug)]
struct End {
    value: Value,
    /// How many games with this value are wanted.
    wanted: usize,
    /// Whether there would be more than twice as many in the part as are wanted, because so many have this value.
    has_too_many: bool,
}

#[cfg(test)]
mod tests;
