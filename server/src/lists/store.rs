//! Lists of games, read from their rows alone.

use anyhow::Context;
use domain::correspondence::countdown::Countdown;
use domain::correspondence::result::GameResult;
use domain::rules::seat::Seat;
use domain::rules::variant::Variant;
use jiff::Timestamp;

use crate::accounts::PlayerId;
use crate::games::{GameId, countdown_columns};
use crate::platform::database::Pool;
use crate::tags::TagKey;
use crate::wording::players_line;

/// A game in a player's list.
pub struct GameLine {
    /// Its name in its address.
    pub id: GameId,
    /// Which game.
    pub variant: Variant,
    /// The player's own seat; `None` in a game of others.
    pub seat: Option<Seat>,
    /// The names of all players, by seat.
    pub players: Vec<String>,
    /// The position.
    pub fen: String,
    /// The squares of the turn that led to it, as [`squares_of`](crate::boards::squares_of) writes them, if they are known.
    pub last_squares: Option<String>,
    /// Whether it is the player's turn.
    pub own_turn: bool,
    /// How the time of the seat to move runs out; `None` after the end.
    pub countdown: Option<Countdown>,
    /// The time of the query: remaining times are relative to it.
    pub now: Timestamp,
    /// The name of the player to move; `None` after the end.
    pub to_move: Option<String>,
    /// The seat with an open draw offer.
    pub draw_offered_by: Option<Seat>,
    /// Whether the player has conditional turns in it; said to nobody else.
    pub has_conditionals: bool,
    /// How and when it ended.
    pub end: Option<(GameResult, Timestamp)>,
}

impl GameLine {
    /// Whether it is cancelled at its deadline, and nobody loses.
    pub fn is_in_first_round(&self) -> bool {
        self.countdown.as_ref().is_some_and(|countdown| !countdown.clocks_started)
    }

    /// When the seat to move runs out; `None` after the end.
    pub fn deadline(&self) -> Option<Timestamp> {
        self.countdown.as_ref().map(|countdown| countdown.deadline)
    }

    /// Whom the player plays with; of a game of others all players.
    pub fn who(&self) -> String {
        players_line(self.variant.seating(), self.seat, &self.players)
    }
}

/// The viewer of a list, and the time.
#[derive(Clone, Copy)]
pub struct ListContext {
    /// The viewer, if signed in.
    pub viewer: Option<PlayerId>,
    /// The instant.
    pub now: Timestamp,
}

/// A row, before it is read into a [`GameLine`].
struct GameRow {
    id: String,
    variant: String,
    fen: String,
    last_squares: Option<String>,
    events: i32,
    deadline: Option<jiff_sqlx::Timestamp>,
    countdown_after: Option<i32>,
    turn_since: Option<jiff_sqlx::Timestamp>,
    clocks_started: Option<bool>,
    paused_from: Option<Vec<jiff_sqlx::Timestamp>>,
    paused_until: Option<Vec<jiff_sqlx::Timestamp>>,
    ended_at: Option<jiff_sqlx::Timestamp>,
    result: Option<String>,
    ending: Option<String>,
    seat: Option<i16>,
    own_turn: bool,
    players: Vec<String>,
    /// The place of the player to move among them, from 1.
    to_move: Option<i32>,
    draw_offered_by: Option<i16>,
    has_conditionals: bool,
}

/// A query of rows, by its `with` clause, which has the player's name in `viewed`, and by what follows `draw_offered_by`.
macro_rules! rows {
    ($with:literal, $rest:literal, $($bound:expr),+ $(,)?) => {
        sqlx::query_as!(
            GameRow,
            $with + r#"
        select g.id, g.variant, g.fen, g.events, g.deadline, g.ended_at, g.result, g.ending, own.seat as "seat?",
            case when g.last_squares_ply = g.ply then g.last_squares end as last_squares,
            g.countdown_after, g.turn_since, g.clocks_started, g.paused_from as "paused_from: Vec<jiff_sqlx::Timestamp>",
            g.paused_until as "paused_until: Vec<jiff_sqlx::Timestamp>",
            coalesce(g.player_to_move = $1, false) as "own_turn!",
            array(select case id when $1 then (select name from viewed) else (select name from players where id = s.id) end
                from unnest(seated.ids) with ordinality s (id, seat) order by seat) as "players!",
            array_position(seated.ids, g.player_to_move) as to_move,
            g.draw_offered_by, "# + $rest,
            $($bound),+
        )
    };
}

