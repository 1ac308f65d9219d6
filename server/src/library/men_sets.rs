//! The games in which men stood on squares, as sets of bits: those that had several at the same time are found by `and`.
//!
//! A game is cut into spans of positions, and a set holds the games that had a man on a square in one span. Men that stood there together
//! did so in some span, so few games have to be looked at that did not have them together. Sets are written once, for a block of games; those
//! that came later wait, and all of them are looked at.

use std::collections::BTreeMap;
use std::iter::once;

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
    let sets = Block::take(&mut transaction, block).await?;
    if (sets.ids.len() as i64) < block {
        return Ok(WorkResult::Idle);
    }
    sets.write(&mut transaction).await?;
    transaction.commit().await?;
    Ok(WorkResult::Done)
}

/// Games that are put into sets together, in their order.
#[derive(Default)]
struct Block {
    ids: Vec<String>,
    ends: Vec<jiff_sqlx::Timestamp>,
    turns: Vec<i32>,
    /// By keys and facets, the bits of all games.
    sets: BTreeMap<i32, Vec<u8>>,
    facets: BTreeMap<String, Vec<u8>>,
}

impl Block {
    /// At most `size` of the games that have waited longest, which wait no more.
    async fn take(connection: &mut PgConnection, size: i64) -> anyhow::Result<Self> {
        let mut rows = sqlx::query!(
            r#"with next as (
                delete from library_men_waiting where place in (select place from library_men_waiting order by place limit $1)
                returning place, game_id, at, turns
            )
            select m.game_id, n.at as "at!: jiff_sqlx::Timestamp", n.turns as "turns!", men, positions, standing::text as "standing!", variant, result, ending, rated
            from next n join library_men m using (game_id) join library_games l using (game_id) where l.is_first order by place"#,
            size,
        )
        .fetch(connection);
        let length = usize::try_from(size)?.div_ceil(8);
        let mut block = Self::default();
        while let Some(row) = rows.try_next().await? {
            let place = block.ids.len();
            let facets = Facets {
                variant: Some(&row.variant),
                result: Some(&row.result),
                ending: row.ending.as_deref(),
                rated: Some(row.rated),
            };
            for name in facets.names() {
                block.facets.entry(name).or_insert_with(|| vec![0; length])[place / 8] |= bit(place);
            }
            let record = MenRecord { men: row.men, positions: row.positions, standing: row.standing };
            for key in keys_of(&record) {
                block.sets.entry(key).or_insert_with(|| vec![0; length])[place / 8] |= bit(place);
            }
            block.ids.push(row.game_id);
            block.ends.push(row.at);
            block.turns.push(row.turns);
        }
        Ok(block)
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

/// The games in sets that may be searched for: all that had the men together and the result and the like, and some others.
#[derive(Debug)]
pub struct Candidates(Vec<BlockCandidates>);

/// Those of a block.
#[derive(Debug)]
struct BlockCandidates {
    /// When the first and the last game of the block ended, whether they are candidates or not.
    ends: [Timestamp; 2],
    numbers: Vec<i32>,
}

/// Some of the candidates.
#[derive(Debug)]
pub struct Part {
    /// Their numbers.
    pub numbers: Vec<i32>,
    /// In the order of their ends, all candidates that come before this are there; `None`: all are there.
    pub until: Option<Timestamp>,
}

impl Candidates {
    /// All of them.
    pub fn all(&self) -> Part {
        Part { numbers: self.0.iter().flat_map(|block| block.numbers.iter().copied()).collect(), until: None }
    }

    /// At least `enough` of them, if there are so many: the last that ended first, or else the first, those after a place alone. Some that come
    /// before it are there as well.
    pub fn by_end(&self, newest_first: bool, after: Option<Timestamp>, enough: usize) -> Part {
        // Times run backwards for the newest.
        let begins = |block: &BlockCandidates| block.ends[usize::from(newest_first)];
        let is_before = |a: Timestamp, b: Timestamp| if newest_first { a > b } else { a < b };
        let lies_before = |block: &&BlockCandidates| {
            after.is_some_and(|after| is_before(block.ends[usize::from(!newest_first)], after))
        };
        let mut blocks: Vec<_> = self.0.iter().filter(|block| !lies_before(block)).collect();
        blocks.sort_by(|a, b| if newest_first { begins(b).cmp(&begins(a)) } else { begins(a).cmp(&begins(b)) });
        let mut part = Part { numbers: Vec::new(), until: None };
        for block in blocks {
            if part.numbers.len() >= enough {
                part.until = Some(begins(block));
                break;
            }
            part.numbers.extend(&block.numbers);
        }
        part
    }
}

/// What it costs to look at a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// No more are looked at than a page needs.
    Page,
    /// The end and the length of each are read.
    Row,
    /// Each is read with all that is known of the game.
    Game,
}

