//! The statements that find games, put together of fixed parts and bound values.

use std::collections::BTreeSet;

use domain::rules::variant::Variant;
use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::{Postgres, QueryBuilder};

use super::known::{Known, WithMen, WithWords};
use crate::library::commonness::Commonness;
use crate::library::filter::{GameFilter, Range, Sort};
use crate::library::material::MaterialKey;
use crate::library::men::Placed;
use crate::library::men_sets::{Part, Until};
use crate::library::own::{OwnFilter, SearchedWords};
use crate::library::page_key::{PageKey, Phase};
use crate::library::words;
use crate::tags::TagKey;
use crate::web::opening;

/// What a list is sorted by, before the game's name: the column, and in which direction.
pub fn order(sort: Sort, phase: Phase) -> (&'static str, &'static str) {
    match (phase, sort) {
        (Phase::Running, _) | (_, Sort::Newest) => ("at", "desc"),
        (_, Sort::Oldest) => ("at", "asc"),
        (_, Sort::Rating) => ("rating", "desc"),
        (_, Sort::Longest) => ("turns", "desc"),
        (_, Sort::Shortest) => ("turns", "asc"),
    }
}

/// What is read of the games that were found.
pub(super) const LOOKED_AT: &str =
    ") select f.game_id, f.at, f.rating, f.turns as found_turns, g.variant, g.fen, g.ply, g.begun_at, g.ended_at,
        g.result, g.ending, case when g.last_squares_ply = g.ply then g.last_squares end as last_squares, array(select p.name from game_seats s join players p on p.id = s.player_id
            where s.game_id = g.id order by s.seat) as players
    from found f join games g on g.id = f.game_id";

/// Finds the games first and looks at them afterwards: what a list shows of a game is read for its page alone.
pub(super) fn statement(
    filter: &GameFilter,
    known: &Known,
    part: Option<&Part>,
    phase: Phase,
    after: Option<&PageKey>,
    limit: i64,
) -> QueryBuilder<Postgres> {
    let (column, direction) = order(filter.sort, phase);
    let mut sql = QueryBuilder::new("with ");
    if let Some(placed) = &filter.on_board.placed {
        push_waiting(&mut sql, placed, filter, column);
    }
    sql.push("found as materialized (");
    // A FEN can be read in several variants, and each position is looked for by itself: an `or` of two hides from the planner that
    // the games of each are in order already. Candidates that are in order are asked once for all of them.
    let positions = &filter.on_board.positions[..];
    let parts = match positions {
        [_, _, ..] if !known.is_in_order() => positions.chunks(1).collect(),
        _ => vec![positions],
    };
    for (number, positions) in parts.into_iter().enumerate() {
        sql.push(if number == 0 { "(" } else { " union all (" });
        push_found(&mut sql, (filter, known, part), phase, positions, after, limit);
        sql.push(")");
    }
    sql.push(LOOKED_AT);
    sql.push(format!(" order by f.{column} {direction}, f.game_id {direction} limit ")).push_bind(limit);
    sql
}

