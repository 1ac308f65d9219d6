//! [`ByValue`]: candidates in the order of their lengths or ratings.

use sqlx::PgConnection;

use super::by_end::{Part, Until};
use super::initials::{Initials, OfBlocks};
use super::question::{Found, Question};
use crate::games::GameId;
use crate::library::filter::Range;

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
    order: ValueOrder,
    /// The game after which the list begins.
    after: Option<After>,
    /// Those that were in no part yet.
    left: Vec<(Value, i32)>,
    /// How many of these have each value. Most lists are long, and their first page is all that is looked at: they are counted, not sorted.
    counts: Vec<usize>,
    /// Those whose ratings were still to be told when they came into the sets: they may be anywhere in the list.
    unknown: Vec<i32>,
    initials: KnownInitials,
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

/// Whether it is known how the names of games begin.
#[derive(Debug)]
enum KnownInitials {
    Known(OfBlocks),
    /// They can be read.
    Unread,
    /// Some block does not say.
    Unknown,
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

    /// What the games of each block are sorted by, and the number of its first game. `None`: some block does not say.
    async fn of_blocks(self, connection: &mut PgConnection) -> anyhow::Result<Option<Vec<(i32, Vec<u8>)>>> {
        let is_rating = self == Self::Rating;
        let rows = sqlx::query!(
            r#"select first, case when $1 then ratings else turns end as "values?" from library_men_blocks"#,
            is_rating,
        );
        let rows = rows.fetch_all(connection).await?.into_iter();
        Ok(rows.map(|row| Some((row.first, row.values?))).collect())
    }
}

impl ByValue {
    /// All that have such a value, but for those before the one of the game after which the list begins. `None`: some block does not say what its
    /// games are sorted by.
    ///
    /// # Errors
    /// The database fails.
    pub async fn new(
        connection: &mut PgConnection,
        question: &Question,
        (order, after): (ValueOrder, Option<After>),
        range: Option<Range>,
    ) -> anyhow::Result<Option<Self>> {
        let Some(values) = order.of_blocks(connection).await? else { return Ok(None) };
        let mut found = question.read(connection, 0..=i32::MAX).await?;
        let of_blocks = values.iter().filter_map(|(first, values)| Some((*first, &values[..], found.remove(first)?)));
        Ok(Some(Self::of(of_blocks, (order, after), range)))
    }

