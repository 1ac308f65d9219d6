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
use sqlx::PgConnection;

use super::filter::GameFilter;
use super::men::{MenRecord, Placed};
use crate::platform::database::Pool;
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
    if waiting(&mut transaction).await? < block || !try_lock(&mut transaction).await? {
        return Ok(WorkResult::Idle);
    }
    write(&mut transaction, block).await?;
    transaction.commit().await?;
    Ok(WorkResult::Done)
}

/// Keeps others from writing until the transaction ends, unless one does so already: `false`.
async fn try_lock(connection: &mut PgConnection) -> anyhow::Result<bool> {
    let is_ours = sqlx::query_scalar!(
        r#"select pg_try_advisory_xact_lock(hashtextextended('library_men_sets', 0)) as "is_ours!""#
    );
    Ok(is_ours.fetch_one(connection).await?)
}

async fn write(connection: &mut PgConnection, block: i64) -> anyhow::Result<()> {
    let rows = sqlx::query!(
        r#"with next as (
            delete from library_men_waiting where place in (select place from library_men_waiting order by place limit $1)
            returning place, game_id, at, turns
        )
        select m.game_id, n.at as "at!: jiff_sqlx::Timestamp", n.turns as "turns!", men, positions, standing::text as "standing!", variant, result, ending, rated
        from next n join library_men m using (game_id) join library_games l using (game_id) where l.is_first order by place"#,
        block,
    );
    let rows = rows.fetch_all(&mut *connection).await?;
    let length = rows.len().div_ceil(8);
    let (mut ids, mut ends, mut turns) = (Vec::new(), Vec::new(), Vec::new());
    let (mut sets, mut facets) = (BTreeMap::<i32, Vec<u8>>::new(), BTreeMap::<String, Vec<u8>>::new());
    for (place, row) in rows.into_iter().enumerate() {
        let of_row = Facets {
            variant: Some(&row.variant),
            result: Some(&row.result),
            ending: row.ending.as_deref(),
            rated: Some(row.rated),
        };
        for name in of_row.names() {
            facets.entry(name).or_insert_with(|| vec![0; length])[place / 8] |= bit(place);
        }
        ends.push(row.at);
        turns.push(row.turns);
        let record = MenRecord { men: row.men, positions: row.positions, standing: row.standing };
        for key in keys_of(&record) {
            sets.entry(key).or_insert_with(|| vec![0; length])[place / 8] |= bit(place);
        }
        ids.push(row.game_id);
    }
    let (keys, games): (Vec<i32>, Vec<Vec<u8>>) = sets.into_iter().unzip();
    let (facets, games_of_facets): (Vec<String>, Vec<Vec<u8>>) = facets.into_iter().unzip();
    sqlx::query!(
        "with block as (select coalesce(max(number) + 1, 0) as first from library_men_games), numbered as (
            insert into library_men_games (number, game_id, at, turns)
            select first + place::integer - 1, game_id, at, turns
            from block, unnest($1::text[], $2::timestamptz[], $5::integer[]) with ordinality game (game_id, at, turns, place)
        ), faceted as (
            insert into library_men_facets (facet, first, games)
            select facet, first, ('x' || encode(games, 'hex'))::bit varying from block, unnest($6::text[], $7::bytea[]) one (facet, games)
        )
        insert into library_men_sets (key, first, games)
        select key, first, ('x' || encode(games, 'hex'))::bit varying from block, unnest($3::integer[], $4::bytea[]) one (key, games)",
        &ids,
        &ends as _,
        &keys,
        &games,
        &turns,
        &facets,
        &games_of_facets,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The bit of a game in its byte.
const fn bit(place: usize) -> u8 {
    0x80 >> (place % 8)
}

/// How many games are in no set yet, or somewhat more: those that were written in vain have left gaps.
async fn waiting(connection: &mut PgConnection) -> anyhow::Result<i64> {
    let waiting = sqlx::query_scalar!(
        r#"select coalesce((select max(place) from library_men_waiting) - (select min(place) from library_men_waiting) + 1, 0) as "waiting!""#,
    );
    Ok(waiting.fetch_one(connection).await?)
}

/// The numbers of the games in sets that may be searched for: all that had the men together and the result and the like, and some others. `None`:
/// there are so many that the games of the list itself are sooner asked, or too many are in no set yet.
///
/// # Errors
/// The database fails.
pub async fn candidates(
    connection: &mut PgConnection,
    placed: &Placed,
    filter: &GameFilter,
) -> anyhow::Result<Option<Vec<i32>>> {
    if waiting(connection).await? > TOO_MANY_WAIT {
        return Ok(None);
    }
    let men = placed.numbers();
    let keys: Vec<i32> =
        men.iter().flat_map(|&man| (0..SPAN_STARTS.len()).map(move |span| key_of(man, span))).collect();
    let facets: Vec<String> = Facets::asked(filter).names().collect();
    let blocks = sqlx::query!(
        r#"select first, bit_count(alike.games) as "alike!", bit_send(alike.games & together.games) as games from (
            select first, bit_and(games) as games from library_men_facets where facet = any($4)
            group by first having count(*) = cardinality($4)
        ) alike left join (
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
    let (mut alike, mut numbers) = (0, Vec::new());
    for block in blocks.fetch_all(connection).await? {
        alike += block.alike;
        // PostgreSQL writes how many bits follow, in four bytes.
        let games =
            block.games.as_ref().map_or(Some(&[][..]), |bits| bits.get(4..)).context("bits without a length")?;
        for (index, &byte) in games.iter().enumerate().filter(|&(_, &byte)| byte != 0) {
            let places = (index * 8..).take(8).filter(|&place| byte & bit(place) != 0);
            numbers.extend(places.map(|place| block.first + place as i32));
        }
    }
    Ok(are_few(numbers.len() as i64, alike).then_some(numbers))
}

/// Whether so few of the games in a list are candidates that these are sooner found than a page of the list is filled by asking each.
///
/// To find one takes some two microseconds. To ask one whether it had the men takes some fifteen, and a page of twenty needs the more games of the
/// list, the fewer have them.
const fn are_few(candidates: i64, games: i64) -> bool {
    2 * candidates * candidates <= 15 * 20 * games
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundredth_of_a_million_is_few_and_a_tenth_of_ten_thousand() {
        assert_eq!([10_000, 20_000].map(|candidates| are_few(candidates, 1_000_000)), [true, false]);
        assert_eq!([1000, 2000].map(|candidates| are_few(candidates, 10_000)), [true, false]);
        assert!(are_few(0, 0));
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