/// The games that are found, only those with one of the positions, if any are given: out of order there is at most one.
fn push_found(
    sql: &mut QueryBuilder<Postgres>,
    (filter, known, part): (&GameFilter, &Known, Option<&Part>),
    phase: Phase,
    positions: &[(Variant, u64)],
    after: Option<&PageKey>,
    limit: i64,
) {
    let (column, direction) = order(filter.sort, phase);
    // Where men stood is asked last, in the order of the list, until a page is full: most that may have had them did.
    let among = filter.on_board.placed.as_ref().zip(part);
    let in_order = known.is_in_order();
    let position = positions.first().filter(|_| !in_order);
    // Where there are not many, all are found and then put in order. Games in order would be looked through until enough of them fit.
    let are_few = known.are_few(filter) || among.is_some() && !in_order;
    let table = match position {
        _ if in_order => "c",
        // A position's games are in order by its own index.
        Some(_) if column == "at" => "p",
        _ => "l",
    };
    if are_few {
        sql.push("select * from (");
    }
    // The next page begins after what the candidates are in the order of.
    let rating = if in_order && column == "rating" { "c.rating" } else { "l.rating" };
    sql.push(format!("select l.game_id, l.at, {rating}, l.turns from "));
    match among {
        // `offset 0` keeps the steps as they are written, each game by its key: PostgreSQL cannot guess how many there are.
        Some((_, part)) => {
            sql.push("(select * from (");
            push_candidates(sql, (&part.numbers, &part.rated), column);
            sql.push(") all_of where true");
            push_when(sql, filter, "all_of");
            for (bound, is_before) in [(&part.until, true), (&part.since, false)] {
                let Some(bound) = bound else { continue };
                push_bound(&mut *sql, bound, (column, direction), is_before);
            }
            if in_order {
                sql.push(format!(" order by {column} {direction}, game_id {direction}"));
            }
            sql.push(" offset 0) c cross join lateral (select * from library_games g where g.game_id = c.game_id offset 0) l");
        }
        None => {
            sql.push("library_games l");
        }
    }
    if position.is_some() {
        sql.push(" join library_positions p on p.game_id = l.game_id");
        // Each is asked for its position by the whole key, which begins with both. Otherwise `at` would only mislead the planner, who does not
        // know that it follows from the game.
        if known.ending == Some(Commonness::Rare) || among.is_some() {
            sql.push(" and p.at = l.at");
        }
    }
    if known.material == Some(Commonness::Rare) {
        sql.push(" join library_material m on m.game_id = l.game_id");
    }
    if let Some(own) = &filter.own {
        push_own_tables(sql, own);
    }
    if let (Some(_), Some(opponent)) = (filter.player, filter.opponent) {
        sql.push(" join library_games o on o.game_id = l.game_id and o.side <> l.side and o.player_id = ");
        sql.push_bind(opponent.0);
    }
    sql.push(match phase {
        Phase::Finished => " where not l.is_running",
        Phase::Running => " where l.is_running",
    });
    push_players(sql, filter);
    push_facets(sql, filter);
    if among.is_none() {
        push_when(sql, filter, "l");
    }
    push_openings(sql, filter);
    if let Some(own) = &filter.own {
        push_own(sql, own, known);
    }
    push_material(sql, filter, known);
    if let Some(WithMen::Sieve(numbers)) = &known.placed {
        // `coalesce` keeps PostgreSQL from reading each of them as a game before it comes to the list: they are put into a hash table.
        sql.push(format!(" and coalesce({table}.game_id in (select game_id from ("));
        push_candidates(sql, (numbers, &[]), column);
        sql.push(") c), false)");
    }
    if let Some((variant, key)) = position {
        sql.push(" and l.variant = ").push_bind(variant.key());
        sql.push(" and p.key = ").push_bind(key.cast_signed());
    } else if !positions.is_empty() {
        // Each by the whole key, as they come: a join might have all games of the position read.
        sql.push(" and (select true from library_positions p where p.at = l.at and p.game_id = l.game_id and p.key = case l.variant");
        for (variant, key) in positions {
            sql.push(" when ").push_bind(variant.key()).push(" then ").push_bind(key.cast_signed());
        }
        sql.push(" end)");
    }
    if let Some(placed) = &filter.on_board.placed
        && (among.is_none() || in_order)
    {
        // A candidate that did not have the men is not looked up in the library.
        push_placed(sql, placed, if in_order { "c" } else { "l" });
    }
    if let Some(after) = after {
        let than = if direction == "desc" { "<" } else { ">" };
        sql.push(format!(" and ({table}.{column}, {table}.game_id) {than} ("));
        match column {
            "at" => sql.push_bind(Timestamp::from_microsecond(after.value).unwrap_or_default().to_sqlx()),
            _ => sql.push_bind(i32::try_from(after.value).unwrap_or(i32::MAX)),
        };
        sql.push(", ").push_bind(after.game.as_str().to_owned()).push(")");
    }
    if are_few {
        if among.is_some() {
            sql.push(format!(" order by l.{column} {direction}, l.game_id {direction}"));
        }
        sql.push(" offset 0) few");
        if let Some((placed, _)) = among {
            sql.push(" where true");
            push_placed(sql, placed, "few");
        }
    }
    let table = if are_few { "few" } else { table };
    sql.push(format!(" order by {table}.{column} {direction}, {table}.game_id {direction} limit ")).push_bind(limit);
}

/// That games come before a bound, or not.
fn push_bound(sql: &mut QueryBuilder<Postgres>, bound: &Until, (column, direction): (&str, &str), is_before: bool) {
    let than = if is_before == (direction == "desc") { ">=" } else { "<" };
    match bound {
        Until::End(at) => {
            sql.push(format!(" and {column} {than} ")).push_bind(at.to_sqlx());
        }
        Until::Value(value, name) => {
            // Names are compared as blocks compare their beginnings, whatever the database's collation.
            sql.push(format!(" and ({column}, game_id collate \"C\") {than} (")).push_bind(*value);
            sql.push(", ").push_bind(name.clone()).push(")");
        }
    }
}

