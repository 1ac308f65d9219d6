//! What the explorer asks the database: from totals, where a position has them, else from the games that came to it.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use domain::correspondence::game::Game;
use domain::correspondence::result::GameResult;
use domain::rules::outcome::Outcome;
use domain::rules::ply::Ply;
use domain::rules::position::Position;
use domain::rules::seat::{Seating, Side};
use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::collected;
use super::filter::{ExplorerFilter, Source};
use crate::accounts::PlayerId;
use crate::platform::database::{self, Pool};

/// How many of the last games are shown.
const LAST_GAMES: usize = 5;

/// How long one statement may take.
const LONGEST: &str = "3s";

/// Of a position that many games came to, so many games of a player are looked at, the last first.
pub const MOST_OF_PLAYER: usize = 1000;

/// Fair play looks at so many turns of a game: by then hardly any two games are the same.
const SHARED_DEPTH: usize = 40;

/// How the games went in which a turn was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnCount {
    /// As it is written; empty for the games that ended in the position.
    pub turn: String,
    /// How many there are.
    pub games: i64,
    /// Of which so many were won by the side that was to move.
    pub won: i64,
    /// So many drawn.
    pub drawn: i64,
    /// And so many by another. Games without a result are none of these.
    pub lost: i64,
    /// Of which so many were counted for ratings.
    pub rated: i64,
    /// The sum of the means of their players' ratings.
    pub rating_sum: i64,
}

impl TurnCount {
    /// Adds the games of another.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.rated += other.rated;
        self.rating_sum += other.rating_sum;
    }
}

/// What was found of a position.
#[derive(Debug, Default)]
pub struct Found {
    /// Its turns, the most frequent first.
    pub turns: Vec<TurnCount>,
    /// The last games that came to it, the last first.
    pub games: Vec<GameRow>,
    /// Whether older games of the player were left out.
    pub leaves_out_older: bool,
    /// Whether games of the collection were left out whose positions are still to be read.
    pub leaves_out_unread: bool,
}

/// A game that came to the position.
#[derive(Debug)]
pub struct GameRow {
    /// The path of its page.
    pub path: String,
    /// The names of its players, by seat; empty where nobody is named.
    pub players: Vec<String>,
    /// How it ended.
    pub result: GameEnd,
    /// When.
    pub day: GameDay,
}

/// How a game ended.
#[derive(Debug)]
pub enum GameEnd {
    /// One that was played here.
    Known(GameResult),
    /// As PGN writes it.
    Written(String),
}

/// When a game ended.
#[derive(Debug)]
pub enum GameDay {
    /// One that was played here.
    Known(Timestamp),
    /// As PGN writes the day on which it was played: `2026.03.??`
    Written(String),
}

/// A game that was looked at.
struct LookedAt {
    game_id: String,
    turn: String,
    result: String,
    rating: i32,
}

/// What was played from a position in the games that a filter leaves; nothing if it would take too long to find out.
///
/// # Errors
/// The database fails.
pub async fn find(pool: &Pool, position: &Position, filter: &ExplorerFilter) -> anyhow::Result<Option<Found>> {
    match find_in_time(pool, position, filter).await {
        Err(error) if database::was_canceled(&error) => Ok(None),
        found => found.map(Some),
    }
}

async fn find_in_time(pool: &Pool, position: &Position, filter: &ExplorerFilter) -> anyhow::Result<Found> {
    let seating = position.seating();
    let mover = seating.side(position.seat_to_move());
    // Nobody else gets the connection before the statement has ended, also if nobody waits for its answer any more. How popular a position
    // is decides which plan is the right one: there is none for all.
    let mut connection = pool.begin().await?;
    sqlx::query!("select set_config('statement_timeout', $1, true)", LONGEST).fetch_one(&mut *connection).await?;
    sqlx::query!("set local plan_cache_mode = 'force_custom_plan'").execute(&mut *connection).await?;
    if let Source::Collection { collection, player } = &filter.source {
        let found = collected::find(&mut connection, position, (collection, player), filter).await?;
        connection.commit().await?;
        return Ok(found);
    }
    let (turns, ids, leaves_out_older) = match (has_totals(&mut connection, position).await?, filter.player()) {
        (true, None) => {
            let turns = totals(&mut connection, position, filter).await?;
            (turns, last_games(&mut connection, position, filter).await?, false)
        }
        (true, Some(player)) => {
            let (games, is_cut) = games_of_player(&mut connection, position, filter, player).await?;
            (counted(&games, seating, mover), last_of(games), is_cut)
        }
        (false, _) => {
            let games = all_games(&mut connection, position, filter).await?;
            (counted(&games, seating, mover), last_of(games), false)
        }
    };
    let games = games(&mut connection, &ids, seating).await?;
    connection.commit().await?;
    Ok(Found { turns, games, leaves_out_older, leaves_out_unread: false })
}

