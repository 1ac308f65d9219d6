//! The search in the database: the one place where SQL is put together, of fixed parts and bound values, because no single statement
//! has a good plan for every combination of what can be asked.
//!
//! Each statement that is put together here is planned anew with its values (it is not kept as a prepared one): whether a result or an ending is rare decides
//! which index is the right one, and `library_facets` knows how often they come together. The indexes are in 0063_library.sql.

use domain::rules::variant::Variant;
use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::{PgConnection, Postgres, QueryBuilder};

use super::commonness::Commonness;
use super::filter::{GameFilter, NO_RESULT, Range, Sort};
use super::hit::{Hit, HitRow};
use super::material::{self, MaterialKey};
use super::men::{self, Placed};
use super::men_sets::{self, ByEnd, Candidates, EndOrder, Ended, List, Part, Question};
use super::on_board::OnBoard;
use super::own::{OwnFilter, SearchedWords};
use super::page_key::{PageKey, Phase};
use super::words;
use crate::games::GameId;
use crate::platform::database::{self, Pool};
use crate::tags::TagKey;

/// How long one statement may take. Of some pairs of ranges, all games of the smaller are looked through.
const LONGEST: &str = "3s";

/// What came of a search.
pub enum SearchResult {
    /// At most as many games as were wanted.
    Found(Vec<Hit>),
    /// It would take too long.
    TooSlow,
}

/// At most so many of the games that are searched for, in their order, those after a place alone.
///
/// # Errors
/// The database fails.
pub async fn search(
    pool: &Pool,
    filter: &GameFilter,
    after: Option<&PageKey>,
    limit: usize,
) -> anyhow::Result<SearchResult> {
    match find(pool, filter, after, limit).await {
        Ok(hits) => Ok(SearchResult::Found(hits)),
        Err(error) if database::was_canceled(&error) => Ok(SearchResult::TooSlow),
        Err(error) => Err(error),
    }
}

/// A finished game by its name.
///
/// # Errors
/// The database fails.
pub async fn game(pool: &Pool, id: &GameId) -> anyhow::Result<Option<Hit>> {
    let mut sql = QueryBuilder::<Postgres>::new(
        "with found as (select game_id, at, rating, turns from library_games where is_first and not is_running and game_id = ",
    );
    sql.push_bind(id.as_str()).push(LOOKED_AT);
    let row: Option<HitRow> = sql.build_query_as().fetch_optional(pool).await?;
    row.map(|row| row.read(Sort::default(), Phase::Finished)).transpose()
}

/// What is known of one list of a search before its statement is put together.
#[derive(Debug)]
struct Known {
    /// Where the games are that have the words which are asked for; `None` if none are.
    words: Option<WithWords>,
    /// Whether many games had the men which are asked for.
    material: Option<Commonness>,
    /// How the games are found in which the men stood on the squares that are asked for.
    placed: Option<WithMen>,
    /// Whether many games ended as is asked for, beside a position.
    ending: Option<Commonness>,
}

/// How the games are found in which men stood on some squares. Those that are in no set yet ([`men_sets`]) are looked at beside the candidates.
#[derive(Debug)]
enum WithMen {
    /// Each game of the list is asked.
    Any,
    /// The candidates among the games of the list are asked: these numbers.
    Sieve(Vec<i32>),
    /// Each candidate is asked before the list is put in order: these numbers.
    Few(Vec<i32>),
    /// Candidates are asked in the order of the list.
    ByEnd(ByEnd),
}

impl WithMen {
    async fn of(
        connection: &mut PgConnection,
        placed: &Placed,
        filter: &GameFilter,
        after: Option<&PageKey>,
        wanted: usize,
    ) -> anyhow::Result<Self> {
        if let Some(player) = filter.player.or(filter.opponent)
            && men::has_few_games(connection, player).await?
        {
            return Ok(Self::Any);
        }
        if men_sets::too_many_wait(connection).await? {
            return Ok(Self::Any);
        }
        let question = Question::new(placed, filter);
        let order = match filter.sort {
            Sort::Newest => Some(EndOrder::NewestFirst),
            Sort::Oldest => Some(EndOrder::OldestFirst),
            Sort::Rating | Sort::Longest | Sort::Shortest => None,
        };
        if let Some(order) = order.filter(|_| is_known_to_sets(filter)) {
            let after = after.map(|after| Timestamp::from_microsecond(after.value).unwrap_or_default());
            let ended = Ended { from: filter.from, before: filter.before };
            return Ok(Self::ByEnd(ByEnd::new(connection, question, (order, after), ended).await?));
        }
        Ok(match question.all(connection, List { wanted, may_be_long: may_be_long(filter) }).await? {
            Candidates::Few(numbers) => Self::Few(numbers),
            Candidates::Sieve(numbers) => Self::Sieve(numbers),
            Candidates::Many => Self::Any,
        })
    }
}

