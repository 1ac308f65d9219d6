//! Lists of games, read from their rows alone.

use anyhow::Context;
use domain::outcome::GameResult;
use domain::ply::Ply;
use domain::seat::Seat;
use domain::variant::Variant;
use jiff::Timestamp;
use sqlx::PgPool;

use crate::accounts::PlayerId;
use crate::games::GameId;
use crate::tags::TagKey;

/// A game in a player's list.
pub struct GameLine {
    /// Its name in its address.
    pub id: GameId,
    /// Which game.
    pub variant: Variant,
    /// The player's own seat; `None` in a game of others.
    pub seat: Option<Seat>,
    /// The names of the others, by seat.
    pub opponents: Vec<String>,
    /// How many turns have been made.
    pub ply: Ply,
    /// The position.
    pub fen: String,
    /// Whether it is the player's turn.
    pub own_turn: bool,
    /// When the seat to move runs out; `None` after the end.
    pub deadline: Option<Timestamp>,
    /// How and when it ended.
    pub end: Option<(GameResult, Timestamp)>,
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
    opponents: Vec<String>,
}

impl TryFrom<GameRow> for GameLine {
    type Error = anyhow::Error;

    fn try_from(row: GameRow) -> anyhow::Result<Self> {
        let variant: Variant = row.variant.parse()?;
        let end = row.result.zip(row.ending).zip(row.ended_at);
        let result = |result: &str, ending: &str| GameResult::read(result, ending, variant.seating());
        let end = end.and_then(|((outcome, ending), at)| Some((result(&outcome, &ending)?, at.to_jiff())));
        let seat = |index: i16| Seat::new(index as usize).context("a seat is out of range");
        Ok(Self {
            id: GameId::stored(row.id),
            variant,
            seat: row.seat.map(seat).transpose()?,
            opponents: row.opponents,
            ply: Ply(row.ply as u32),
            fen: row.fen,
            own_turn: row.own_turn,
            deadline: row.deadline.map(|at| at.to_jiff()),
            end,
        })
    }
}

/// The games of a player: where it is their turn, then the other running ones, each by deadline, then the finished
/// ones, the last first; at most `limit` after leaving out the first `offset`.
///
/// # Errors
/// The database fails.
pub async fn of_player(pool: &PgPool, player: PlayerId, limit: i64, offset: i64) -> anyhow::Result<Vec<GameLine>> {
    // Served by game_seats_by_player.
    let rows = sqlx::query_as!(
        GameRow,
        r#"select g.id, g.variant, g.ply, g.fen, g.deadline, g.ended_at, g.result, g.ending, own.seat as "seat?",
            coalesce(g.player_to_move = $1, false) as "own_turn!",
            array(select p.name from game_seats s join players p on p.id = s.player_id
                where s.game_id = g.id and s.player_id <> $1 group by p.name order by min(s.seat)) as "opponents!"
        from game_seats own join games g on g.id = own.game_id
        where own.player_id = $1
            and not exists (select from game_seats s where s.game_id = g.id and s.player_id = $1 and s.seat < own.seat)
        order by g.ended_at is not null, g.player_to_move is distinct from $1, g.deadline, g.ended_at desc, g.id
        limit $2 offset $3"#,
        player.0,
        limit,
        offset,
    )
    .fetch_all(pool)
    .await?;
    rows.into_iter().map(GameLine::try_from).collect()
}

/// The games that a player has put a tag on, theirs or others', in the same order.
///
/// # Errors
/// The database fails.
pub async fn tagged(
    pool: &PgPool,
    player: PlayerId,
    tag: &TagKey,
    limit: i64,
    offset: i64,
) -> anyhow::Result<Vec<GameLine>> {
    // Served by game_tags_by_player.
    let rows = sqlx::query_as!(
        GameRow,
        r#"select g.id, g.variant, g.ply, g.fen, g.deadline, g.ended_at, g.result, g.ending, own.seat as "seat?",
            coalesce(g.player_to_move = $1, false) as "own_turn!",
            array(select p.name from game_seats s join players p on p.id = s.player_id
                where s.game_id = g.id and s.player_id <> $1 group by p.name order by min(s.seat)) as "opponents!"
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
    )
    .fetch_all(pool)
    .await?;
    rows.into_iter().map(GameLine::try_from).collect()
}

/// The running games of a player, those with the nearest deadline first.
///
/// # Errors
/// The database fails.
pub async fn running_of(pool: &PgPool, player: PlayerId, limit: i64) -> anyhow::Result<Vec<GameLine>> {
    let mut lines = of_player(pool, player, limit, 0).await?;
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