/// The games that are in no set yet, had the men at some time and are such as is asked for, found once for all positions of a search.
fn push_waiting(sql: &mut QueryBuilder<Postgres>, placed: &Placed, filter: &GameFilter, column: &str) {
    // By the key, because rows that wait no more may still lie in the table. Few of those that wait have the men, so they are asked at once. Rows of
    // the release before do not say which they had.
    sql.push(format!("waiting as materialized (select {} from library_men_waiting w", of_candidate("w", column)));
    sql.push(
        " where place >= (select min(place) from library_men_waiting)
            and coalesce(w.men, (select s.men from library_men s where s.game_id = w.game_id)) @> ",
    );
    sql.push_bind(placed.numbers().to_vec());
    if has_facets(filter) {
        sql.push(" and exists (select from library_games l where l.game_id = w.game_id and l.is_first");
        push_facets(sql, filter);
        sql.push(")");
    }
    sql.push("), ");
}

/// The candidates with some numbers, or with numbers and ratings, and those that wait.
fn push_candidates(sql: &mut QueryBuilder<Postgres>, (numbers, rated): (&[i32], &[(i32, i32)]), column: &str) {
    sql.push(format!("select {} from library_men_games m where number = any(", of_candidate("m", column)));
    sql.push_bind(numbers.to_vec()).push(")");
    if !rated.is_empty() {
        let (numbers, ratings): (Vec<i32>, Vec<i32>) = rated.iter().copied().unzip();
        sql.push(" union all select m.*, rated.rating from unnest(").push_bind(numbers);
        sql.push("::integer[], ").push_bind(ratings);
        sql.push(
            "::integer[]) rated (number, rating)
                cross join lateral (select game_id, at, turns from library_men_games g where g.number = rated.number offset 0) m",
        );
    }
    sql.push(" union all select * from waiting");
}

/// What lists are put in order by: a game's name, its end and length, and its rating if a list is sorted by that.
fn of_candidate(table: &str, column: &str) -> String {
    match column {
        "rating" => format!(
            "game_id, at, turns, (select g.rating from library_games g where g.game_id = {table}.game_id and g.is_first) as rating"
        ),
        _ => "game_id, at, turns".to_owned(),
    }
}

/// The men on the board. Of common ones each game is asked whether it had them, by the whole key: a join would have all their games read.
fn push_material(sql: &mut QueryBuilder<Postgres>, filter: &GameFilter, known: &Known) {
    let Some(signature) = filter.on_board.material.as_ref().map(MaterialKey::as_str) else { return };
    match known.material {
        Some(Commonness::Common) => {
            sql.push(" and (select true from library_material m where m.at = l.at and m.game_id = l.game_id and m.signature = ");
            sql.push_bind(signature.to_owned()).push(")");
        }
        _ => {
            sql.push(" and m.signature = ").push_bind(signature.to_owned());
        }
    }
}

/// Where men stood: each game of a table is asked, as of material.
fn push_placed(sql: &mut QueryBuilder<Postgres>, placed: &Placed, table: &str) {
    sql.push(format!(" and (select true from library_men s where s.game_id = {table}.game_id"));
    placed.push(sql);
    sql.push(")");
}

/// The tables of what is the viewer's own.
fn push_own_tables(sql: &mut QueryBuilder<Postgres>, own: &OwnFilter) {
    if own.tag.is_some() {
        sql.push(" join game_tags t on t.game_id = l.game_id");
    }
}

/// What is the viewer's own. Each row of these tables is asked for by the viewer.
fn push_own(sql: &mut QueryBuilder<Postgres>, own: &OwnFilter, known: &Known) {
    if let Some(tag) = own.tag.as_ref().map(TagKey::as_str) {
        sql.push(" and t.player_id = ").push_bind(own.viewer.0);
        sql.push(" and t.key = ").push_bind(tag.to_owned());
    }
    match &known.words {
        None => {}
        Some(WithWords::These(games)) => {
            sql.push(" and l.game_id = any(").push_bind(games.clone()).push(")");
        }
        Some(WithWords::Many) => {
            sql.push(" and (select true from library_words w where w.game_id = l.game_id");
            push_words(sql, own);
            sql.push(")");
        }
    }
}

/// The words of a row of the viewer's.
fn push_words(sql: &mut QueryBuilder<Postgres>, own: &OwnFilter) {
    sql.push(" and w.player_id = ").push_bind(own.viewer.0);
    for (column, words) in [("notes", &own.note), ("messages", &own.words)] {
        if let Some(words) = words.as_ref().map(SearchedWords::as_str) {
            sql.push(format!(" and w.{column} @@ (websearch_to_tsquery('simple', folded(")).push_bind(words.to_owned());
            sql.push(")) && ").push_bind(words::quoted_mark(own.viewer)).push("::tsquery)");
        }
    }
}