    fn of<'a>(
        blocks: impl Iterator<Item = (i32, &'a [u8], Found)>,
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
        for (first, values, found) in blocks {
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
        Self { order, after, left, counts, unknown, initials: KnownInitials::Unread, taken: 0, since: None }
    }

    /// The next of them: up to the first `enough` of all, or at least one, and all that tie with the last of these. Where many have the same value,
    /// as all games have that are not rated, they are put in order by how their names begin.
    ///
    /// # Errors
    /// The database fails.
    pub async fn part(&mut self, connection: &mut PgConnection, enough: usize) -> anyhow::Result<Part> {
        if matches!(self.initials, KnownInitials::Unread) && self.end(enough).is_some_and(|end| end.has_too_many) {
            let initials = OfBlocks::read(connection).await?;
            self.initials = initials.map_or(KnownInitials::Unknown, KnownInitials::Known);
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
            order.is_before(end.value, value)
        });
        let named = match &self.initials {
            KnownInitials::Known(initials) if end.has_too_many => {
                let mut named = Vec::with_capacity(last.len());
                for number in last.drain(..) {
                    match initials.of(number) {
                        Some(initials) => named.push((initials, number)),
                        None => self.unknown.push(number),
                    }
                }
                self.first_by_name(named, end)
            }
            KnownInitials::Known(_) | KnownInitials::Unread | KnownInitials::Unknown => ByName::default(),
        };
        let with_value = |numbers: Vec<i32>| numbers.into_iter().map(|number| (end.value, number));
        in_part.extend(with_value(last));
        in_part.extend(with_value(named.first));
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
        self.counts.fill(0);
        for (value, _) in &self.left {
            self.counts[value.index()] += 1;
        }
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
mod tests {
    use super::*;

    fn after(value: i32, game: &str) -> Option<After> {
        Some(After { value, game: GameId::read(game).unwrap() })
    }

    fn sorted(order: ValueOrder, after: Option<After>, range: Option<Range>) -> ByValue {
        let blocks = [(0, vec![40, 9, 100_000, 12], vec![0, 1, 2]), (4, vec![40, 70], vec![4, 5])];
        let to_bytes = |values: Vec<i32>| to_bytes(&values.into_iter().map(Some).collect::<Vec<_>>());
        let blocks: Vec<_> = blocks.map(|(first, values, numbers)| (first, to_bytes(values), numbers)).into();
        let blocks = blocks.iter().map(|(first, values, numbers)| (*first, &values[..], Found::of(numbers.clone())));
        ByValue::of(blocks, (order, after), range)
    }

    /// The numbers of the candidates of a part, lowest first.
    fn numbers_of(part: &Part) -> Vec<i32> {
        let mut numbers: Vec<_> =
            part.numbers.iter().copied().chain(part.rated.iter().map(|(number, _)| *number)).collect();
        numbers.sort_unstable();
        numbers
    }

    /// The numbers, those that tie together.
    fn numbers(mut by_value: ByValue) -> Vec<Vec<i32>> {
        let mut parts = Vec::new();
        loop {
            let part = by_value.take(0);
            parts.push(numbers_of(&part));
            if part.until.is_none() {
                return parts;
            }
        }
    }

    #[test]
    fn candidates_are_in_the_order_of_what_the_blocks_say() {
        let numbers = |order, after, range| numbers(sorted(order, after, range));
        assert_eq!(numbers(ValueOrder::Longest, None, None), [vec![2], vec![5], vec![0, 4], vec![1]]);
        assert_eq!(numbers(ValueOrder::Shortest, None, None), [vec![1], vec![0, 4], vec![5], vec![2]]);
        assert_eq!(numbers(ValueOrder::Rating, after(40, "aaa"), None), [vec![0, 4], vec![1]]);
        assert_eq!(numbers(ValueOrder::Shortest, after(41, "aaa"), None), [[5], [2]]);
        assert_eq!(numbers(ValueOrder::Shortest, after(i32::MAX, "aaa"), None), [[2]], "it may be as long");
        assert_eq!(numbers(ValueOrder::Longest, None, Some(Range { from: 40, to: 70 })), [vec![5], vec![0, 4]]);
        assert_eq!(numbers(ValueOrder::Longest, after(1, "aaa"), None), [vec![0; 0]]);
    }

    #[test]
    fn a_part_has_all_games_that_are_as_long_as_its_last() {
        let mut by_value = sorted(ValueOrder::Longest, None, None);
        let mut part = |enough| {
            let part = by_value.take(enough);
            (numbers_of(&part), part.since, part.until)
        };
        let bound = |value| Some(Until::Value(value, String::new()));
        assert_eq!(part(2), (vec![2, 5], None, bound(70)));
        assert_eq!(part(2), (vec![0, 4], bound(70), bound(40)), "there is always more, and none is there twice");
        assert_eq!(part(100), (vec![1], bound(40), None));
        let mut shortest = sorted(ValueOrder::Shortest, None, None);
        assert_eq!(shortest.take(1).until, Some(Until::Value(10, String::new())));
    }

    /// Games that are as long as each other, with these names.
    fn of_names(order: ValueOrder, after: Option<After>, names: &[&str]) -> ByValue {
        let values = to_bytes(&vec![Some(40); names.len()]);
        let numbers = (0..).take(names.len()).collect();
        ByValue::of([(0, &values[..], Found::of(numbers))].into_iter(), (order, after), None)
    }

    #[test]
    fn games_that_tie_come_in_the_order_in_which_their_names_begin() {
        let names = ["abc1", "xyz1", "abd1", "abc2", "zzz1", "0001", "0002"];
        let parts = |order, after| {
            let mut by_value = of_names(order, after, &names);
            by_value.initials = KnownInitials::Known(OfBlocks::of_names(&names));
            let mut part = |enough| {
                let part = by_value.take(enough);
                let bound = part.until.clone().map(|until| match until {
                    Until::Value(40, name) => name,
                    other => panic!("{other:?}"),
                });
                (numbers_of(&part).into_iter().map(|number| names[number as usize]).collect::<Vec<_>>(), bound)
            };
            [part(2), part(4), part(8)].map(|(games, bound)| (games.join(" "), bound.unwrap_or_default()))
        };
        let part = |games: &str, bound: &str| (games.to_owned(), bound.to_owned());
        let falling = parts(ValueOrder::Longest, None);
        assert_eq!(falling, [part("xyz1 zzz1", "xyz"), part("abc1 abd1 abc2", "abc"), part("0001 0002", "")]);
        let rising = parts(ValueOrder::Shortest, None);
        assert_eq!(rising, [part("0001 0002", "001"), part("abc1 abc2", "abd"), part("xyz1 abd1 zzz1", "")]);
        let later = parts(ValueOrder::Shortest, after(40, "abc1"));
        assert_eq!(later, [part("abc1 abc2", "abd"), part("xyz1 abd1 zzz1", ""), part("", "")]);
    }

    #[test]
    fn initials_are_read_where_many_tie() {
        let has_too_many = |games, enough| {
            let by_value = of_names(ValueOrder::Longest, None, &vec!["abc1"; games]);
            by_value.end(enough).is_some_and(|end| end.has_too_many)
        };
        assert!(!has_too_many(200, 100), "twice as many as are wanted are read");
        assert!(has_too_many(201, 100));
        assert!(!has_too_many(201, 300), "all are wanted");
        assert!(sorted(ValueOrder::Longest, None, None).end(1).is_some_and(|end| !end.has_too_many));
    }

    #[test]
    fn a_game_whose_name_is_not_known_is_in_every_part() {
        let mut by_value = of_names(ValueOrder::Longest, None, &["abc1", "abd1", "abe1", "abf1"]);
        by_value.initials = KnownInitials::Known(OfBlocks::of_names(&["abc1", "abd1", "abe1"]));
        let parts = [1, 2, 3].map(|enough| numbers_of(&by_value.take(enough)));
        assert_eq!(parts, [vec![2, 3], vec![0, 1, 3], vec![3]]);
    }

    #[test]
    fn a_game_that_was_still_to_be_rated_is_in_every_part() {
        let values = to_bytes(&[Some(1500), None, Some(1600)]);
        let blocks = [(0, &values[..], Found::of(vec![0, 1, 2]))].into_iter();
        let mut by_value = ByValue::of(blocks, (ValueOrder::Rating, None), None);
        let until = Some(Until::Value(1600, String::new()));
        let first = Part { numbers: vec![1], rated: vec![(2, 1600)], since: None, until: until.clone() };
        assert_eq!(by_value.take(1), first);
        assert_eq!(by_value.take(8), Part { numbers: vec![1], rated: vec![(0, 1500)], since: until, until: None });
    }
}