/// Whether nothing is asked for but what the sets and the ends of their blocks know.
fn is_known_to_sets(filter: &GameFilter) -> bool {
    *filter
        == GameFilter {
            variant: filter.variant,
            result: filter.result.clone(),
            ending: filter.ending,
            rated: filter.rated,
            from: filter.from,
            before: filter.before,
            sort: filter.sort,
            on_board: OnBoard { placed: filter.on_board.placed.clone(), ..OnBoard::default() },
            ..GameFilter::default()
        }
}

/// Whether much of a list may have to be gone through before candidates fill a page: something is asked for that the sets do not know. The games of
/// a position or a player are fewer, and in the order of their ends by an index of theirs.
fn may_be_long(filter: &GameFilter) -> bool {
    let is_of_some = filter.player.or(filter.opponent).is_some() || !filter.on_board.positions.is_empty();
    let is_by_end = matches!(filter.sort, Sort::Newest | Sort::Oldest);
    let has_days = filter.from.is_some() || filter.before.is_some();
    !(is_of_some && is_by_end) && (has_days || !is_known_to_sets(filter))
}

/// Games of the viewer that have the words which are asked for.
#[derive(Debug)]
enum WithWords {
    /// Those that run.
    Running(Vec<String>),
    /// How common such are that are over.
    Finished(Commonness),
}

impl Known {
    async fn of(
        connection: &mut PgConnection,
        filter: &GameFilter,
        phase: Phase,
        after: Option<&PageKey>,
        wanted: usize,
    ) -> anyhow::Result<Self> {
        let words = match filter.own.as_ref().filter(|own| own.has_words()) {
            Some(own) if phase == Phase::Running => {
                Some(WithWords::Running(words::running_games(connection, own).await?))
            }
            Some(own) => Some(WithWords::Finished(words::commonness(connection, own).await?)),
            None => None,
        };
        let material = match &filter.on_board.material {
            Some(key) => Some(material::commonness(connection, key).await?),
            None => None,
        };
        let ending = match filter.ending {
            Some(_) if !filter.on_board.positions.is_empty() && filter.player.or(filter.opponent).is_none() => {
                Some(commonness_of_ending(connection, filter).await?)
            }
            _ => None,
        };
        let known = Self { words, material, placed: None, ending };
        let placed = match &filter.on_board.placed {
            Some(_) if known.are_few(filter) => Some(WithMen::Any),
            Some(placed) => Some(WithMen::of(connection, placed, filter, after, wanted).await?),
            None => None,
        };
        Ok(Self { placed, ..known })
    }

    /// The candidates with which a search begins: `enough` for a page, if they are in its order. `None`: it begins with the games of the list.
    async fn part(&mut self, connection: &mut PgConnection, enough: usize) -> anyhow::Result<Option<Part>> {
        Ok(match &mut self.placed {
            Some(WithMen::ByEnd(candidates)) => Some(candidates.part(connection, enough).await?),
            Some(WithMen::Few(numbers)) => Some(Part { numbers: numbers.clone(), until: None }),
            Some(WithMen::Any | WithMen::Sieve(_)) | None => None,
        })
    }

    /// Whether so few games have one of the others that all of them can be looked at.
    fn are_few(&self, filter: &GameFilter) -> bool {
        let has_tag = filter.own.as_ref().is_some_and(|own| own.tag.is_some());
        let has_few_words = match &self.words {
            Some(WithWords::Running(_)) => true,
            Some(WithWords::Finished(commonness)) => *commonness == Commonness::Rare,
            None => false,
        };
        has_tag || has_few_words || [self.material, self.ending].contains(&Some(Commonness::Rare))
    }
}

/// From so many games on that ended in one way, a position's games are soon found among those that came to it.
const MANY_ENDED_SO: i64 = 1000;

/// How common games are of the variant that is asked for, with that result and ending.
async fn commonness_of_ending(connection: &mut PgConnection, filter: &GameFilter) -> anyhow::Result<Commonness> {
    // What the indexes begin with: of more, no index might lead to few.
    let facets = GameFilter {
        variant: filter.variant,
        result: filter.result.clone(),
        ending: filter.ending,
        ..GameFilter::default()
    };
    let mut sql =
        QueryBuilder::new("select count(*) from (select from library_games l where l.is_first and not l.is_running");
    push_facets(&mut sql, &facets);
    sql.push(" limit ").push_bind(MANY_ENDED_SO).push(") few");
    let games: i64 = sql.build_query_scalar().persistent(false).fetch_one(connection).await?;
    Ok(Commonness::of(games, MANY_ENDED_SO))
}

