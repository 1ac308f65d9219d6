//! The games in which men stood on squares, as sets of bits: those that had several at the same time are found by `and`.
//!
//! A game is cut into spans of positions, and a set holds the games that had a man on a square in one span. Men that stood there together
//! did so in some span, so few games have to be looked at that did not have them together. Sets are written once, for a block of games; those
//! that came later wait, and all of them are looked at.

use std::collections::{BTreeMap, VecDeque};
use std::iter::once;
use std::ops::RangeInclusive;

use anyhow::Context;
use domain::correspondence::result::Ending;
use domain::rules::variant::Variant;
use futures_util::TryStreamExt;
use jiff::Timestamp;
use sqlx::PgConnection;

use super::filter::GameFilter;
use super::men::{MenRecord, Placed};
use crate::platform::database::{self, Pool};
use crate::platform::queue::WorkResult;

/// The positions in which the spans of a game start; each ends before the next. More of them mean fewer games that are looked at in vain,
/// and more sets. Sets have numbers that follow from these: whoever changes them empties the sets in a migration, and lets all games wait.
const SPAN_STARTS: [usize; 7] = [0, 8, 16, 24, 32, 48, 80];

/// So many games are put into sets at once. The larger, the fewer sets are read for a search, but the more games wait, and are looked at.
pub const BLOCK: i64 = 4096;

/// The facet of every game.
const ALL: &str = "all";

/// While more games wait, as for some minutes after an upgrade, not all of them are looked at.
const TOO_MANY_WAIT: i64 = 4 * BLOCK;

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

/// Puts the games that have waited longest into sets, if a `block` of them waits. One server at a time does so.
///
/// # Errors
/// The database fails.
pub async fn write_block(pool: &Pool, block: i64) -> anyhow::Result<WorkResult> {
    let mut transaction = pool.begin().await?;
    // Asked under the lock: another server may just have written a block.
    if !database::try_lock(&mut transaction, "library_men_sets").await? || waiting(&mut transaction).await? < block {
        return Ok(WorkResult::Idle);
    }
    let Some(sets) = NewBlock::take(&mut transaction, block).await? else { return Ok(WorkResult::Idle) };
    if !sets.ids.is_empty() {
        sets.write(&mut transaction).await?;
    }
    transaction.commit().await?;
    Ok(WorkResult::Done)
}

/// Games that are put into sets together, in their order.
#[derive(Default)]
struct NewBlock {
    ids: Vec<String>,
    ends: Vec<jiff_sqlx::Timestamp>,
    turns: Vec<i32>,
    /// By keys and facets, the bits of all games.
    sets: BTreeMap<i32, Vec<u8>>,
    facets: BTreeMap<String, Vec<u8>>,
}