async fn has_totals(connection: &mut PgConnection, position: &Position) -> anyhow::Result<bool> {
    let has = sqlx::query_scalar!(
        r#"select exists (select from explorer_positions where variant = $1 and key = $2) as "has!""#,
        position.variant().key(),
        position.key().cast_signed(),
    );
    Ok(has.fetch_one(connection).await?)
}

/// The numbers of bands or years that rows of totals have: those of a range, or the one of all.
fn numbers(range: Option<RangeInclusive<i16>>) -> [i16; 2] {
    range.map_or([-1, -1], |range| [*range.start(), *range.end()])
}

async fn totals(
    connection: &mut PgConnection,
    position: &Position,
    filter: &ExplorerFilter,
) -> anyhow::Result<Vec<TurnCount>> {
    let small = |rating: i32| i16::try_from(rating).unwrap_or(i16::MAX);
    let bands = filter.ratings.as_ref().map(|ratings| small(*ratings.start())..=small(*ratings.end()));
    let [[least, highest], [first, last]] = [numbers(bands), numbers(filter.years.clone())];
    // Served by the primary key: without a filter, exactly the rows that are wanted.
    let turns = sqlx::query_as!(
        TurnCount,
        r#"select turn, sum(games)::bigint as "games!", sum(won)::bigint as "won!", sum(drawn)::bigint as "drawn!",
            sum(games - won - drawn)::bigint as "lost!", sum(rated)::bigint as "rated!", sum(rating_sum)::bigint as "rating_sum!"
        from explorer_turns
        where variant = $1 and key = $2 and band between $3 and $4 and year between $5 and $6
        group by turn order by 2 desc, 3 desc, turn"#,
        position.variant().key(),
        position.key().cast_signed(),
        least,
        highest,
        first,
        last,
    );
    Ok(turns.fetch_all(connection).await?)
}

/// The bounds of ratings that a statement compares with.
fn rating_bounds(filter: &ExplorerFilter) -> [i32; 2] {
    filter.ratings.as_ref().map_or([0, i32::MAX], |ratings| [*ratings.start(), *ratings.end()])
}

/// The last games, of the last few hundred that came to a position: those of a filter that leaves hardly any may be older.
async fn last_games(
    connection: &mut PgConnection,
    position: &Position,
    filter: &ExplorerFilter,
) -> anyhow::Result<Vec<String>> {
    let ([from, before], [least, highest]) = (filter.instants(), rating_bounds(filter));
    // Served by the primary keys: it stops when it has five.
    let ids = sqlx::query_scalar!(
        "select p.game_id from (
            select game_id, at from library_positions where key = $1 and at >= $3 and at < $4 order by at desc, game_id desc limit 500
        ) p join library_games l on l.game_id = p.game_id
        where l.is_first and l.variant = $2 and l.result <> '*' and l.rating between $5 and $6
        order by p.at desc, p.game_id desc limit 5",
        position.key().cast_signed(),
        position.variant().key(),
        from.to_sqlx() as _,
        before.to_sqlx() as _,
        least,
        highest,
    );
    Ok(ids.fetch_all(connection).await?)
}

/// Every game that came to a position without totals, so few are they.
async fn all_games(
    connection: &mut PgConnection,
    position: &Position,
    filter: &ExplorerFilter,
) -> anyhow::Result<Vec<LookedAt>> {
    let ([from, before], [least, highest]) = (filter.instants(), rating_bounds(filter));
    // Served by the primary keys. There are more only where an earlier build took them in, until one of them is taken in anew.
    let games = sqlx::query_as!(
        LookedAt,
        r#"select p.game_id, p.turn as "turn!", l.result, l.rating from (
            select game_id, at, turn from library_positions where key = $1 order by at desc, game_id desc limit 1000
        ) p join library_games l on l.game_id = p.game_id
        where p.turn is not null and case when $3::bigint is null then l.is_first else l.player_id = $3 and l.seats & $4 <> 0 end
            and l.variant = $2 and not l.is_running and l.result <> '*' and l.at >= $5 and l.at < $6 and l.rating between $7 and $8
        order by p.at desc, p.game_id desc"#,
        position.key().cast_signed(),
        position.variant().key(),
        filter.player().map(|player| player.0),
        filter.seats,
        from.to_sqlx() as _,
        before.to_sqlx() as _,
        least,
        highest,
    );
    Ok(games.fetch_all(connection).await?)
}