async fn find(pool: &Pool, filter: &GameFilter, after: Option<&PageKey>, limit: usize) -> anyhow::Result<Vec<Hit>> {
    // Nobody else gets the connection before the statement has ended, also if nobody waits for its answer any more.
    let mut transaction = pool.begin().await?;
    if filter.on_board.placed.is_some() {
        // Between the two statements that find men on squares, a game that waited may come into the sets.
        sqlx::query!("set transaction isolation level repeatable read").execute(&mut *transaction).await?;
    }
    sqlx::query!("select set_config('statement_timeout', $1, true)", LONGEST).fetch_one(&mut *transaction).await?;
    let mut hits = Vec::new();
    for (phase, after) in phases(filter, after) {
        let wanted = limit - hits.len();
        if wanted == 0 {
            break;
        }
        let mut known = Known::of(&mut transaction, filter, phase, after, wanted).await?;
        let mut enough = CANDIDATES_OF_GAME * wanted;
        let rows = loop {
            let part = known.part(&mut transaction, enough).await?;
            let mut sql = statement(filter, &known, part.as_ref(), phase, after, wanted as i64);
            let rows: Vec<HitRow> = sql.build_query_as().persistent(false).fetch_all(&mut *transaction).await?;
            match part {
                Some(part) if rows.len() < wanted && part.until.is_some() => {
                    enough = 8 * enough.max(part.numbers.len());
                }
                _ => break rows,
            }
        };
        for row in rows {
            hits.push(row.read(filter.sort, phase)?);
        }
    }
    transaction.commit().await?;
    Ok(hits)
}

/// So many candidates for each game of a page are looked at first where they are in order by their ends: most of them had the men.
const CANDIDATES_OF_GAME: usize = 4;

/// The lists that follow each other: finished games first, unless games without a result are wanted.
fn lists(filter: &GameFilter) -> &'static [Phase] {
    match filter.result.as_deref() {
        _ if !filter.finds_running() => &[Phase::Finished],
        Some(NO_RESULT) => &[Phase::Running, Phase::Finished],
        _ => &[Phase::Finished, Phase::Running],
    }
}

/// Whether a place is in one of the lists of a search.
pub fn has_place(filter: &GameFilter, place: &PageKey) -> bool {
    lists(filter).contains(&place.phase)
}

/// The lists from a place on.
fn phases<'a>(filter: &GameFilter, after: Option<&'a PageKey>) -> Vec<(Phase, Option<&'a PageKey>)> {
    let all = lists(filter);
    let begins = after.and_then(|after| all.iter().position(|&phase| phase == after.phase)).unwrap_or(0);
    let of_phase = |&phase: &Phase| (phase, after.filter(|after| after.phase == phase));
    all[begins..].iter().map(of_phase).collect()
}

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
const LOOKED_AT: &str =
    ") select f.game_id, f.at, f.rating, f.turns as found_turns, g.variant, g.fen, g.ply, g.begun_at, g.ended_at,
        g.result, g.ending, array(select p.name from game_seats s join players p on p.id = s.player_id
            where s.game_id = g.id order by s.seat) as players
    from found f join games g on g.id = f.game_id";

/// Finds the games first and looks at them afterwards: what a list shows of a game is read for its page alone.
fn statement(
    filter: &GameFilter,
    known: &Known,
    part: Option<&Part>,
    phase: Phase,
    after: Option<&PageKey>,
    limit: i64,
) -> QueryBuilder<Postgres> {
    let (column, direction) = order(filter.sort, phase);
    let mut sql = QueryBuilder::new("with found as materialized (");
    // Turns and FENs can be read in several variants, and each position is looked for by itself: an `or` of two hides from the planner that
    // the games of each are in order already.
    let positions: Vec<_> = match &filter.on_board.positions[..] {
        [] => vec![None],
        positions => positions.iter().copied().map(Some).collect(),
    };
    for (number, position) in positions.into_iter().enumerate() {
        sql.push(if number == 0 { "(" } else { " union all (" });
        push_found(&mut sql, (filter, known, part), phase, position, after, limit);
        sql.push(")");
    }
    sql.push(LOOKED_AT);
    sql.push(format!(" order by f.{column} {direction}, f.game_id {direction} limit ")).push_bind(limit);
    sql
}

