//! The search in a collection: its rows lie together, and all of them are read in some hundredths of a second; with all
//! positions of each, in some tenths.

use anyhow::Context;
use domain::rules::seat::Seat;
use domain::rules::variant::Variant;
use sqlx::PgConnection;

use super::collection::CollectionId;
use super::filter::{CollectionFilter, Order};
use super::found::FoundGame;
use super::keys::material_key;
use crate::analysis::Among;
use crate::library::{Placed, PlayerOutcome, Range, SeatChoice};
use crate::platform::database::{self, Pool};
use crate::web::opening;
use crate::web::search::line_or_part;

/// The open ends of a range.
const ANY: Range = Range { from: 0, to: i32::MAX };

/// How long a search may take.
const LONGEST: &str = "3s";

/// How much is wanted of what is found.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// At most so many games.
    pub games: i64,
    /// Whether all that are found from the place on are counted.
    pub count: bool,
}

/// What is found.
pub struct Found {
    /// The first of the games.
    pub games: Vec<FoundGame>,
    /// How many there are in all; 0 if they were not to be counted.
    pub all: i64,
}

/// A search, as a statement has it.
struct Parameters<'a> {
    id: &'a str,
    filter: &'a CollectionFilter,
    length: Range,
    /// Games without a rating are in no range of ratings.
    ratings: Range,
    /// The first turns, and the variants in which they are these.
    opening_variants: Vec<String>,
    openings: Vec<String>,
    /// As PGN writes days, with `?` for what is not known.
    days: [Option<String>; 2],
    needs_positions: bool,
    positions: Vec<Vec<u8>>,
    material: Option<Vec<u8>>,
    placed: Option<&'a [i16]>,
    /// The seats of the player, by variant, as the database counts the elements of a list: from 1. For each a result, if that matters.
    seat_variants: Option<Vec<String>>,
    seats: Option<Vec<i16>>,
    results: Option<Vec<Option<String>>>,
}

impl<'a> Parameters<'a> {
    fn of(id: &'a CollectionId, filter: &'a CollectionFilter) -> Self {
        let on_board = &filter.on_board;
        let (opening_variants, openings) = on_board
            .openings
            .iter()
            .map(|(variant, opening)| (variant.key().to_owned(), opening::like(opening)))
            .unzip();
        let days = [filter.days.0, filter.days.1].map(|day| day.map(|day| day.strftime("%Y.%m.%d").to_string()));
        let is_any = filter.seat.is_none() && filter.outcome.is_none();
        let wanted = (!is_any).then(|| seats_and_results(filter.seat, filter.outcome));
        Self {
            id: id.as_str(),
            filter,
            length: filter.length.unwrap_or(ANY),
            ratings: filter.ratings.map_or(ANY, |range| Range { from: range.from.max(1), ..range }),
            opening_variants,
            openings,
            days,
            needs_positions: on_board.needs_positions(),
            positions: on_board.positions.iter().map(|(_, key)| key.to_be_bytes().to_vec()).collect(),
            material: on_board.material.as_ref().map(|material| material_key(material).to_vec()),
            placed: on_board.placed.as_ref().map(Placed::numbers),
            seat_variants: wanted.as_ref().map(|all| all.iter().map(|one| one.variant.key().to_owned()).collect()),
            seats: wanted.as_ref().map(|all| all.iter().map(|one| one.seat).collect()),
            results: wanted.map(|all| all.into_iter().map(|one| one.result).collect()),
        }
    }
}

/// A seat of a variant, counted from 1, and a result of its games, if that matters.
struct SeatAndResult {
    variant: Variant,
    seat: i16,
    result: Option<String>,
}

/// Where the player may sit, with the results that may come of it.
fn seats_and_results(choice: Option<SeatChoice>, outcome: Option<PlayerOutcome>) -> Vec<SeatAndResult> {
    let mut all = Vec::new();
    for variant in Variant::READ {
        let seating = variant.seating();
        let is_chosen = |seat: &Seat| choice.is_none_or(|choice| choice.in_variant(variant) == Some(seat.index()));
        for chosen in seating.seats().filter(is_chosen) {
            let seat = chosen.index() as i16 + 1;
            let results = outcome.map(|outcome| outcome.results(seating, seating.side(chosen)));
            let results = results.map_or_else(|| vec![None], |results| results.into_iter().map(Some).collect());
            all.extend(results.into_iter().map(|result| SeatAndResult { variant, seat, result }));
        }
    }
    all
}

/// What is read of a game.
struct FoundRow {
    number: i32,
    variant: String,
    players: Vec<String>,
    date: String,
    event: String,
    result: String,
    rating: i32,
    turns: i32,
    fen: String,
    last_squares: Option<String>,
    taken_at: Option<jiff_sqlx::Timestamp>,
    all: i64,
}

