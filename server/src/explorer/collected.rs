//! The explorer of a collection: what was played from a position in games that somebody has brought along.
//!
//! All games of the collection are looked through: for each there is one text with the keys of its positions, in their order. What was
//! played is told by the key of the position after it: of the turns that can be made, the one that leads there.

use std::collections::HashMap;

use domain::rules::entry::Entry;
use domain::rules::outcome::Outcome;
use domain::rules::position::Position;
use domain::rules::variant::Variant;
use sqlx::PgConnection;

use super::filter::ExplorerFilter;
use super::store::{Found, GameDay, GameEnd, GameRow, TurnCount};
use crate::accounts::PlayerId;
use crate::platform::chance;
use crate::platform::database::Pool;
use crate::web::search::line_or_part;

/// How many bytes the key of a position has.
const KEY_BYTES: usize = size_of::<u64>();

/// A collection that somebody may look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collected {
    /// Its name in its address.
    pub id: String,
    /// What it is called.
    pub name: String,
}

impl Collected {
    /// The path of its page.
    pub fn path(&self) -> String {
        format!("/collections/{}", self.id)
    }

    /// The variant of its first game; none if it has no games.
    ///
    /// # Errors
    /// The database fails.
    pub async fn variant(&self, pool: &Pool) -> anyhow::Result<Option<Variant>> {
        let first = sqlx::query_scalar!(
            "select variant from collection_games where collection_id = $1 order by number limit 1",
            self.id,
        );
        Ok(first.fetch_optional(pool).await?.and_then(|key| Variant::by_key(&key)))
    }
}

/// The key of a position as it is stored of a game of a collection.
pub fn key_bytes(position: &Position) -> [u8; KEY_BYTES] {
    position.key().to_be_bytes()
}

/// A collection, if the viewer may look at it, by the same rule as its own page (`Collection::is_seen_by`): that feature stands on this one.
///
/// # Errors
/// The database fails.
pub async fn seen(pool: &Pool, id: &str, viewer: Option<PlayerId>) -> anyhow::Result<Option<Collected>> {
    if !chance::could_be_short_id(id) {
        return Ok(None);
    }
    let seen = sqlx::query_as!(
        Collected,
        "select id, name from collections where id = $1 and is_ready and (visibility <> 'private' or owner_id = $2)",
        id,
        viewer.map(|viewer| viewer.0),
    );
    Ok(seen.fetch_optional(pool).await?)
}

/// The collections of a player that have games, the last one first.
///
/// # Errors
/// The database fails.
pub async fn own(pool: &Pool, player: PlayerId) -> anyhow::Result<Vec<Collected>> {
    // Served by collections_of_owner.
    let own = sqlx::query_as!(
        Collected,
        "select id, name from collections where owner_id = $1 and is_ready and games > 0 order by made_at desc, id desc",
        player.0,
    );
    Ok(own.fetch_all(pool).await?)
}

/// Which games of a collection are looked at, as a statement compares them.
struct Bounds {
    ratings: [i32; 2],
    /// The years as texts; empty if they do not matter.
    years: [String; 2],
}

impl Bounds {
    fn of(filter: &ExplorerFilter) -> Self {
        let ratings = filter.ratings.as_ref().map_or([0, i32::MAX], |range| [*range.start(), *range.end()]);
        let years = filter.years.as_ref().map_or([const { String::new() }; 2], |range| {
            [range.start(), range.end()].map(|year| format!("{year:04}"))
        });
        Self { ratings, years }
    }
}