impl GameRow {
    /// The line as it reads at an instant.
    async fn read(self, pool: &Pool, now: Timestamp) -> anyhow::Result<GameLine> {
        let row = self;
        let id = GameId::stored(row.id);
        let variant: Variant = row.variant.parse()?;
        let end = row.result.zip(row.ending).zip(row.ended_at);
        let result = |result: &str, ending: &str| GameResult::read(result, ending, variant.seating());
        let end = end.and_then(|((outcome, ending), at)| Some((result(&outcome, &ending)?, at.to_jiff())));
        let seat = |index: i16| Seat::new(index as usize).context("a seat is out of range");
        Ok(GameLine {
            countdown: countdown_columns!(row).countdown(pool, &id).await?,
            now,
            id,
            variant,
            seat: row.seat.map(seat).transpose()?,
            to_move: row.to_move.and_then(|place| row.players.get(place as usize - 1).cloned()),
            players: row.players,
            fen: row.fen,
            last_squares: row.last_squares,
            own_turn: row.own_turn,
            draw_offered_by: row.draw_offered_by.map(seat).transpose()?,
            has_conditionals: row.has_conditionals,
            end,
        })
    }
}

/// The lines of a list, in its order.
async fn read(pool: &Pool, rows: Vec<GameRow>, now: Timestamp) -> anyhow::Result<Vec<GameLine>> {
    let mut lines = Vec::with_capacity(rows.len());
    for row in rows {
        lines.push(row.read(pool, now).await?);
    }
    Ok(lines)
}

/// The games of a player: where it is their turn, then the other running ones, each by deadline, then the finished
/// ones, the last first; at most `limit` after leaving out the first `offset`.
///
/// # Errors
/// The database fails.
pub async fn of_player(
    pool: &Pool,
    player: PlayerId,
    ListContext { viewer, now }: ListContext,
    (limit, offset): (i64, i64),
) -> anyhow::Result<Vec<GameLine>> {
    // Served by games_by_player_to_move if these fill the page, and else by game_seats_by_player alone, without its table and in its
    // order; then by the keys: games are scattered over the table, so each lookup gets slower as the table grows. Of the
    // finished games no more are read than there is room for after the running ones. `offset 0`: else the planner looks for the seat in
    // the index of players.
    let rows = rows!(
        r#"with viewed as (select name from players where id = $1), to_move as materialized (
            select id as game_id from games where player_to_move = $1
            order by deadline fetch first ($2::bigint + $3::bigint) rows with ties
        ), filled as materialized (
            select count(*) >= $2::bigint + $3::bigint as by_those_to_move from to_move
        ), running as materialized (
            select game_id, (
                select min(seat) from (select seat, player_id from game_seats where game_id = m.game_id offset 0) s where player_id = $1
            ) as seat from to_move m where (select by_those_to_move from filled)
            union all
            select game_id, min(seat) as seat from game_seats
            where player_id = $1 and ended_at is null and not (select by_those_to_move from filled) group by game_id
        ), finished as (
            select game_id, min(seat) as seat from game_seats where player_id = $1 and ended_at is not null
            group by ended_at, game_id order by ended_at desc, game_id desc
            limit greatest($2::bigint + $3::bigint - (select count(*) from running), 0)
        )"#,
        r#"coalesce(own.seat = any(g.planned) and $1 = $4, false) as "has_conditionals!"
        from (select * from running union all select * from finished) own join games g on g.id = own.game_id
            cross join lateral (select coalesce(g.seated_players,
                array(select player_id from game_seats where game_id = g.id order by seat)) as ids) seated
        order by g.ended_at is not null, g.player_to_move is distinct from $1, g.deadline, g.ended_at desc, g.id desc
        limit $2 offset $3"#,
        player.0,
        limit,
        offset,
        viewer.map(|viewer| viewer.0),
    )
    .fetch_all(pool)
    .await?;
    read(pool, rows, now).await
}