/// Who plays, and where. Without a player each game is asked for by the one row of its first seat, or by that of a viewer who must play
/// in it.
fn push_players(sql: &mut QueryBuilder<Postgres>, filter: &GameFilter) {
    match filter.listed_player() {
        Some(player) => sql.push(" and l.player_id = ").push_bind(player.0),
        None => sql.push(" and l.is_first"),
    };
    if let Some(outcome) = filter.outcome {
        // A result says how many sides there are, so the variant does not matter.
        let mut by_side = BTreeSet::new();
        for seating in Variant::ALL.map(Variant::seating) {
            for side in seating.sides() {
                by_side.extend(outcome.results(seating, side).into_iter().map(|result| (side.index() as i16, result)));
            }
        }
        sql.push(" and (false");
        for (side, result) in by_side {
            sql.push(" or l.side = ").push_bind(side).push(" and l.result = ").push_bind(result);
        }
        sql.push(")");
    }
    let Some(seat) = filter.seat else { return };
    sql.push(" and (false");
    for index in 0..domain::rules::seat::MAX_SEATS {
        let variants = seat.variants_with(index);
        if !variants.is_empty() {
            sql.push(" or l.seats & ").push_bind(1_i16 << index).push(" <> 0 and l.variant = any(");
            sql.push_bind(variants.into_iter().map(Variant::key).collect::<Vec<_>>()).push(")");
        }
    }
    sql.push(")");
}

/// Whether it is asked what a game is, or how it ended.
const fn has_facets(filter: &GameFilter) -> bool {
    filter.variant.is_some() || filter.result.is_some() || filter.ending.is_some() || filter.rated.is_some()
}

/// What a game is, and how it ended.
pub(super) fn push_facets(sql: &mut QueryBuilder<Postgres>, filter: &GameFilter) {
    if let Some(variant) = filter.variant {
        sql.push(" and l.variant = ").push_bind(variant.key());
    }
    if let Some(result) = &filter.result {
        sql.push(" and l.result = ").push_bind(result.clone());
    }
    if let Some(ending) = filter.ending {
        sql.push(" and l.ending = ").push_bind(ending.key());
    }
    if let Some(rated) = filter.rated {
        sql.push(" and l.rated = ").push_bind(rated);
        if !rated && filter.sort == Sort::Rating {
            // They have no rating, and are the last of the list: all others would be gone through before.
            sql.push(" and l.rating = 0");
        }
    }
    if filter.is_analysed {
        sql.push(" and l.is_analysed");
    }
    if let Some(Range { from, to }) = filter.ratings {
        // 0 is no rating.
        sql.push(" and l.rating between ").push_bind(from.max(1)).push(" and ").push_bind(to);
    }
}

/// When a game ended, and after how many turns: asked of one of the tables that know.
fn push_when(sql: &mut QueryBuilder<Postgres>, filter: &GameFilter, table: &str) {
    if let Some(Range { from, to }) = filter.length {
        sql.push(format!(" and {table}.turns between ")).push_bind(from).push(" and ").push_bind(to);
    }
    if let Some(from) = filter.from {
        sql.push(format!(" and {table}.at >= ")).push_bind(from.to_sqlx());
    }
    if let Some(before) = filter.before {
        sql.push(format!(" and {table}.at < ")).push_bind(before.to_sqlx());
    }
}

/// What was played: the first turns.
fn push_openings(sql: &mut QueryBuilder<Postgres>, filter: &GameFilter) {
    if filter.on_board.openings.is_empty() {
        return;
    }
    sql.push(" and (false");
    for (variant, opening) in &filter.on_board.openings {
        sql.push(" or l.variant = ").push_bind(variant.key());
        let literal = opening::literal(opening);
        sql.push(" and l.opening >= ").push_bind(literal.to_owned());
        sql.push(" and l.opening < ").push_bind(behind(literal));
        if literal != opening {
            sql.push(" and l.opening like ").push_bind(opening::like(opening));
        }
    }
    sql.push(")");
}

/// The first text behind all that begin with another.
fn behind(text: &str) -> String {
    let mut behind = text.to_owned();
    // Turns are written in ASCII, and `~` is nowhere in them.
    let last = behind.pop().map_or('~', |last| char::from(last as u8 + 1));
    behind.push(last);
    behind
}
