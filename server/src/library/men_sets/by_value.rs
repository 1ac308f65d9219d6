//! [`ByValue`]: candidates in the order of their lengths or ratings.

use sqlx::PgConnection;

use super::by_end::{Part, Until};
use super::question::{Candidates, Found, List, Question};
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
    /// How many games have what else is asked for.
    games: i64,
    /// The value with which the next part begins, and how many candidates were in parts before; `None`: there was no part.
    next: Option<(Value, usize)>,
}

impl Value {
    /// The game was still to be rated.
    const UNKNOWN: Self = Self(u16::MAX);
    /// The highest.
    const MOST: Self = Self(u16::MAX - 1);

    fn of(value: i32) -> Self {
        u16::try_from(value.max(0)).map_or(Self::MOST, |value| Self(value).min(Self::MOST))
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
        let (mut valued, mut unknown, mut games) = (Vec::new(), Vec::new(), 0);
        for (first, values, found) in blocks {
            games += found.with_facets;
            for number in found.numbers {
                let value = usize::try_from(number - first).ok().and_then(|place| Value::read(values, place));
                match value {
                    None | Some(Value::UNKNOWN) => unknown.push(number),
                    Some(value) if is_wanted(value) => valued.push((value, number)),
                    Some(_) => {}
                }
            }
        }
        Self { order, valued, unknown, games, next: None }
    }

    /// How all of them are found where a part has too many: games with the same value are asked together, and many may have none at all.
    pub fn in_list(&self, wanted: usize) -> Candidates {
        let numbers = self.valued.iter().map(|(_, number)| *number).chain(self.unknown.iter().copied()).collect();
        Candidates::of(numbers, self.games, List { wanted, may_be_long: false })
    }

    /// The next of them: up to the first `enough` of all, or at least one, and all that have the same value as the last of these.
    pub fn part(&mut self, enough: usize) -> Part {
        let (since, taken) = self.next.unzip();
        let taken = taken.unwrap_or_default();
        let is_left = |value: Value| since.is_none_or(|since| self.order.is_from(value, since));
        // Most lists are long, and their first page is all that is looked at: they are counted, not sorted.
        let mut counts = vec![0_usize; usize::from(u16::MAX) + 1];
        for (value, _) in self.valued.iter().filter(|(value, _)| is_left(*value)) {
            counts[usize::from(value.0)] += 1;
        }
        let values = (0..=u16::MAX).filter(|&value| counts[usize::from(value)] > 0).map(Value);
        let mut values: Vec<Value> = values.collect();
        if self.order.is_falling() {
            values.reverse();
        }
        let mut end = taken;
        let is_in_part = |value: &&Value| {
            let is_wanted = end == taken || end < enough;
            end += if is_wanted { counts[usize::from(value.0)] } else { 0 };
            is_wanted
        };
        let in_part = values.iter().take_while(is_in_part).count();
        let until = values.get(in_part).copied();
        let is_before = |value: Value| until.is_none_or(|until| value != until && !self.order.is_from(value, until));
        let numbers = self.valued.iter().filter(|(value, _)| is_left(*value) && is_before(*value));
        let numbers = numbers.map(|(_, number)| *number).chain(self.unknown.iter().copied()).collect();
        let bound = |value: Value| Until::Value(i32::from(value.0));
        self.next = until.map(|until| (until, end));
        Part { numbers, since: since.map(bound), until: until.map(bound) }
    }
}

#[cfg(test)]
mod tests {
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
            let part = by_value.part(0);
            parts.push(part.numbers);
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
            let Part { numbers, since, until } = by_value.part(enough);
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

    #[test]
    fn games_that_tie_are_found_in_their_list_where_there_are_too_many() {
        let of = |candidates: i32, games: i64| {
            let values = to_bytes(&vec![Some(0); candidates as usize]);
            let found = Found { with_facets: games, numbers: (0..candidates).collect() };
            let mut by_value = ByValue::of([(0, &values[..], found)].into_iter(), (ValueOrder::Rating, None), None);
            assert_eq!(by_value.part(120).numbers.len(), candidates as usize, "all in one part");
            by_value.in_list(30)
        };
        assert!(matches!(of(400, 1_000_000), Candidates::Few(_)));
        assert!(matches!(of(5000, 1_000_000), Candidates::Sieve(numbers) if numbers.len() == 5000));
        assert_eq!(of(50_000, 1_000_000), Candidates::Many);
    }

    #[test]
    fn a_game_that_was_still_to_be_rated_is_in_every_part() {
        let values = to_bytes(&[Some(1500), None, Some(1600)]);
        let blocks = [(0, &values[..], Found::of(vec![0, 1, 2]))].into_iter();
        let mut by_value = ByValue::of(blocks, (ValueOrder::Rating, None), None);
        let until = Some(Until::Value(1500));
        assert_eq!(by_value.part(1), Part { numbers: vec![2, 1], since: None, until });
        assert_eq!(by_value.part(8), Part { numbers: vec![0, 1], since: until, until: None });
    }
}