/// The games that a player has put a tag on, theirs or others', in the same order.
///
/// # Errors
/// The database fails.
pub async fn tagged(
    pool: &Pool,
    player: PlayerId,
    tag: &TagKey,
    now: Timestamp,
    (limit, offset): (i64, i64),
) -> anyhow::Result<Vec<GameLine>> {
    // Served by game_tags_by_player.
    let rows = rows!(
        r#"with viewed as (select name from players where id = $1)"#,
        r#"coalesce(own.seat = any(g.planned), false) as "has_conditionals!"
        from game_tags t join games g on g.id = t.game_id
            cross join lateral (select coalesce(g.seated_players,
                array(select player_id from game_seats where game_id = g.id order by seat)) as ids) seated
            left join game_seats own on own.game_id = g.id and own.player_id = $1
                and not exists (select from game_seats s where s.game_id = g.id and s.player_id = $1 and s.seat < own.seat)
        where t.player_id = $1 and t.key = $2
        order by g.ended_at is not null, g.player_to_move is distinct from $1, g.deadline, g.ended_at desc, g.id desc
        limit $3 offset $4"#,
        player.0,
        tag.as_str(),
        limit,
        offset,
    )
    .fetch_all(pool)
    .await?;
    read(pool, rows, now).await
}

/// Nobody's number: for lists in which no game is the reader's own.
const NOBODY: i64 = 0;

/// Some games as those see them who do not play in them, in the order in which they are named. Those that are not there are left out.
///
/// # Errors
/// The database fails.
pub async fn of_others(pool: &Pool, games: &[GameId], now: Timestamp) -> anyhow::Result<Vec<GameLine>> {
    let ids: Vec<_> = games.iter().map(|id| id.as_str().to_owned()).collect();
    let rows = rows!(
        r#"with viewed as (select null::text as name)"#,
        r#"false as "has_conditionals!"
        from unnest($2::text[]) with ordinality asked (id, place) join games g on g.id = asked.id
            cross join lateral (select coalesce(g.seated_players,
                array(select player_id from game_seats where game_id = g.id order by seat)) as ids) seated
            cross join lateral (select null::smallint as seat) own
        order by asked.place"#,
        NOBODY,
        &ids,
    )
    .fetch_all(pool)
    .await?;
    read(pool, rows, now).await
}

/// The running games of a player, those with the nearest deadline first.
///
/// # Errors
/// The database fails.
pub async fn running_of(pool: &Pool, player: PlayerId, now: Timestamp, limit: i64) -> anyhow::Result<Vec<GameLine>> {
    let mut lines = of_player(pool, player, ListContext { viewer: Some(player), now }, (limit, 0)).await?;
    lines.retain(|line| line.end.is_none());
    lines.sort_by_key(GameLine::deadline);
    Ok(lines)
}

/// The game of a player's turns that comes after another in the order of deadlines, round to the first again; the
/// other itself only if there is no more.
///
/// # Errors
/// The database fails.
pub async fn next_of(pool: &Pool, player: PlayerId, after: Option<&GameId>) -> anyhow::Result<Option<GameId>> {
    // Served by games_by_player_to_move.
    let ids = sqlx::query_scalar!("select id from games where player_to_move = $1 order by deadline, id", player.0,)
        .fetch_all(pool)
        .await?;
    let follows = after.and_then(|after| ids.iter().position(|id| id == after.as_str())).map_or(0, |at| at + 1);
    Ok(ids.get(follows).or(ids.first()).cloned().map(GameId::stored))
}
