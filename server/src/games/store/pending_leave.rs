//! Leave that a player has taken and that their games have yet to record: each game records it before anything else is
//! decided in it.

use domain::correspondence::event::Event;
use domain::correspondence::leave::LeavePeriod;
use domain::rules::seat::Seat;
use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::StoredGame;
use crate::accounts::PlayerId;
use crate::games::game_id::GameId;
use crate::platform::database::Pool;

/// Notes for every running game of a player that their leave from `period.from` now ends at `period.until`, within
/// the transaction in which they take or end it.
///
/// # Errors
/// The database fails.
pub async fn add_pending_leave(
    connection: &mut PgConnection,
    player: PlayerId,
    period: LeavePeriod,
) -> anyhow::Result<()> {
    sqlx::query!(
        "insert into game_leave_words (game_id, player_id, begins_at, ends_at)
        select distinct game_id, player_id, $2::timestamptz, $3::timestamptz from game_seats
        where player_id = $1 and ended_at is null
        on conflict (game_id, player_id, begins_at) do update set ends_at = excluded.ends_at",
        player.0,
        period.from.to_sqlx() as _,
        period.until.to_sqlx() as _,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Leave of a player that a game is to take.
pub struct PendingLeave {
    player: PlayerId,
    period: LeavePeriod,
}

impl PendingLeave {
    /// A player's leave from `period.from` now ends at `period.until`.
    pub fn new(player: PlayerId, period: LeavePeriod) -> Self {
        Self { player, period }
    }

    fn stored(player: i64, from: jiff_sqlx::Timestamp, until: jiff_sqlx::Timestamp) -> Self {
        Self::new(PlayerId(player), LeavePeriod { from: from.to_jiff(), until: until.to_jiff() })
    }

    fn seats<'a>(&'a self, stored: &'a StoredGame) -> impl Iterator<Item = Seat> + 'a {
        stored.players.iter().filter(|(_, sitting)| sitting.id == self.player).map(|(seat, _)| seat)
    }

    fn known_at(&self, stored: &StoredGame, seat: Seat) -> Option<LeavePeriod> {
        stored.game.leave(seat).periods().find(|known| known.from == self.period.from)
    }

    /// Whether the game knows of leave that begins then.
    pub fn is_known(&self, stored: &StoredGame) -> bool {
        self.seats(stored).any(|seat| self.known_at(stored, seat).is_some())
    }

    /// The events that end leave the game has recorded: the part beyond the new end, or all of it if it becomes longer,
    /// because then it was called off and taken again.
    pub fn ending(&self, stored: &StoredGame, now: Timestamp) -> Vec<Event> {
        let ended = |seat| {
            let known = self.known_at(stored, seat)?;
            let is_longer = self.period.until > known.until;
            let until = if is_longer { self.period.from } else { self.period.until };
            Some(stored.game.end_leave(seat, LeavePeriod { until, ..self.period }, now))
        };
        self.seats(stored).filter_map(ended).flatten().collect()
    }

    /// What leave begins that the game does not know; nothing if it is over.
    pub fn taking(&self, stored: &StoredGame, now: Timestamp) -> Vec<Event> {
        let unknown = self.seats(stored).filter(|&seat| self.known_at(stored, seat).is_none());
        unknown.flat_map(|seat| stored.game.take_leave(seat, self.period, now)).collect()
    }
}

/// Takes a game's pending leave out of the table, for this transaction to record.
pub async fn take_for_game(connection: &mut PgConnection, id: &GameId) -> anyhow::Result<Vec<PendingLeave>> {
    let rows = sqlx::query!(
        "delete from game_leave_words where game_id = $1 returning player_id, begins_at, ends_at",
        id.as_str(),
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| PendingLeave::stored(row.player_id, row.begins_at, row.ends_at)).collect())
}

/// The present and future leave of a new game's players. A concurrent change of leave waits for the transaction that
/// begins the game, because that one references the players, and then finds the game.
pub async fn of_players(
    connection: &mut PgConnection,
    players: &[i64],
    now: Timestamp,
) -> anyhow::Result<Vec<PendingLeave>> {
    let rows = sqlx::query!(
        "select player_id, begins_at, ends_at from leaves
        where player_id = any($1) and ends_at > $2 and ends_at > begins_at order by begins_at",
        players,
        now.to_sqlx() as _,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| PendingLeave::stored(row.player_id, row.begins_at, row.ends_at)).collect())
}

/// Some games for which leave is pending, of one player or of anyone.
///
/// # Errors
/// The database fails.
pub async fn games_with_pending_leave(pool: &Pool, player: Option<PlayerId>) -> anyhow::Result<Vec<GameId>> {
    let ids = sqlx::query_scalar!(
        "select distinct game_id from game_leave_words where $1::bigint is null or player_id = $1 limit 1000",
        player.map(|player| player.0),
    )
    .fetch_all(pool)
    .await?;
    Ok(ids.into_iter().map(GameId::stored).collect())
}