impl NewBlock {
    /// So many of the games that have waited longest, which wait no more. `None`: fewer waited.
    async fn take(connection: &mut PgConnection, size: i64) -> anyhow::Result<Option<Self>> {
        let mut rows = sqlx::query!(
            r#"with next as (
                delete from library_men_waiting where place in (select place from library_men_waiting order by place limit $1)
                returning place, game_id, at, turns
            )
            select n.game_id as "game_id!", n.at as "at!: jiff_sqlx::Timestamp", n.turns as "turns!", men as "men?", positions as "positions?", standing::text as "standing?",
                variant as "variant?", result as "result?", ending as "ending?", rated as "rated?"
            from next n left join (library_men m join library_games l on l.game_id = m.game_id and l.is_first) on m.game_id = n.game_id
            order by place"#,
            size,
        )
        .fetch(connection);
        let length = usize::try_from(size)?.div_ceil(8);
        let mut block = Self::default();
        let mut taken = 0;
        while let Some(row) = rows.try_next().await? {
            taken += 1;
            let (Some(variant), Some(result), Some(men), Some(positions), Some(standing)) =
                (row.variant, row.result, row.men, row.positions, row.standing)
            else {
                tracing::warn!(
                    game = row.game_id,
                    "a game that is no longer in the library waited to be put into sets"
                );
                continue;
            };
            let record = MenRecord { men, positions, standing };
            if !record.is_whole() {
                tracing::warn!(
                    game = row.game_id,
                    "when men stood where in a game is damaged: no search for them finds it"
                );
            }
            let place = block.ids.len();
            let facets = Facets {
                variant: Some(&variant),
                result: Some(&result),
                ending: row.ending.as_deref(),
                rated: row.rated,
            };
            for name in facets.names() {
                block.facets.entry(name).or_insert_with(|| vec![0; length])[place / 8] |= bit(place);
            }
            for key in keys_of(&record) {
                block.sets.entry(key).or_insert_with(|| vec![0; length])[place / 8] |= bit(place);
            }
            block.ids.push(row.game_id);
            block.ends.push(row.at);
            block.turns.push(row.turns);
        }
        Ok((taken == size).then_some(block))
    }

    async fn write(self, connection: &mut PgConnection) -> anyhow::Result<()> {
        let (keys, games): (Vec<i32>, Vec<Vec<u8>>) = self.sets.into_iter().unzip();
        let (facets, games_of_facets): (Vec<String>, Vec<Vec<u8>>) = self.facets.into_iter().unzip();
        sqlx::query!(
            "with block as (
                insert into library_men_blocks (first, earliest, latest)
                select (select coalesce(max(number) + 1, 0) from library_men_games), min(at), max(at) from unnest($2::timestamptz[]) at
                returning first
            ), numbered as (
                insert into library_men_games (number, game_id, at, turns)
                select first + place::integer - 1, game_id, at, turns
                from block, unnest($1::text[], $2::timestamptz[], $5::integer[]) with ordinality game (game_id, at, turns, place)
            ), faceted as (
                insert into library_men_facets (facet, first, games)
                select facet, first, ('x' || encode(games, 'hex'))::bit varying from block, unnest($6::text[], $7::bytea[]) one (facet, games)
            )
            insert into library_men_sets (key, first, games)
            select key, first, ('x' || encode(games, 'hex'))::bit varying from block, unnest($3::integer[], $4::bytea[]) one (key, games)",
            &self.ids,
            &self.ends as _,
            &keys,
            &games,
            &self.turns,
            &facets,
            &games_of_facets,
        )
        .execute(connection)
        .await?;
        Ok(())
    }
}

/// The bit of a game in its byte.
const fn bit(place: usize) -> u8 {
    0x80 >> (place % 8)
}

/// How many games are in no set yet, or somewhat more: transactions that were rolled back have left gaps in the numbers.
async fn waiting(connection: &mut PgConnection) -> anyhow::Result<i64> {
    let waiting = sqlx::query_scalar!(
        r#"select coalesce((select max(place) from library_men_waiting) - (select min(place) from library_men_waiting) + 1, 0) as "waiting!""#,
    );
    Ok(waiting.fetch_one(connection).await?)
}

/// Whether so many games are in no set yet that it would take too long to look at all of them, as for some minutes after an upgrade.
///
/// # Errors
/// The database fails.
pub async fn too_many_wait(connection: &mut PgConnection) -> anyhow::Result<bool> {
    Ok(waiting(connection).await? > TOO_MANY_WAIT)
}

/// What is asked of the sets: men that stood together, and what never changes of a game that is over. The games that are found are candidates: all
/// that are searched for, and some others.
#[derive(Debug)]
pub struct Question {
    keys: Vec<i32>,
    men: i64,
    facets: Vec<String>,
}

/// What was found in a block.
struct Found {
    /// How many games have the facets.
    with_facets: i64,
    /// The numbers of the candidates.
    numbers: Vec<i32>,
}

