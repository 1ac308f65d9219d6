//! The games in which men stood on squares, as sets of bits: those that had several at the same time are found by `and`.
//!
//! A game is cut into spans of positions, and a set holds the games that had a man on a square in one span. Men that stood there together
//! did so in some span, so few games have to be looked at that did not have them together. Sets are written once, for a block of games; those
//! that came later wait, and all of them are looked at.

use std::collections::BTreeMap;

use anyhow::Context;
use sqlx::PgConnection;

use super::men::{MenRecord, Placed};
use crate::platform::database::Pool;
use crate::platform::queue::WorkResult;

/// The positions in which the spans of a game start; each ends before the next. More of them mean fewer games that are looked at in vain,
/// and more sets. Sets have numbers that follow from these: whoever changes them empties the sets in a migration, and lets all games wait.
const SPAN_STARTS: [usize; 7] = [0, 8, 16, 24, 32, 48, 80];

/// So many games are put into sets at once. The larger, the fewer sets are read for a search, but the more games wait, and are looked at.
pub const BLOCK: i64 = 4096;

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
            returning place, game_id, at
        )
        select m.game_id, at as "at!: jiff_sqlx::Timestamp", men, positions, standing::text as "standing!" from next join library_men m using (game_id) order by place"#,
        block,
    );
    let rows = rows.fetch_all(&mut *connection).await?;
    let length = rows.len().div_ceil(8);
    let (mut ids, mut ends) = (Vec::with_capacity(rows.len()), Vec::with_capacity(rows.len()));
    let mut sets = BTreeMap::<i32, Vec<u8>>::new();
    for (place, row) in rows.into_iter().enumerate() {
        ends.push(row.at);
        let record = MenRecord { men: row.men, positions: row.positions, standing: row.standing };
        for key in keys_of(&record) {
            sets.entry(key).or_insert_with(|| vec![0; length])[place / 8] |= bit(place);
        }
        ids.push(row.game_id);
    }
    let (keys, games): (Vec<i32>, Vec<Vec<u8>>) = sets.into_iter().unzip();
    sqlx::query!(
        "with block as (select coalesce(max(number) + 1, 0) as first from library_men_games), numbered as (
            insert into library_men_games (number, game_id, at)
            select first + place::integer - 1, game_id, at
            from block, unnest($1::text[], $2::timestamptz[]) with ordinality game (game_id, at, place)
        )
        insert into library_men_sets (key, first, games)
        select key, first, ('x' || encode(games, 'hex'))::bit varying from block, unnest($3::integer[], $4::bytea[]) one (key, games)",
        &ids,
        &ends as _,
        &keys,
        &games,
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

/// The numbers of the games in sets that may have had some men together: all that did, and some others. `None`: so many games are in no set that it
/// would take too long to look at these.
///
/// # Errors
/// The database fails.
pub async fn candidates(connection: &mut PgConnection, placed: &Placed) -> anyhow::Result<Option<Vec<i32>>> {
    if waiting(connection).await? > TOO_MANY_WAIT {
        return Ok(None);
    }
    let men = placed.numbers();
    let keys: Vec<i32> =
        men.iter().flat_map(|&man| (0..SPAN_STARTS.len()).map(move |span| key_of(man, span))).collect();
    let blocks = sqlx::query!(
        r#"select first, bit_send(bit_or(together)) as "games!" from (
            select first, bit_and(games) as together from library_men_sets where key = any($1)
            group by first, key % $2 having count(*) = $3
        ) spans where bit_count(together) > 0 group by first"#,
        &keys,
        SPAN_STARTS.len() as i32,
        men.len() as i64,
    );
    let mut numbers = Vec::new();
    for block in blocks.fetch_all(connection).await? {
        // PostgreSQL writes how many bits follow, in four bytes.
        let games = block.games.get(4..).context("bits without a length")?;
        for (index, &byte) in games.iter().enumerate().filter(|&(_, &byte)| byte != 0) {
            let places = (index * 8..).take(8).filter(|&place| byte & bit(place) != 0);
            numbers.extend(places.map(|place| block.first + place as i32));
        }
    }
    Ok(Some(numbers))
}

#[cfg(test)]
mod tests {
    use super::*;

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
