//! What feeds read from the database, and their secrets.

use domain::rules::seat::Seat;
use domain::rules::variant::Variant;
use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgPool;
use sqlx::types::Json;

use super::secret::FeedSecret;
use crate::accounts::{Player, PlayerId, PlayerName};
use crate::games::{self, CountdownColumns, GameId};
use crate::preferences::Preferences;

/// The most games in a feed.
const MAX_GAMES: i64 = 500;

/// The owner of a feed.
pub struct FeedOwner {
    /// The player.
    pub player: Player,
    /// What they have chosen: their zone, their form of dates.
    pub preferences: Preferences,
    /// When the address was made: nothing in the feed is older.
    pub made_at: Timestamp,
}

/// The secret of a player's feeds, if they have one.
pub async fn secret_of(pool: &PgPool, player: PlayerId) -> anyhow::Result<Option<FeedSecret>> {
    let secret =
        sqlx::query_scalar!("select secret from feeds where player_id = $1", player.0).fetch_optional(pool).await?;
    Ok(secret.map(FeedSecret::stored))
}

/// Gives a player's feeds a secret in place of the one they have.
pub async fn renew(pool: &PgPool, player: PlayerId, secret: &FeedSecret, now: Timestamp) -> anyhow::Result<()> {
    sqlx::query!(
        "insert into feeds (player_id, secret, made_at) values ($1, $2, $3)
        on conflict (player_id) do update set secret = excluded.secret, made_at = excluded.made_at",
        player.0,
        secret.as_str(),
        now.to_sqlx() as _,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Takes the secret of a player's feeds away.
pub async fn delete(pool: &PgPool, player: PlayerId) -> anyhow::Result<()> {
    sqlx::query!("delete from feeds where player_id = $1", player.0).execute(pool).await?;
    Ok(())
}

/// The owner of a secret.
pub async fn owner(pool: &PgPool, secret: &FeedSecret) -> anyhow::Result<Option<FeedOwner>> {
    let row = sqlx::query!(
        r#"select p.id, p.name, p.preferences as "preferences: Json<Preferences>", f.made_at
        from feeds f join players p on p.id = f.player_id where f.secret = $1"#,
        secret.as_str(),
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| FeedOwner {
        player: Player { id: PlayerId(row.id), name: PlayerName::stored(row.name) },
        preferences: row.preferences.0,
        made_at: row.made_at.to_jiff(),
    }))
}

/// A deadline of a running game.
pub struct Deadline {
    /// Which game.
    pub game: GameId,
    /// Its variant.
    pub variant: Variant,
    /// Whom it is played with.
    pub against: String,
    /// The other player to move; `None` if it is the owner's turn.
    pub other_to_move: Option<String>,
    /// Whether the first round is not complete: then the game is cancelled at the deadline, and nobody loses.
    pub in_first_round: bool,
    /// The instant, with leave taken into account.
    pub at: Timestamp,
}

/// Every deadline of a player's running games, the nearest first.
pub async fn deadlines(pool: &PgPool, player: PlayerId) -> anyhow::Result<Vec<Deadline>> {
    // Served by game_seats_by_player.
    let rows = sqlx::query!(
        r#"select g.id, g.variant, g.deadline, g.player_to_move = $1 as "own!", m.name as to_move,
            g.events, g.countdown_after, g.turn_since, g.clocks_started,
            g.paused_from as "paused_from: Vec<jiff_sqlx::Timestamp>", g.paused_until as "paused_until: Vec<jiff_sqlx::Timestamp>",
            array(select p.name from game_seats s join players p on p.id = s.player_id
                where s.game_id = g.id order by s.seat) as "players!",
            (select min(seat) from game_seats s where s.game_id = g.id and s.player_id = $1) as "seat!"
        from games g join players m on m.id = g.player_to_move
        where g.deadline is not null
            and g.id in (select game_id from game_seats where player_id = $1 and ended_at is null)
        order by g.deadline, g.id limit $2"#,
        player.0,
        MAX_GAMES,
    )
    .fetch_all(pool)
    .await?;
    let mut deadlines = Vec::with_capacity(rows.len());
    for row in rows {
        let (variant, game) = (row.variant.parse::<Variant>()?, GameId::stored(row.id));
        let countdown = CountdownColumns {
            events: row.events,
            countdown_after: row.countdown_after,
            turn_since: row.turn_since,
            clocks_started: row.clocks_started,
            deadline: row.deadline,
            paused_from: row.paused_from,
            paused_until: row.paused_until,
        };
        // It may have ended since.
        let Some(countdown) = countdown.countdown(pool, &game).await? else { continue };
        deadlines.push(Deadline {
            game,
            variant,
            against: games::players_line(variant.seating(), Seat::new(row.seat as usize), &row.players),
            other_to_move: (!row.own).then_some(row.to_move),
            in_first_round: !countdown.clocks_started,
            at: countdown.deadline,
        });
    }
    Ok(deadlines)
}

/// A turn that waits for the reader.
pub struct WaitingTurn {
    /// Which game.
    pub game: GameId,
    /// Its variant.
    pub variant: Variant,
    /// Whom it is played with.
    pub against: String,
    /// How many turns have been made.
    pub ply: u32,
    /// The last of them; none at the start.
    pub last_turn: Option<String>,
    /// Since when it waits.
    pub since: Timestamp,
    /// Until when.
    pub deadline: Timestamp,
}

/// The turns that wait for a player, the newest first.
pub async fn waiting_turns(pool: &PgPool, player: PlayerId) -> anyhow::Result<Vec<WaitingTurn>> {
    // Served by games_by_player_to_move; the last turn of each by the key of events, read from its end.
    let rows = sqlx::query!(
        r#"select g.id, g.variant, g.ply, g.deadline, last.turn as "turn?",
            g.events, g.countdown_after, g.turn_since, g.clocks_started,
            g.paused_from as "paused_from: Vec<jiff_sqlx::Timestamp>", g.paused_until as "paused_until: Vec<jiff_sqlx::Timestamp>",
            array(select p.name from game_seats s join players p on p.id = s.player_id
                where s.game_id = g.id order by s.seat) as "players!",
            (select min(seat) from game_seats s where s.game_id = g.id and s.player_id = $1) as "seat!"
        from games g left join lateral (
            select e.at, e.body ->> 'turn' as turn from events e
            where e.game_id = g.id and e.body ->> 'type' = 'played' order by e.number desc limit 1) last on true
        where g.player_to_move = $1 order by coalesce(last.at, g.begun_at) desc, g.id limit $2"#,
        player.0,
        MAX_GAMES,
    )
    .fetch_all(pool)
    .await?;
    let mut waiting = Vec::with_capacity(rows.len());
    for row in rows {
        let (variant, game) = (row.variant.parse::<Variant>()?, GameId::stored(row.id));
        let countdown = CountdownColumns {
            events: row.events,
            countdown_after: row.countdown_after,
            turn_since: row.turn_since,
            clocks_started: row.clocks_started,
            deadline: row.deadline,
            paused_from: row.paused_from,
            paused_until: row.paused_until,
        };
        // It may have ended since.
        let Some(countdown) = countdown.countdown(pool, &game).await? else { continue };
        waiting.push(WaitingTurn {
            game,
            variant,
            against: games::players_line(variant.seating(), Seat::new(row.seat as usize), &row.players),
            ply: row.ply as u32,
            last_turn: row.turn,
            since: countdown.turn_since,
            deadline: countdown.deadline,
        });
    }
    Ok(waiting)
}
