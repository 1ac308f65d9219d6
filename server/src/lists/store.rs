//! Lists of games, read from their rows alone.

use anyhow::Context;
use domain::correspondence::result::GameResult;
use domain::rules::ply::Ply;
use domain::rules::seat::Seat;
use domain::rules::variant::Variant;
use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;
use sqlx::PgPool;

use crate::accounts::PlayerId;
use crate::games::{GameId, company};
use crate::tags::TagKey;

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
    /// How many turns have been made.
    pub ply: Ply,
    /// The position.
    pub fen: String,
    /// Whether it is the player's turn.
    pub own_turn: bool,
    /// When the seat to move runs out; `None` after the end.
    pub deadline: Option<Timestamp>,
    /// The name of the player to move; `None` after the end.
    pub to_move: Option<String>,
    /// How much time the seat to move has left.
    pub left: Option<SignedDuration>,
    /// How long its player will have been on leave before the deadline.
    pub on_leave: SignedDuration,
    /// Until when they are on leave, if they are.
    pub on_leave_until: Option<Timestamp>,
    /// The seat whose offer of a draw stands.
    pub draw_offered_by: Option<Seat>,
    /// Whether the player has conditional turns in it; said to nobody else.
    pub has_conditionals: bool,
    /// How and when it ended.
    pub end: Option<(GameResult, Timestamp)>,
}

impl GameLine {
    /// Whether it is cancelled at its deadline, and nobody loses.
    pub fn is_in_first_round(&self) -> bool {
        is_in_first_round(self.variant, self.ply)
    }

    /// Whom the player plays with; of a game of others all players.
    pub fn who(&self) -> String {
        company(self.variant.seating(), self.seat, &self.players)
    }
}

/// Whether not every seat has moved in a game that has come to a ply; until then no clock runs.
pub fn is_in_first_round(variant: Variant, ply: Ply) -> bool {
    ply.turns() < variant.seating().len()
}

/// Who reads a list, and when.
#[derive(Clone, Copy)]
pub struct Reader {
    /// Who it is, if signed in.
    pub viewer: Option<PlayerId>,
    /// The instant.
    pub now: Timestamp,
}

/// A row, before it is read into a [`GameLine`].
struct GameRow {
    id: String,
    variant: String,
    ply: i32,
    fen: String,
    deadline: Option<jiff_sqlx::Timestamp>,
    ended_at: Option<jiff_sqlx::Timestamp>,
    result: Option<String>,
    ending: Option<String>,
    seat: Option<i16>,
    own_turn: bool,
    players: Vec<String>,
    to_move: Option<String>,
    on_leave_seconds: i64,
    on_leave_until: Option<jiff_sqlx::Timestamp>,
    draw_offered_by: Option<i16>,
    has_conditionals: bool,
}

impl GameRow {
    /// The line as it reads at an instant.
    fn read(self, now: Timestamp) -> anyhow::Result<GameLine> {
        let row = self;
        let variant: Variant = row.variant.parse()?;
        let end = row.result.zip(row.ending).zip(row.ended_at);
        let result = |result: &str, ending: &str| GameResult::read(result, ending, variant.seating());
        let end = end.and_then(|((outcome, ending), at)| Some((result(&outcome, &ending)?, at.to_jiff())));
        let seat = |index: i16| Seat::new(index as usize).context("a seat is out of range");
        let deadline = row.deadline.map(|at| at.to_jiff());
        let on_leave = SignedDuration::from_secs(row.on_leave_seconds);
        Ok(GameLine {
            id: GameId::stored(row.id),
            variant,
            seat: row.seat.map(seat).transpose()?,
            players: row.players,
            ply: Ply(row.ply as u32),
            fen: row.fen,
            own_turn: row.own_turn,
            deadline,
            to_move: row.to_move,
            left: deadline.map(|deadline| deadline.duration_since(now) - on_leave),
            on_leave,
            on_leave_until: row.on_leave_until.map(|at| at.to_jiff()),
            draw_offered_by: row.draw_offered_by.map(seat).transpose()?,
            has_conditionals: row.has_conditionals,
            end,
        })
    }
}