/// The games that are found, those with one position alone if one is given.
fn push_found(
    sql: &mut QueryBuilder<Postgres>,
    (filter, known, part): (&GameFilter, &Known, Option<&Part>),
    phase: Phase,
    position: Option<(Variant, u64)>,
    after: Option<&PageKey>,
    limit: i64,
) {
    let (column, direction) = order(filter.sort, phase);
    // Where men stood is asked last, in the order of the list, until a page is full: most that may have had them did.
    let among = filter.on_board.placed.as_ref().zip(part);
    let in_order = matches!(known.placed, Some(WithMen::ByEnd(_)));
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
    sql.push("select l.game_id, l.at, l.rating, l.turns from ");
    match among {
        // `offset 0` keeps the steps as they are written, each game by its key: PostgreSQL cannot guess how many there are.
        Some((placed, part)) => {
            sql.push("(select * from (");
            push_candidates(sql, placed, &part.numbers);
            sql.push(") all_of where true");
            push_when(sql, filter, "all_of");
            if let Some(until) = part.until {
                sql.push(if direction == "desc" { " and at > " } else { " and at < " }).push_bind(until.to_sqlx());
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
        push_own_tables(sql, own, known);
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
    if let (Some(placed), Some(WithMen::Sieve(numbers))) = (&filter.on_board.placed, &known.placed) {
        // `coalesce` keeps PostgreSQL from reading each of them as a game before it comes to the list: they are put into a hash table.
        sql.push(format!(" and coalesce({table}.game_id in (select game_id from ("));
        push_candidates(sql, placed, numbers);
        sql.push(") c), false)");
    }
    if let Some(placed) = &filter.on_board.placed
        && (among.is_none() || in_order)
    {
        push_placed(sql, placed, "l");
    }
    if let Some((variant, key)) = position {
        sql.push(" and p.key = ").push_bind(key.cast_signed());
        sql.push(" and l.variant = ").push_bind(variant.key());
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

/// The candidates with some numbers, and those of the games that are in no set yet: names, ends and lengths.
fn push_candidates(sql: &mut QueryBuilder<Postgres>, placed: &Placed, numbers: &[i32]) {
    sql.push("select game_id, at, turns from library_men_games where number = any(").push_bind(numbers.to_vec());
    // By the key, because rows that wait no more may still lie in the table. Few of those that wait have the men, so they are asked at once.
    sql.push(
        ") union all select game_id, at, turns from library_men_waiting
            where place >= (select min(place) from library_men_waiting)
                and (select s.men from library_men s where s.game_id = library_men_waiting.game_id) @> ",
    );
    sql.push_bind(placed.numbers().to_vec());
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
fn push_own_tables(sql: &mut QueryBuilder<Postgres>, own: &OwnFilter, known: &Known) {
    if own.tag.is_some() {
        sql.push(" join game_tags t on t.game_id = l.game_id");
    }
    if matches!(known.words, Some(WithWords::Finished(Commonness::Rare))) {
        sql.push(" join library_words w on w.game_id = l.game_id");
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
        Some(WithWords::Running(games)) => {
            sql.push(" and l.game_id = any(").push_bind(games.clone()).push(")");
        }
        Some(WithWords::Finished(Commonness::Rare)) => push_words(sql, own),
        Some(WithWords::Finished(Commonness::Common)) => {
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
            sql.push(format!(" and w.{column} @@ (websearch_to_tsquery('simple', ")).push_bind(words.to_owned());
            sql.push(") && ").push_bind(words::quoted_mark(own.viewer)).push("::tsquery)");
        }
    }
}

/// Who plays, and where. Without a player each game is asked for by the one row of its first seat, or by that of a viewer who must play
/// in it.
fn push_players(sql: &mut QueryBuilder<Postgres>, filter: &GameFilter) {
    let viewer = filter.own.as_ref().filter(|own| own.has_words()).map(|own| own.viewer);
    match filter.player.or(filter.opponent).or(viewer) {
        Some(player) => sql.push(" and l.player_id = ").push_bind(player.0),
        None => sql.push(" and l.is_first"),
    };
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

/// What a game is, and how it ended.
fn push_facets(sql: &mut QueryBuilder<Postgres>, filter: &GameFilter) {
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
        sql.push(" and l.opening >= ").push_bind(opening.clone());
        sql.push(" and l.opening < ").push_bind(behind(opening));
    }
    sql.push(")");
}

/// The first text behind all that begin with an opening, which ends with a space.
fn behind(opening: &str) -> String {
    format!("{}!", opening.trim_end_matches(' '))
}