/// Which of the last games of a player came to a position, and whether older games of theirs were not looked at.
async fn games_of_player(
    connection: &mut PgConnection,
    position: &Position,
    filter: &ExplorerFilter,
    player: PlayerId,
) -> anyhow::Result<(Vec<LookedAt>, bool)> {
    let ([from, before], [least, highest]) = (filter.instants(), rating_bounds(filter));
    // Served by library_of_player: so many games are read, however few the filter leaves. Each of those by the primary key of the positions:
    // a join would be left to the planner, which cannot know how popular a position is, and may go through all its games for each one of
    // the player's.
    let rows = sqlx::query!(
        r#"select l.game_id, (
                select p.turn from library_positions p where p.key = $2 and p.at = l.at and p.game_id = l.game_id
            ) as "turn?", l.result, l.rating from (
            select game_id, at, variant, seats, result, rating from library_games
            where player_id = $1 and not is_running and at >= $5 and at < $6
            order by at desc, game_id desc limit 1000
        ) l where l.variant = $3 and l.seats & $4 <> 0 and l.result <> '*' and l.rating between $7 and $8
        order by l.at desc, l.game_id desc"#,
        player.0,
        position.key().cast_signed(),
        position.variant().key(),
        filter.seats,
        from.to_sqlx() as _,
        before.to_sqlx() as _,
        least,
        highest,
    );
    let rows = rows.fetch_all(&mut *connection).await?;
    let is_cut = sqlx::query_scalar!(
        r#"select exists (
            select from library_games where player_id = $1 and not is_running and at >= $2 and at < $3 offset 1000
        ) as "is_cut!""#,
        player.0,
        from.to_sqlx() as _,
        before.to_sqlx() as _,
    );
    let is_cut = is_cut.fetch_one(connection).await?;
    let games = rows.into_iter().filter_map(|row| {
        Some(LookedAt { game_id: row.game_id, turn: row.turn?, result: row.result, rating: row.rating })
    });
    Ok((games.collect(), is_cut))
}

fn last_of(games: Vec<LookedAt>) -> Vec<String> {
    games.into_iter().take(LAST_GAMES).map(|game| game.game_id).collect()
}

/// How games went, turn by turn, the most frequent first; `mover` was to move.
fn counted(games: &[LookedAt], seating: Seating, mover: Side) -> Vec<TurnCount> {
    let mut turns = BTreeMap::<&str, TurnCount>::new();
    for game in games {
        let Some(outcome) = Outcome::read(&game.result, seating) else { continue };
        let count =
            turns.entry(&game.turn).or_insert_with(|| TurnCount { turn: game.turn.clone(), ..TurnCount::default() });
        count.games += 1;
        count.won += i64::from(outcome == Outcome::Win(mover));
        count.drawn += i64::from(outcome == Outcome::Draw);
        count.lost += i64::from(outcome != Outcome::Win(mover) && outcome != Outcome::Draw);
        count.rated += i64::from(game.rating > 0);
        count.rating_sum += i64::from(game.rating);
    }
    let mut turns: Vec<_> = turns.into_values().collect();
    turns.sort_by_key(|count| std::cmp::Reverse((count.games, count.won)));
    turns
}

async fn games(connection: &mut PgConnection, ids: &[String], seating: Seating) -> anyhow::Result<Vec<GameRow>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows = sqlx::query!(
        r#"select id, result as "result!", ending as "ending!", ended_at as "ended_at!: jiff_sqlx::Timestamp",
            array(select p.name from game_seats s join players p on p.id = s.player_id
                where s.game_id = g.id order by s.seat) as "players!"
        from games g where id = any($1) and ended_at is not null order by ended_at desc, id desc"#,
        ids,
    )
    .fetch_all(connection)
    .await?;
    let games = rows.into_iter().filter_map(|row| {
        let result = GameResult::read(&row.result, &row.ending, seating)?;
        Some(GameRow {
            path: format!("/games/{}", row.id),
            players: row.players,
            result: GameEnd::Known(result),
            day: GameDay::Known(row.ended_at.to_jiff()),
        })
    });
    Ok(games.collect())
}

/// How many of a game's first turns were each made in at least so many finished games from the same position.
///
/// # Errors
/// The database fails.
pub async fn shared_turns(pool: &Pool, game: &Game, at_least: i64) -> anyhow::Result<usize> {
    let turns = game.turns().iter().take(SHARED_DEPTH).enumerate();
    let turns = turns.map_while(|(before, turn)| {
        let position = game.position_at(Ply::after(before))?;
        Some((position.key().cast_signed(), turn.text.clone()))
    });
    let (keys, texts): (Vec<i64>, Vec<String>) = turns.unzip();
    // Served by the primary keys: where there are no totals, few games came to the position.
    let games = sqlx::query_scalar!(
        r#"select case when exists (select from explorer_positions e where e.variant = $1 and e.key = t.key) then coalesce(
                (select e.games::bigint from explorer_turns e
                    where e.variant = $1 and e.key = t.key and e.band = -1 and e.year = -1 and e.turn = t.turn), 0)
            else (
                select count(*) from (select game_id, turn from library_positions where key = t.key limit 1000) p
                join library_games l on l.game_id = p.game_id
                where p.turn = t.turn and l.is_first and l.variant = $1 and not l.is_running and l.result <> '*')
            end as "games!"
        from unnest($2::bigint[], $3::text[]) with ordinality t (key, turn, number) order by t.number"#,
        game.setup().variant.key(),
        &keys,
        &texts,
    );
    let games = games.fetch_all(pool).await?;
    Ok(games.into_iter().take_while(|&games| games >= at_least).count())
}