impl Found {
    /// What two sets of the block that begins with a number have in common: the games with the facets, and those with the men.
    fn among(with_facets: &[u8], with_men: &[u8], first: i32) -> Self {
        let mut numbers = Vec::new();
        for (index, byte) in with_facets.iter().zip(with_men).map(|(facets, men)| facets & men).enumerate() {
            let places = (index * 8..).take(8).filter(|&place| byte & bit(place) != 0);
            numbers.extend(places.map(|place| first + place as i32));
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
    async fn read(
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
        let found = self.read(connection, 0..=i32::MAX).await?;
        let games = found.values().map(|block| block.with_facets).sum();
        Ok(Candidates::of(found.into_values().flat_map(|block| block.numbers).collect(), games, list))
    }
}

/// All candidates, by their numbers.
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
}

/// Up to so many candidates are read, in a tenth of a second, rather than a long list.
const FEWER_THAN_LONG: i64 = 4000;

impl Candidates {
    /// Those among so many games, with what it costs to find as many as are wanted in each way. Whoever goes through a list comes to the more
    /// games, the fewer candidates there are.
    fn of(numbers: Vec<i32>, games: i64, list: List) -> Self {
        let (candidates, wanted) = (numbers.len() as i64, list.wanted as i64);
        // A candidate is read with all that is known of it in 25 microseconds, a game of a list is told from one in 0.7.
        let are_few = 250 * candidates * candidates <= 7 * wanted * games;
        if are_few || list.may_be_long && candidates <= FEWER_THAN_LONG {
            return Self::Few(numbers);
        }
        // To know a candidate as one in a list takes two, to ask a game whether it had the men fifteen.
        if 2 * candidates * candidates <= 15 * wanted * games {
            return Self::Sieve(numbers);
        }
        Self::Many
    }
}

/// So many blocks are read first for a list in the order of ends: the men of most searches are found in some games of 65,536.
const FIRST_BLOCKS: usize = 16;

/// Candidates in the order of their ends, of which only as many are read as are wanted.
#[derive(Debug)]
pub struct ByEnd {
    question: Question,
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
    /// Their numbers.
    pub numbers: Vec<i32>,
    /// All candidates that come before this are there; `None`: all are there.
    pub until: Option<Timestamp>,
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
                return Part { numbers, until: Some(self.extent(&each.block)[0]) };
            }
            numbers.extend(&each.numbers);
        }
        Part { numbers, until: unread.map(|block| self.extent(block)[0]) }
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
        (order, after): (EndOrder, Option<Timestamp>),
        ended: Ended,
    ) -> anyhow::Result<Self> {
        let rows = sqlx::query!(
            r#"select first, earliest as "earliest: jiff_sqlx::Timestamp", latest as "latest: jiff_sqlx::Timestamp" from library_men_blocks"#
        );
        let rows = rows.fetch_all(connection).await?.into_iter();
        let blocks = rows.map(|row| Block { first: row.first, ends: [row.earliest.to_jiff(), row.latest.to_jiff()] });
        Ok(Self { question, order, read: Vec::new(), unread: order.sort(blocks.collect(), after, ended) })
    }

    /// The first of them: at least `enough`, if there are so many.
    ///
    /// # Errors
    /// The database fails.
    pub async fn part(&mut self, connection: &mut PgConnection, enough: usize) -> anyhow::Result<Part> {
        let mut found: usize = self.read.iter().map(|block| block.numbers.len()).sum();
        let mut wanted = FIRST_BLOCKS.max(3 * self.read.len());
        while found < enough && !self.unread.is_empty() {
            let next: Vec<Block> = self.unread.drain(..wanted.min(self.unread.len())).collect();
            // Blocks are numbered as they were written, which is nearly the order of their ends.
            let numbers = || next.iter().map(|block| block.first);
            let range = numbers().min().unwrap_or_default()..=numbers().max().unwrap_or_default();
            let mut of_blocks = self.question.read(connection, range).await?;
            for block in next {
                let numbers = of_blocks.remove(&block.first).map(|found| found.numbers).unwrap_or_default();
                found += numbers.len();
                self.read.push(BlockCandidates { block, numbers });
            }
            wanted = 3 * self.read.len();
        }
        Ok(self.order.part(&self.read, self.unread.front(), enough))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewer_candidates_the_sooner_they_are_read_themselves() {
        let of = |candidates: i32, games, may_be_long| {
            Candidates::of((0..candidates).collect(), games, List { wanted: 30, may_be_long })
        };
        assert_eq!(of(0, 0, false), Candidates::Few(vec![]));
        assert!(matches!(of(900, 1_000_000, false), Candidates::Few(_)));
        assert!(matches!(of(1000, 1_000_000, false), Candidates::Sieve(_)));
        assert!(matches!(of(4000, 1_000_000, true), Candidates::Few(_)));
        assert!(matches!(of(4001, 1_000_000, true), Candidates::Sieve(_)));
        assert!(matches!(of(14_000, 1_000_000, false), Candidates::Sieve(_)));
        assert_eq!(of(16_000, 1_000_000, true), Candidates::Many);
        assert!(matches!(of(1, 5, false), Candidates::Few(_)));
        assert!(matches!(of(3, 5, false), Candidates::Sieve(_)));
    }

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
            (part.numbers, part.until.map(Timestamp::as_second))
        };
        assert_eq!(part(Some(&blocks[0]), 1), (vec![9, 10], Some(20)));
        assert_eq!(part(Some(&blocks[0]), 3), (vec![9, 10, 5], Some(10)));
        assert_eq!(part(None, 4), (vec![9, 10, 5], None));
    }

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