/// A statement about the games that are found: `found` has their numbers and places. All have the same parameters: the game after which
/// the order of the files begins, the one that is looked up among the games, how many rows are wanted, and whether all are counted.
// A key must begin where one does: elsewhere it is there by chance. The bits of each man are `length` long; those that are left by `and`
// are the positions in which all stood.
macro_rules! found {
    ($row:ident, $kept:literal, $first:literal $(+ $rest:literal)*, $parameters:expr, ($from:expr, $last:expr), ($limit:expr, $count:expr)) => {
        sqlx::query_as!(
            $row,
            r#"with with_keys as materialized (
                select number from collection_positions p where $17 and collection_id = $1 and number > $2
                    and (cardinality($18::bytea[]) = 0 or exists (
                        select from unnest($18) as wanted (key) where position(wanted.key in p.positions) % 8 = 1
                    ))
                    and ($19::bytea is null or position($19 in materials) % 8 = 1)
                    and ($20::smallint[] is null or men @> $20 and (
                        select bit_count(bit_and(substring(standing from (array_position(men, man) - 1) * length + 1 for length)))
                        from unnest($20) as wanted (man), lateral (select octet_length(positions) / 8) as key (length)
                    ) > 0)
            ), found as "#
                + $kept
                + r#"(
                select g.number, case $21
                    when 'newest' then -coalesce(day.number, 0) when 'oldest' then coalesce(day.number, 99999999)
                    when 'rating' then -rating when 'longest' then -turns when 'shortest' then turns when 'imported-last' then -g.number
                end as place
                from collection_games g, lateral (
                    select case when date ~ '^[0-9]{4}([.][0-9?]{2}([.][0-9?]{2})?)?$'
                        then rpad(translate(date, '?.', '0'), 8, '0')::bigint end as number
                ) as day
                where collection_id = $1 and g.number > $2
                    and ($3 = '' or strpos(chr(10) || names || chr(10), folded($3)) > 0)
                    and ($4 = '' or strpos(chr(10) || names || chr(10), folded($4)) > 0)
                    and ($3 = '' or $4 = '' and $23::text[] is null or exists (
                        select from unnest(players) with ordinality as one (name, seat)
                        where strpos(chr(10) || folded(one.name) || chr(10), folded($3)) > 0 and ($23 is null or exists (
                            select from unnest($23, $24::smallint[], $26::text[]) as wanted (variant, seat, result)
                            where wanted.variant = g.variant and wanted.seat = one.seat
                                and (wanted.result is null or wanted.result = g.result)
                        )) and ($4 = '' or exists (
                            select from unnest(players) with ordinality as other (name, seat)
                            where other.seat <> one.seat and strpos(chr(10) || folded(other.name) || chr(10), folded($4)) > 0
                        ))
                    ))
                    and ($5::text is null or variant = $5) and ($6::text is null or result = $6)
                    and turns between $7 and $8 and rating between $9 and $10
                    and (cardinality($11::text[]) = 0 or exists (
                        select from unnest($11::text[], $12::text[]) as o (variant, opening)
                        where o.variant = g.variant and g.opening like o.opening
                    ))
                    and ($13 = '' or strpos(folded(event), folded($13)) > 0)
                    and ($14::text is null or replace(date, '?', '9') >= $14)
                    and ($15::text is null or replace(date, '?', '0') <= $15)
                    and ($14 is null and $15 is null or date ~ '^[0-9]{4}[.]')
                    and (not $17 or g.number in (select number from with_keys))
            )"#
                + $first $(+ $rest)*,
            $parameters.id,
            $from,
            line_or_part(&$parameters.filter.player),
            line_or_part(&$parameters.filter.opponent),
            $parameters.filter.variant.map(Variant::key),
            $parameters.filter.result.as_deref(),
            $parameters.length.from,
            $parameters.length.to,
            $parameters.ratings.from,
            $parameters.ratings.to,
            &$parameters.opening_variants,
            &$parameters.openings,
            $parameters.filter.event,
            $parameters.days[0],
            $parameters.days[1],
            $limit,
            $parameters.needs_positions,
            &$parameters.positions,
            $parameters.material.as_deref(),
            $parameters.placed,
            $parameters.filter.order.key(),
            $last,
            $parameters.seat_variants.as_deref(),
            $parameters.seats.as_deref(),
            $count,
            $parameters.results.as_deref() as Option<&[Option<String>]>,
        )
    };
}

/// Begins to search: no longer than a search may take. Nobody else gets the connection before its statement has ended, also if nobody waits
/// for its answer any more.
async fn begin(connection: &mut PgConnection) -> anyhow::Result<()> {
    sqlx::query!("select set_config('statement_timeout', $1, true)", LONGEST).fetch_one(connection).await?;
    Ok(())
}