/// The games of a player: where it is their turn, then the other running ones, each by deadline, then the finished
/// ones, the last first; at most `limit` after leaving out the first `offset`.
///
/// # Errors
/// The database fails.
pub async fn of_player(
    pool: &PgPool,
    player: PlayerId,
    Reader { viewer, now }: Reader,
    (limit, offset): (i64, i64),
) -> anyhow::Result<Vec<GameLine>> {
    // Served by game_seats_by_player: of the finished games no more are read than there is room for after the running ones.
    let rows = sqlx::query_as!(
        GameRow,
        r#"with seats as (
            select game_id, seat, ended_at from game_seats o where player_id = $1
                and not exists (select from game_seats s where s.game_id = o.game_id and s.player_id = $1 and s.seat < o.seat)
        ), running as materialized (select game_id, seat from seats where ended_at is null),
        finished as (
            select game_id, seat from seats where ended_at is not null order by ended_at desc, game_id
            limit greatest($2::bigint + $3::bigint - (select count(*) from running), 0)
        )
        select g.id, g.variant, g.ply, g.fen, g.deadline, g.ended_at, g.result, g.ending, own.seat as "seat?",
            coalesce(g.player_to_move = $1, false) as "own_turn!",
            array(select p.name from game_seats s join players p on p.id = s.player_id
                where s.game_id = g.id order by s.seat) as "players!",
            (select name from players where id = g.player_to_move) as to_move,
            (select coalesce(sum(extract(epoch from least(l.ends_at, g.deadline) - greatest(l.begins_at, $4))), 0)::bigint
                from leaves l where l.player_id = g.player_to_move and l.ends_at > greatest(l.begins_at, $4)
                    and l.begins_at < g.deadline) as "on_leave_seconds!",
            (select max(l.ends_at) from leaves l where l.player_id = g.player_to_move and l.begins_at <= $4
                and l.ends_at > $4) as "on_leave_until: jiff_sqlx::Timestamp",
            g.draw_offered_by, coalesce(own.seat = any(g.planned) and $1 = $5, false) as "has_conditionals!"
        from (select * from running union all select * from finished) own join games g on g.id = own.game_id
        order by g.ended_at is not null, g.player_to_move is distinct from $1, g.deadline, g.ended_at desc, g.id
        limit $2 offset $3"#,
        player.0,
        limit,
        offset,
        now.to_sqlx() as _,
        viewer.map(|viewer| viewer.0),
    )
    .fetch_all(pool)
    .await?;
    rows.into_iter().map(|row| row.read(now)).collect()
}

/// The games that a player has put a tag on, theirs or others', in the same order.
///
/// # Errors
/// The database fails.
pub async fn tagged(
    pool: &PgPool,
    player: PlayerId,
    tag: &TagKey,
    now: Timestamp,
    (limit, offset): (i64, i64),
) -> anyhow::Result<Vec<GameLine>> {
    // Served by game_tags_by_player.
    let rows = sqlx::query_as!(
        GameRow,
        r#"select g.id, g.variant, g.ply, g.fen, g.deadline, g.ended_at, g.result, g.ending, own.seat as "seat?",
            coalesce(g.player_to_move = $1, false) as "own_turn!",
            array(select p.name from game_seats s join players p on p.id = s.player_id
                where s.game_id = g.id order by s.seat) as "players!",
            (select name from players where id = g.player_to_move) as to_move,
            (select coalesce(sum(extract(epoch from least(l.ends_at, g.deadline) - greatest(l.begins_at, $5))), 0)::bigint
                from leaves l where l.player_id = g.player_to_move and l.ends_at > greatest(l.begins_at, $5)
                    and l.begins_at < g.deadline) as "on_leave_seconds!",
            (select max(l.ends_at) from leaves l where l.player_id = g.player_to_move and l.begins_at <= $5
                and l.ends_at > $5) as "on_leave_until: jiff_sqlx::Timestamp",
            g.draw_offered_by, coalesce(own.seat = any(g.planned), false) as "has_conditionals!"
        from game_tags t join games g on g.id = t.game_id
            left join game_seats own on own.game_id = g.id and own.player_id = $1
                and not exists (select from game_seats s where s.game_id = g.id and s.player_id = $1 and s.seat < own.seat)
        where t.player_id = $1 and t.key = $2
        order by g.ended_at is not null, g.player_to_move is distinct from $1, g.deadline, g.ended_at desc, g.id
        limit $3 offset $4"#,
        player.0,
        tag.as_str(),
        limit,
        offset,
        now.to_sqlx() as _,
    )
    .fetch_all(pool)
    .await?;
    rows.into_iter().map(|row| row.read(now)).collect()
}

/// The running games of a player, those with the nearest deadline first.
///
/// # Errors
/// The database fails.
pub async fn running_of(pool: &PgPool, player: PlayerId, now: Timestamp, limit: i64) -> anyhow::Result<Vec<GameLine>> {
    let mut lines = of_player(pool, player, Reader { viewer: Some(player), now }, (limit, 0)).await?;
    lines.retain(|line| line.end.is_none());
    lines.sort_by_key(|line| line.deadline);
    Ok(lines)
}

/// The game of a player's turns that comes after another in the order of deadlines, round to the first again; the
/// other itself only if there is no more.
///
/// # Errors
/// The database fails.
pub async fn next_of(pool: &PgPool, player: PlayerId, after: Option<&GameId>) -> anyhow::Result<Option<GameId>> {
    // Served by games_by_player_to_move.
    let ids = sqlx::query_scalar!("select id from games where player_to_move = $1 order by deadline, id", player.0,)
        .fetch_all(pool)
        .await?;
    let follows = after.and_then(|after| ids.iter().position(|id| id == after.as_str())).map_or(0, |at| at + 1);
    Ok(ids.get(follows).or(ids.first()).cloned().map(GameId::stored))
}
