//! Puts games into sets.

use std::collections::BTreeMap;

use futures_util::TryStreamExt;
use sqlx::PgConnection;

use super::by_value::to_bytes;
use super::{Facets, bit, by_end, initials, keys_of, names};
use crate::library::men::MenRecord;
use crate::platform::database::{self, Pool};
use crate::platform::queue::WorkResult;

/// So many games are put into sets at once. The larger, the fewer sets are read for a search, but the more games wait, and are looked at.
pub const BLOCK: i64 = 4096;

/// While more games wait, as for some minutes after an upgrade, not all of them are looked at.
const TOO_MANY_WAIT: i64 = 4 * BLOCK;

/// Puts the games that have waited longest into sets, if a `block` of them waits; otherwise fills in what a block does not say that an earlier
/// release has written. One server at a time does so.
///
/// # Errors
/// The database fails.
pub async fn write_block(pool: &Pool, block: i64) -> anyhow::Result<WorkResult> {
    let mut transaction = pool.begin().await?;
    if !database::try_lock(&mut transaction, "library_men_sets").await? {
        return Ok(WorkResult::Idle);
    }
    // Asked under the lock: another server may just have written a block.
    if waiting(&mut transaction).await? < block {
        let result = if write_values(&mut transaction).await? { WorkResult::Done } else { WorkResult::Idle };
        transaction.commit().await?;
        return Ok(result);
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
    /// `None`: still to be told.
    ratings: Vec<Option<i32>>,
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
                variant as "variant?", result as "result?", ending as "ending?", rated as "rated?",
                case when rated and result <> '*' then coalesce(
                    (select round(avg(rating_before))::integer from rating_changes where game_id = n.game_id), nullif(rating, 0)
                ) else 0 end as rating
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
            block.ratings.push(row.rating);
        }
        Ok((taken == size).then_some(block))
    }

    async fn write(self, connection: &mut PgConnection) -> anyhow::Result<()> {
        let (keys, games): (Vec<i32>, Vec<Vec<u8>>) = self.sets.into_iter().unzip();
        let (facets, games_of_facets): (Vec<String>, Vec<Vec<u8>>) = self.facets.into_iter().unzip();
        let turns: Vec<_> = self.turns.iter().copied().map(Some).collect();
        sqlx::query!(
            "with block as (
                insert into library_men_blocks (first, earliest, latest, turns, ratings, names, initials, ends)
                select (select coalesce(max(number) + 1, 0) from library_men_games), min(at), max(at), $8, $9, $10, $11, $12 from unnest($2::timestamptz[]) at
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
            to_bytes(&turns),
            to_bytes(&self.ratings),
            names::to_bytes(&self.ids),
            initials::to_bytes(&self.ids),
            by_end::to_bytes(self.ends.iter().map(|end| end.to_jiff())),
        )
        .execute(connection)
        .await?;
        Ok(())
    }
}

/// Fills in what a block does not say of its games that an earlier release has written. Servers keep in memory what it does say ([`super::blocks`]),
/// so that is not changed, but for ratings that were still to be told. `false`: there is none.
async fn write_values(connection: &mut PgConnection) -> anyhow::Result<bool> {
    let first = sqlx::query_scalar!(
        "select first from library_men_blocks
        where turns is null or ratings is null or names is null or initials is null or ends is null order by first limit 1",
    );
    let Some(first) = first.fetch_optional(&mut *connection).await? else { return Ok(false) };
    // As for a new block: a rated game without a result is never rated. Games are numbered without gaps; one that is gone from the library may be anywhere.
    let rows = sqlx::query!(
        r#"select m.game_id, m.turns, m.at as "at: jiff_sqlx::Timestamp", case when rated and result <> '*' then coalesce(
            (select round(avg(rating_before))::integer from rating_changes where game_id = m.game_id), nullif(rating, 0)
        ) when result is not null then 0 end as rating
        from library_men_games m left join library_games l on l.game_id = m.game_id and l.is_first
        where number >= $1 and number < coalesce((select min(first) from library_men_blocks where first > $1), 2147483647)
        order by number"#,
        first,
    );
    let rows = rows.fetch_all(&mut *connection).await?;
    let ids = || rows.iter().map(|row| &row.game_id);
    let (names, initials) = (names::to_bytes(ids()), initials::to_bytes(ids()));
    let ends = by_end::to_bytes(rows.iter().map(|row| row.at.to_jiff()));
    let (turns, ratings): (Vec<_>, Vec<_>) = rows.into_iter().map(|row| (Some(row.turns), row.rating)).unzip();
    sqlx::query!(
        "update library_men_blocks set turns = $2, ratings = $3, names = $4, initials = $5, ends = $6 where first = $1",
        first,
        to_bytes(&turns),
        to_bytes(&ratings),
        names,
        initials,
        ends,
    )
    .execute(connection)
    .await?;
    Ok(true)
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