/// What is found; `None` if it took too long.
fn in_time<T>(found: anyhow::Result<T>) -> anyhow::Result<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if database::was_canceled(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The games that are searched for. `None`: it would take too long.
///
/// # Errors
/// The database fails.
pub async fn search(
    pool: &Pool,
    id: &CollectionId,
    filter: &CollectionFilter,
    wanted: Wanted,
) -> anyhow::Result<Option<Found>> {
    let mut transaction = pool.begin().await?;
    begin(&mut transaction).await?;
    let found = in_time(find(&mut transaction, id, filter, wanted).await)?;
    transaction.commit().await?;
    Ok(found)
}

async fn find(
    connection: &mut PgConnection,
    id: &CollectionId,
    filter: &CollectionFilter,
    wanted: Wanted,
) -> anyhow::Result<Found> {
    // In the order of the files, the search begins behind the last game that was shown; in others, the place of that game is looked up.
    let (from, last) = if filter.order == Order::Imported { (filter.after, 0) } else { (0, filter.after) };
    let parameters = Parameters::of(id, filter);
    macro_rules! rows {
        ($kept:literal, $listed:literal, $ordered:literal) => {
            found!(
                FoundRow,
                $kept,
                ", listed as (select number, place from found"
                    + $listed
                    + " limit $16)
                select l.number, variant, players, date, event, result, rating, turns, fen, last_squares, taken_at as \"taken_at: jiff_sqlx::Timestamp\",
                    (select count(*) from found where $25) as \"all!\"
                from listed l join collection_games g on g.collection_id = $1 and g.number = l.number"
                    + $ordered,
                parameters,
                (from, last),
                (wanted.games, wanted.count)
            )
            .fetch_all(connection)
            .await?
        };
    }
    // Served by the primary key, forwards or backwards, which no order by a place is: so there are several statements. Those in the order of the
    // files need no last game, as they begin behind it. Where nothing is counted, no more is read than is shown.
    let rows = match (filter.order, wanted.count) {
        (Order::Imported, false) => rows!("not materialized ", " where $22 = 0 order by number", " order by l.number"),
        (Order::Imported, true) => rows!("", " where $22 = 0 order by number", " order by l.number"),
        (Order::ImportedLast, false) => {
            rows!("not materialized ", " where $22 = 0 or number < $22 order by number desc", " order by l.number desc")
        }
        (Order::ImportedLast, true) => {
            rows!("", " where $22 = 0 or number < $22 order by number desc", " order by l.number desc")
        }
        (Order::By(_), _) => rows!(
            "",
            " where $22 = 0 or (place, number) > (select place, number from found where number = $22) order by place, number",
            " order by l.place, l.number"
        ),
    };
    let all = rows.first().map_or(0, |row| row.all);
    let games = rows
        .into_iter()
        .map(|row| {
            Ok(FoundGame {
                collection: id.clone(),
                number: row.number,
                variant: Variant::by_key(&row.variant).context("a game is of no variant")?,
                players: row.players,
                date: row.date,
                event: row.event,
                result: row.result,
                rating: row.rating,
                turns: row.turns.unsigned_abs(),
                fen: row.fen,
                last_squares: row.last_squares,
                taken_at: row.taken_at.map(|at| at.to_jiff()),
            })
        })
        .collect::<anyhow::Result<_>>()?;
    Ok(Found { games, all })
}

/// Where a game stands among those that are searched for, if it is one of them. `None`: it would take too long to tell.
///
/// # Errors
/// The database fails.
pub async fn among(
    pool: &Pool,
    id: &CollectionId,
    filter: &CollectionFilter,
    number: i32,
) -> anyhow::Result<Option<Option<Among>>> {
    let mut transaction = pool.begin().await?;
    begin(&mut transaction).await?;
    let parameters = Parameters::of(id, filter);
    let among = found!(
        Among,
        "",
        r#", placed as (
            select number, row_number() over places as place, lag(number) over places as previous,
                lead(number) over places as next
            from found window places as (order by place, number)
        ) select place as "place!", (select count(*) from found where $25) as "all!", previous, next
        from placed where number = $22 limit $16"#,
        parameters,
        (0, number),
        (1, true)
    );
    let among = among.fetch_optional(&mut *transaction).await.map_err(Into::into);
    let among = in_time(among)?;
    transaction.commit().await?;
    Ok(among)
}

/// The number of a game that is found.
struct NumberRow {
    number: i32,
}

/// The numbers of all games that are searched for, in their order. `None`: it would take too long, and the transaction is over.
///
/// # Errors
/// The database fails.
pub async fn numbers(
    connection: &mut PgConnection,
    id: &CollectionId,
    filter: &CollectionFilter,
) -> anyhow::Result<Option<Vec<i32>>> {
    begin(connection).await?;
    let parameters = Parameters::of(id, filter);
    let rows = found!(
        NumberRow,
        "",
        // All are read; the conditions only use the parameters up.
        " select number from found where $22 = 0 or $25 order by place, number limit $16",
        parameters,
        (0, 0),
        (i64::MAX, false)
    );
    let found = in_time(rows.fetch_all(&mut *connection).await.map_err(Into::into))?;
    if found.is_some() {
        sqlx::query!("set local statement_timeout to default").execute(connection).await?;
    }
    Ok(found.map(|rows| rows.into_iter().map(|row| row.number).collect()))
}