/// What was played from a position in the games of a collection that a filter leaves. `player` is a part of a name, or all of it in quotation marks; empty if it does
/// not matter.
///
/// # Errors
/// The database fails, or it takes longer than the connection is told to wait.
pub async fn find(
    connection: &mut PgConnection,
    position: &Position,
    (collection, player): (&Collected, &str),
    filter: &ExplorerFilter,
) -> anyhow::Result<Found> {
    let Bounds { ratings: [least, highest], years: [first, last] } = Bounds::of(filter);
    // Served by the primary keys: all positions of the collection are read, and then each game that reached this one is looked up by its whole key.
    // `offset 0` forces that: without statistics, as of a new collection, PostgreSQL may compare every position with every game. To analyze the
    // tables after an import would not help those who look while it goes on. The key must begin where one does: elsewhere it is there by chance.
    let rows = sqlx::query!(
        r#"with came as materialized (
            select g.number, substring(p.positions from p.at + 8 for 8) as next, g.result, g.rating, g.date
            from (
                select number, positions, position($2::bytea in positions) as at from collection_positions
                where collection_id = $1 and position($2 in positions) % 8 = 1
            ) p cross join lateral (
                select number, variant, result, rating, date, names, players from collection_games
                where collection_id = $1 and number = p.number offset 0
            ) g
            where g.variant = $3 and g.rating between $4 and $5
                and ($6 = '' or g.date ~ '^[0-9]{4}' and left(g.date, 4) between $6 and $7)
                and ($8 = '' or strpos(chr(10) || g.names || chr(10), folded($8)) > 0 and exists (
                    select from unnest(g.players) with ordinality as seat (name, number)
                    where strpos(chr(10) || folded(seat.name) || chr(10), folded($8)) > 0 and $9 & (1 << (seat.number::integer - 1)) <> 0
                ))
        )
        select next as "next!", result, count(*) as "games!", count(*) filter (where rating > 0) as "rated!",
            sum(rating)::bigint as "rating_sum!", array(
                select number from came order by replace(date, '?', '0') collate "C" desc, number desc limit 5
            ) as "last!"
        from came group by next, result"#,
        collection.id,
        &key_bytes(position)[..],
        position.variant().key(),
        least,
        highest,
        first,
        last,
        line_or_part(player),
        i32::from(filter.seats),
    )
    .fetch_all(&mut *connection)
    .await?;
    let leaves_out_unread = sqlx::query_scalar!(
        r#"select exists (select from collection_positions_due where collection_id = $1) as "is_due!""#,
        collection.id,
    );
    let leaves_out_unread = leaves_out_unread.fetch_one(&mut *connection).await?;
    let last = rows.first().map(|row| row.last.clone()).unwrap_or_default();
    let counted = rows.into_iter().map(|row| Counted {
        next: row.next,
        result: row.result,
        games: row.games,
        rated: row.rated,
        rating_sum: row.rating_sum,
    });
    let turns = by_turn(position, counted);
    let games = games(connection, collection, &last).await?;
    Ok(Found { turns, games, leaves_out_unread, ..Found::default() })
}

/// Games of a collection by their numbers, in this order.
async fn games(connection: &mut PgConnection, collection: &Collected, numbers: &[i32]) -> anyhow::Result<Vec<GameRow>> {
    let rows = sqlx::query!(
        r#"select g.number, g.players, g.result, g.date from unnest($2::integer[]) with ordinality as last (number, place)
        join collection_games g on g.collection_id = $1 and g.number = last.number order by last.place"#,
        collection.id,
        numbers,
    );
    let games = rows.fetch_all(connection).await?.into_iter().map(|row| GameRow {
        path: format!("{}/games/{}", collection.path(), row.number),
        players: row.players,
        result: GameEnd::Written(row.result),
        day: GameDay::Written(row.date),
    });
    Ok(games.collect())
}

/// Games with one result that went on from the position in one way.
struct Counted {
    /// The key of the next position; empty where the game ended.
    next: Vec<u8>,
    result: String,
    games: i64,
    rated: i64,
    rating_sum: i64,
}

/// The same by turn, the most frequent first. Games without a result are counted, but for nobody.
fn by_turn(position: &Position, counted: impl Iterator<Item = Counted>) -> Vec<TurnCount> {
    let (seating, mover) = (position.seating(), position.seating().side(position.seat_to_move()));
    let mut by_next = HashMap::<Vec<u8>, TurnCount>::new();
    for Counted { next, result, games, rated, rating_sum } in counted {
        let count = by_next.entry(next).or_default();
        count.games += games;
        count.rated += rated;
        count.rating_sum += rating_sum;
        match Outcome::read(&result, seating) {
            Some(Outcome::Win(winner)) if winner == mover => count.won += games,
            Some(Outcome::Win(_)) => count.lost += games,
            Some(Outcome::Draw) => count.drawn += games,
            Some(Outcome::Void) | None => {}
        }
    }
    let mut turns: Vec<TurnCount> = by_next.remove(&Vec::new()).into_iter().collect();
    let mut name = |entry: Entry| {
        if let Some(count) = by_next.remove(&key_bytes(&position.after(entry))[..]) {
            turns.push(TurnCount { turn: position.write_entry(entry), ..count });
        }
    };
    position.for_each_turn(|turn| name(Entry::Turn(turn)));
    if seating.has_many_seats() {
        name(Entry::DropOut);
    }
    turns.sort_by(|a, b| (b.games, b.won, &a.turn).cmp(&(a.games, a.won, &b.turn)));
    turns
}
