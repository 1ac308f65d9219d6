//! What feeds read from the database, and their secrets.

use domain::rules::seat::Seat;
use domain::rules::variant::Variant;
use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::types::Json;

use super::secret::FeedSecret;
use crate::accounts::{Player, PlayerId, PlayerName};
use crate::games::{GameId, countdown_columns};
use crate::platform::database::Pool;
use crate::preferences::Preferences;
use crate::wording;

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
pub async fn secret_of(pool: &Pool, player: PlayerId) -> anyhow::Result<Option<FeedSecret>> {
    let secret =
        sqlx::query_scalar!("select secret from feeds where player_id = $1", player.0).fetch_optional(pool).await?;
    Ok(secret.map(FeedSecret::stored))
}

/// Gives a player's feeds a secret in place of the one they have.
pub async fn renew(pool: &Pool, player: PlayerId, secret: &FeedSecret, now: Timestamp) -> anyhow::Result<()> {
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
pub async fn delete(pool: &Pool, player: PlayerId) -> anyhow::Result<()> {
    sqlx::query!("delete from feeds where player_id = $1", player.0).execute(pool).await?;
    Ok(())
}

/// The owner of a secret.
pub async fn owner(pool: &Pool, secret: &FeedSecret) -> anyhow::Result<Option<FeedOwner>> {
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
pub async fn deadlines(pool: &Pool, player: PlayerId) -> anyhow::Result<Vec<Deadline>> {
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
        // It may have ended since.
        let Some(countdown) = countdown_columns!(row).countdown(pool, &game).await? else { continue };
        deadlines.push(Deadline {
            game,
            variant,
            against: wording::players_line(variant.seating(), Seat::new(row.seat as usize), &row.players),
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
    /// What the others have played since the reader's own last turn, in the order of the turns.
    pub last_turns: Vec<PlayedTurn>,
    /// Since when it waits.
    pub since: Timestamp,
    /// Until when.
    pub deadline: Timestamp,
}

/// A turn that was made.
pub struct PlayedTurn {
    /// The name of the player who made it.
    pub by: String,
    /// The turn in the game's notation.
    pub text: String,
}

/// The turns that wait for a player, those that have come last first.
pub async fn waiting_turns(pool: &Pool, player: PlayerId) -> anyhow::Result<Vec<WaitingTurn>> {
    // Served by games_by_player_to_move; the last round of each by the key of recent_events, read from its end: no running game is archived.
    let rows = sqlx::query!(
        r#"select g.id, g.variant, g.ply, g.deadline, last.seats as "turns_by?: Vec<i16>", last.turns as "turns?: Vec<String>",
            g.events, g.countdown_after, g.turn_since, g.clocks_started,
            g.paused_from as "paused_from: Vec<jiff_sqlx::Timestamp>", g.paused_until as "paused_until: Vec<jiff_sqlx::Timestamp>",
            array(select p.name from game_seats s join players p on p.id = s.player_id
                where s.game_id = g.id order by s.seat) as "players!",
            array(select seat from game_seats s where s.game_id = g.id and s.player_id = $1 order by seat) as "own_seats!"
        from games g cross join lateral (
            select max(e.at) as at, array_agg((e.body ->> 'seat')::smallint order by e.number) as seats,
                array_agg(e.body ->> 'turn' order by e.number) as turns
            from (select e.number, e.at, e.body from recent_events e
                where e.game_id = g.id and e.body ->> 'type' = 'played' order by e.number desc
                limit (select count(*) - 1 from game_seats s where s.game_id = g.id)) e) last
        where g.player_to_move = $1
        order by coalesce(case when g.countdown_after = g.events then g.turn_since end, last.at, g.begun_at) desc, g.id
        limit $2"#,
        player.0,
        MAX_GAMES,
    )
    .fetch_all(pool)
    .await?;
    let mut waiting = Vec::with_capacity(rows.len());
    for row in rows {
        let (variant, game) = (row.variant.parse::<Variant>()?, GameId::stored(row.id));
        // It may have ended since.
        let Some(countdown) = countdown_columns!(row).countdown(pool, &game).await? else { continue };
        let own_seat = row.own_seats.first().and_then(|&seat| Seat::new(seat as usize));
        let turns: Vec<_> = row.turns_by.unwrap_or_default().into_iter().zip(row.turns.unwrap_or_default()).collect();
        let own_last = turns.iter().rposition(|(by, _)| row.own_seats.contains(by)).map_or(0, |own| own + 1);
        let made = |(by, text): &(i16, String)| {
            Some(PlayedTurn { by: row.players.get(*by as usize)?.clone(), text: text.clone() })
        };
        waiting.push(WaitingTurn {
            game,
            variant,
            against: wording::players_line(variant.seating(), own_seat, &row.players),
            ply: row.ply as u32,
            last_turns: turns[own_last..].iter().filter_map(made).collect(),
            since: countdown.turn_since,
            deadline: countdown.deadline,
        });
    }
    // A row that an older server has written does not tell since when; its log does.
    waiting.sort_by_key(|turn| std::cmp::Reverse(turn.since));
    Ok(waiting)
}