/// The candidates of a search. `None`: there are so many that the games of the list itself are sooner asked, or too many are in no set yet.
///
/// # Errors
/// The database fails.
pub async fn candidates(
    connection: &mut PgConnection,
    placed: &Placed,
    filter: &GameFilter,
    cost: Cost,
) -> anyhow::Result<Option<Candidates>> {
    if waiting(connection).await? > TOO_MANY_WAIT {
        return Ok(None);
    }
    let men = placed.numbers();
    let keys: Vec<i32> =
        men.iter().flat_map(|&man| (0..SPAN_STARTS.len()).map(move |span| key_of(man, span))).collect();
    let facets: Vec<String> = Facets::asked(filter).names().collect();
    let blocks = sqlx::query!(
        r#"select first, earliest as "earliest: jiff_sqlx::Timestamp", latest as "latest: jiff_sqlx::Timestamp",
            bit_count(alike.games) as "alike!", bit_count(alike.games & together.games) as found,
            bit_send(alike.games & together.games) as games
        from library_men_blocks join (
            select first, bit_and(games) as games from library_men_facets where facet = any($4)
            group by first having count(*) = cardinality($4)
        ) alike using (first) left join (
            select first, bit_or(games) as games from (
                select first, bit_and(games) as games from library_men_sets where key = any($1)
                group by first, key % $2 having count(*) = $3
            ) spans group by first
        ) together using (first)"#,
        &keys,
        SPAN_STARTS.len() as i32,
        men.len() as i64,
        &facets,
    );
    let blocks = blocks.fetch_all(connection).await?;
    let games = blocks.iter().map(|block| block.alike).sum();
    // Where nearly every game had them, they are counted and no more.
    if !cost.is_low(blocks.iter().filter_map(|block| block.found).sum(), games) {
        return Ok(None);
    }
    let mut candidates = Vec::new();
    for block in blocks {
        let Some(bits) = block.games else { continue };
        // PostgreSQL writes how many bits follow, in four bytes.
        let games = bits.get(4..).context("bits without a length")?;
        let mut numbers = Vec::new();
        for (index, &byte) in games.iter().enumerate().filter(|&(_, &byte)| byte != 0) {
            let places = (index * 8..).take(8).filter(|&place| byte & bit(place) != 0);
            numbers.extend(places.map(|place| block.first + place as i32));
        }
        if !numbers.is_empty() {
            let ends = [block.earliest.to_jiff(), block.latest.to_jiff()];
            candidates.push(BlockCandidates { ends, numbers });
        }
    }
    Ok(Some(Candidates(candidates)))
}

impl Cost {
    /// Whether so few of the games in a list are candidates that these are sooner looked at than a page of the list is filled by asking each.
    ///
    /// To ask a game of the list whether it had the men takes some fifteen microseconds, and a page of thirty needs the more games, the fewer had
    /// them.
    const fn is_low(self, candidates: i64, games: i64) -> bool {
        let micros = match self {
            Self::Page => return candidates <= 500 || 20 * candidates <= games,
            Self::Row => 2,
            Self::Game => 25,
        };
        micros * candidates * candidates <= 15 * 30 * games
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_a_candidate_costs_the_fewer_are_few() {
        let is_low = |cost: Cost| [4000, 10_000, 20_000].map(|candidates| cost.is_low(candidates, 1_000_000));
        assert_eq!(is_low(Cost::Game), [true, false, false]);
        assert_eq!(is_low(Cost::Row), [true, true, false]);
        assert_eq!(is_low(Cost::Page), [true; 3]);
        assert!(!Cost::Page.is_low(900_000, 1_000_000) && Cost::Game.is_low(0, 0));
    }

    #[test]
    fn a_part_has_all_that_come_before_where_it_ends() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let block = |ends: [i64; 2], numbers: &[i32]| BlockCandidates { ends: ends.map(at), numbers: numbers.to_vec() };
        // The second block has a game that ended before the last of the first.
        let all = Candidates(vec![block([0, 10], &[1, 2]), block([8, 20], &[5]), block([21, 30], &[9, 10])]);
        let part = |newest_first, after: Option<i64>, enough| {
            let part = all.by_end(newest_first, after.map(at), enough);
            (part.numbers, part.until.map(Timestamp::as_second))
        };
        assert_eq!(part(true, None, 1), (vec![9, 10], Some(20)));
        assert_eq!(part(true, None, 3), (vec![9, 10, 5], Some(10)));
        assert_eq!(part(true, None, 4), (vec![9, 10, 5, 1, 2], None));
        assert_eq!(part(true, Some(21), 1), (vec![9, 10], Some(20)));
        assert_eq!(part(true, Some(20), 1), (vec![5], Some(10)));
        assert_eq!(part(false, None, 1), (vec![1, 2], Some(8)));
        assert_eq!(part(false, Some(11), 2), (vec![5, 9, 10], None));
        assert_eq!(all.all().numbers, [1, 2, 5, 9, 10]);
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
