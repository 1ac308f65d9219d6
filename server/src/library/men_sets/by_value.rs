//! [`ByValue`]: candidates in the order of their lengths or ratings.

use sqlx::PgConnection;

use super::by_end::{Part, Until};
use super::cost;
use super::question::{Found, Question};
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
    valued: Vec<(Value, i32)>,
    /// Those whose ratings were still to be told when they came into the sets: they may be anywhere in the list.
    unknown: Vec<i32>,
    /// How many games have each value that is wanted, whatever else is asked for.
    games_of: Vec<usize>,
    /// What share of all games has what else is asked for.
    share: f64,
    /// The value with which the next part begins, and how many candidates were in parts before; `None`: there was no part.
    next: Option<(Value, usize)>,
    /// How many games have the values of the parts before.
    passed: usize,
}

/// How many games have a value.
#[derive(Clone, Copy, Debug)]
struct OfValue {
    value: Value,
    candidates: usize,
    games: usize,
}

/// The next candidates of a list.
#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    /// They are asked themselves.
    Part(Part),
    /// Many have the same value, and the games of the list are sooner asked in their order.
    InList,
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

    /// None of any value yet.
    fn counts() -> Vec<usize> {
        vec![0; usize::from(u16::MAX) + 1]
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

    /// Whether a game may come after one with another value, or is as far in the list.
    fn is_from(self, value: Value, other: Value) -> bool {
        if self.is_falling() { value <= other } else { value >= other }
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
        (order, after): (ValueOrder, Option<i32>),
        range: Option<Range>,
    ) -> anyhow::Result<Option<Self>> {
        let Some(values) = order.of_blocks(connection).await? else { return Ok(None) };
        let mut found = question.read(connection, 0..=i32::MAX).await?;
        let of_blocks = values.iter().filter_map(|(first, values)| Some((*first, &values[..], found.remove(first)?)));
        Ok(Some(Self::of(of_blocks, (order, after), range)))
    }

    fn of<'a>(
        blocks: impl Iterator<Item = (i32, &'a [u8], Found)>,
        (order, after): (ValueOrder, Option<i32>),
        range: Option<Range>,
    ) -> Self {
        let range = range.map(|range| Value::of(range.from)..=Value::of(range.to));
        let after = after.map(Value::of);
        let is_wanted = |value: Value| {
            range.as_ref().is_none_or(|range| range.contains(&value))
                && after.is_none_or(|after| order.is_from(value, after))
        };
        let (mut valued, mut unknown, mut games_of) = (Vec::new(), Vec::new(), Value::counts());
        let (mut games, mut with_facets) = (0, 0);
        for (first, values, found) in blocks {
            with_facets += found.with_facets;
            games += values.len() / 2;
            for value in values.chunks_exact(2).map(|bytes| Value(u16::from_be_bytes([bytes[0], bytes[1]]))) {
                games_of[value.index()] += 1;
            }
            for number in found.numbers {
                let value = usize::try_from(number - first).ok().and_then(|place| Value::read(values, place));
                match value {
                    None | Some(Value::UNKNOWN) => unknown.push(number),
                    Some(value) if is_wanted(value) => valued.push((value, number)),
                    Some(_) => {}
                }
            }
        }
        for value in (0..=u16::MAX).map(Value).filter(|&value| value == Value::UNKNOWN || !is_wanted(value)) {
            games_of[value.index()] = 0;
        }
        let share = with_facets as f64 / games.max(1) as f64;
        Self { order, valued, unknown, games_of, share, next: None, passed: 0 }
    }

    /// The next of them, of which so many are `wanted`: up to the first `enough` of all, or at least one, and all that have the same value as the
    /// last of these.
    pub fn next(&mut self, enough: usize, wanted: usize) -> Next {
        let (part, values) = self.part(enough);
        let in_list = self.is_sooner_in_list(&values, wanted);
        self.passed += values.iter().map(|of| of.games).sum::<usize>();
        if in_list { Next::InList } else { Next::Part(part) }
    }

    /// They, and the values that they have or that come before.
    fn part(&mut self, enough: usize) -> (Part, Vec<OfValue>) {
        let (since, taken) = self.next.unzip();
        let taken = taken.unwrap_or_default();
        let mut left = self.values_from(since);
        let mut end = taken;
        let is_in_part = |of: &&OfValue| {
            let is_wanted = end == taken || end < enough;
            end += if is_wanted { of.candidates } else { 0 };
            is_wanted
        };
        let values = left.iter().take_while(is_in_part).count();
        let until = left[values..].iter().find(|of| of.candidates > 0).map(|of| of.value);
        let is_in_part = |value: Value| {
            since.is_none_or(|since| self.order.is_from(value, since))
                && until.is_none_or(|until| value != until && !self.order.is_from(value, until))
        };
        let in_part = self.valued.iter().filter(|(value, _)| is_in_part(*value));
        let (rated, mut numbers) = match self.order {
            ValueOrder::Rating => (in_part.map(|(value, number)| (*number, i32::from(value.0))).collect(), Vec::new()),
            // How long a game was stands beside its number.
            ValueOrder::Longest | ValueOrder::Shortest => (Vec::new(), in_part.map(|(_, number)| *number).collect()),
        };
        numbers.extend(&self.unknown);
        let bound = |value: Value| Until::Value(i32::from(value.0));
        self.next = until.map(|until| (until, end));
        left.truncate(values);
        (Part { numbers, rated, since: since.map(bound), until: until.map(bound) }, left)
    }

    /// What is known of each value from one on that some game has, in order.
    fn values_from(&self, since: Option<Value>) -> Vec<OfValue> {
        // Most lists are long, and their first page is all that is looked at: candidates are counted, not sorted.
        let mut candidates = Value::counts();
        for (value, _) in &self.valued {
            candidates[value.index()] += 1;
        }
        let values =
            (0..=u16::MAX).map(Value).filter(|&value| since.is_none_or(|since| self.order.is_from(value, since)));
        let of_values = values.map(|value| OfValue {
            value,
            candidates: candidates[value.index()],
            games: self.games_of[value.index()],
        });
        let mut of_values: Vec<_> = of_values.filter(|of| of.games > 0).collect();
        if self.order.is_falling() {
            of_values.reverse();
        }
        of_values
    }

    /// Whether the games of some values are sooner gone through until a page is full than their candidates are asked.
    fn is_sooner_in_list(&self, values: &[OfValue], wanted: usize) -> bool {
        let candidates: usize = values.iter().map(|of| of.candidates).sum();
        // It begins with the games of the parts before.
        let gone_through = self.passed as f64 + gone_through(values, wanted);
        let part = cost::NAME * candidates as f64
            + cost::RATING * self.unknown.len() as f64
            + cost::CANDIDATE * candidates.min(wanted) as f64;
        cost::OF_LIST * gone_through * self.share < part
    }
}

/// How many games of a list are gone through until there are as many candidates as are wanted.
fn gone_through(values: &[OfValue], wanted: usize) -> f64 {
    let (mut missing, mut games) = (wanted as f64, 0.0);
    for of in values {
        let candidates = of.candidates as f64;
        let share = if candidates > missing { missing / candidates } else { 1.0 };
        games += share * of.games as f64;
        missing -= share * candidates;
        if missing <= 0.0 {
            break;
        }
    }
    games
}

#[cfg(test)]
mod tests {
    use std::iter::repeat_n;

    use super::*;

    fn sorted(order: ValueOrder, after: Option<i32>, range: Option<Range>) -> ByValue {
        let blocks = [(0, vec![40, 9, 100_000, 12], vec![0, 1, 2]), (4, vec![40, 70], vec![4, 5])];
        let to_bytes = |values: Vec<i32>| to_bytes(&values.into_iter().map(Some).collect::<Vec<_>>());
        let blocks: Vec<_> = blocks.map(|(first, values, numbers)| (first, to_bytes(values), numbers)).into();
        let blocks = blocks.iter().map(|(first, values, numbers)| (*first, &values[..], Found::of(numbers.clone())));
        ByValue::of(blocks, (order, after), range)
    }

    /// The numbers, each value's in a part of its own.
    fn numbers(mut by_value: ByValue) -> Vec<Vec<i32>> {
        let mut parts = Vec::new();
        loop {
            let (part, _) = by_value.part(0);
            parts.push(part.numbers.into_iter().chain(part.rated.into_iter().map(|(number, _)| number)).collect());
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
        assert_eq!(numbers(ValueOrder::Rating, Some(40), None), [vec![0, 4], vec![1]]);
        assert_eq!(numbers(ValueOrder::Shortest, Some(41), None), [[5], [2]]);
        assert_eq!(numbers(ValueOrder::Shortest, Some(i32::MAX), None), [[2]], "it may be as long");
        assert_eq!(numbers(ValueOrder::Longest, None, Some(Range { from: 40, to: 70 })), [vec![5], vec![0, 4]]);
        assert_eq!(numbers(ValueOrder::Longest, Some(1), None), [vec![0; 0]]);
    }

    #[test]
    fn a_part_has_all_games_that_are_as_long_as_its_last() {
        let mut by_value = sorted(ValueOrder::Longest, None, None);
        let mut part = |enough| {
            let (Part { numbers, since, until, .. }, _) = by_value.part(enough);
            (numbers, [since, until].map(|bound| bound.map(|bound| format!("{bound:?}")).unwrap_or_default()))
        };
        let bounds = |since: &str, until: &str| [since, until].map(str::to_owned);
        assert_eq!(part(2), (vec![2, 5], bounds("", "Value(40)")));
        assert_eq!(
            part(2),
            (vec![0, 4], bounds("Value(40)", "Value(9)")),
            "there is always more, and none is there twice"
        );
        assert_eq!(part(100), (vec![1], bounds("Value(9)", "")));
    }

    /// A block of games with these ratings, of which so many of each are candidates.
    fn of_ratings(ratings: &[(i32, usize, usize)]) -> ByValue {
        let (mut values, mut numbers) = (Vec::new(), Vec::new());
        for &(rating, games, candidates) in ratings {
            numbers.extend((values.len()..).take(candidates).map(|place| place as i32));
            values.extend(repeat_n(Some(rating), games));
        }
        let found = Found { with_facets: values.len() as i64, numbers };
        ByValue::of([(0, &to_bytes(&values)[..], found)].into_iter(), (ValueOrder::Rating, None), None)
    }

    #[test]
    fn games_that_tie_are_found_in_their_list_where_there_are_too_many() {
        let next = |ratings: &[_]| of_ratings(ratings).next(120, 30);
        let part = |ratings: &[_]| match next(ratings) {
            Next::Part(part) => part.len(),
            Next::InList => panic!("in their list"),
        };
        assert_eq!(part(&[(0, 300_000, 400)]), 400, "few of many that have no rating");
        assert_eq!(part(&[(0, 300_000, 5000)]), 5000, "one of sixty");
        assert_eq!(next(&[(0, 300_000, 20_000)]), Next::InList);
        assert_eq!(next(&[(0, 300_000, 150_000)]), Next::InList);
        // The games before them would be gone through as well.
        assert_eq!(part(&[(1500, 300_000, 0), (1400, 2000, 1000)]), 1000);
        assert_eq!(part(&[(1500, 3000, 0), (1400, 2000, 1000)]), 1000);
        assert_eq!(next(&[(1500, 100, 0), (1400, 2000, 1000)]), Next::InList);
    }

    #[test]
    fn the_games_of_parts_before_would_be_gone_through_as_well() {
        let mut by_value = of_ratings(&[(1500, 700_000, 125), (0, 300_000, 2000)]);
        let Next::Part(part) = by_value.next(120, 30) else { panic!("few are asked themselves") };
        assert_eq!(part.len(), 125);
        assert!(matches!(by_value.next(960, 30), Next::Part(part) if part.len() == 2000));
    }

    #[test]
    fn a_game_that_was_still_to_be_rated_is_in_every_part() {
        let values = to_bytes(&[Some(1500), None, Some(1600)]);
        let blocks = [(0, &values[..], Found::of(vec![0, 1, 2]))].into_iter();
        let mut by_value = ByValue::of(blocks, (ValueOrder::Rating, None), None);
        let until = Some(Until::Value(1500));
        assert_eq!(by_value.part(1).0, Part { numbers: vec![1], rated: vec![(2, 1600)], since: None, until });
        assert_eq!(by_value.part(8).0, Part { numbers: vec![1], rated: vec![(0, 1500)], since: until, until: None });
    }
}
