//! A game's countdown as stored in its row: written with the events, and read by lists and feeds. Rows written by a
//! server of an older version lack it; then the log is read.

use anyhow::Context;
use domain::correspondence::countdown::Countdown;
use domain::correspondence::game::Game;
use domain::correspondence::leave::LeavePeriod;
use jiff_sqlx::ToSqlx;

use super::load;
use crate::games::GameId;
use crate::platform::database;
use crate::platform::database::Pool;

/// The countdown columns of a game's row.
pub struct CountdownColumns {
    /// The number of the last event.
    pub events: i32,
    /// The number of the event after which they hold; the rest says nothing if it is not the last.
    pub countdown_after: Option<i32>,
    /// Since when it is the turn of the seat to move.
    pub turn_since: Option<jiff_sqlx::Timestamp>,
    /// Whether the clocks have started.
    pub clocks_started: Option<bool>,
    /// When the time runs out; nothing after the end.
    pub deadline: Option<jiff_sqlx::Timestamp>,
    /// When it pauses before that.
    pub paused_from: Option<Vec<jiff_sqlx::Timestamp>>,
    /// When it resumes, once per pause.
    pub paused_until: Option<Vec<jiff_sqlx::Timestamp>>,
}

/// The [`CountdownColumns`] of a row that a query has read them into, by their names.
macro_rules! countdown_columns {
    ($row:ident) => {
        $crate::games::CountdownColumns {
            events: $row.events,
            countdown_after: $row.countdown_after,
            turn_since: $row.turn_since,
            clocks_started: $row.clocks_started,
            deadline: $row.deadline,
            paused_from: $row.paused_from,
            paused_until: $row.paused_until,
        }
    };
}
pub(crate) use countdown_columns;

impl CountdownColumns {
    /// The countdown; `None` if the columns were written before the last event, or the game is over.
    fn read(self) -> Option<Countdown> {
        self.countdown_after.filter(|&after| after == self.events)?;
        let (from, until) = (self.paused_from.unwrap_or_default(), self.paused_until.unwrap_or_default());
        let pauses = from.into_iter().zip(until);
        Some(Countdown {
            turn_since: self.turn_since?.to_jiff(),
            clocks_started: self.clocks_started?,
            deadline: self.deadline?.to_jiff(),
            pauses: pauses.map(|(from, until)| LeavePeriod { from: from.to_jiff(), until: until.to_jiff() }).collect(),
        })
    }

    /// The countdown of a game, from its row or else from its log; `None` if the game is over.
    ///
    /// # Errors
    /// The database fails, or the log is damaged.
    pub async fn countdown(self, pool: &Pool, id: &GameId) -> anyhow::Result<Option<Countdown>> {
        if self.deadline.is_none() {
            return Ok(None);
        }
        if let Some(countdown) = self.read() {
            return Ok(Some(countdown));
        }
        let loaded = load(pool, id).await.and_then(|stored| stored.with_context(|| format!("game {id} is gone")));
        match loaded {
            Ok(stored) => Ok(stored.game.countdown()),
            // One game that cannot be read must not hide all others of its players.
            Err(error) if !database::is_away(&error) => {
                tracing::error!(%id, error = format!("{error:#}"), "the time left in a game cannot be told");
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}

/// The same columns as they are written; all empty after the end.
#[derive(Default)]
pub(super) struct WrittenCountdown {
    pub turn_since: Option<jiff_sqlx::Timestamp>,
    pub clocks_started: Option<bool>,
    pub paused_from: Option<Vec<jiff_sqlx::Timestamp>>,
    pub paused_until: Option<Vec<jiff_sqlx::Timestamp>>,
}

impl WrittenCountdown {
    /// The columns for a game's present state.
    pub fn of(game: &Game) -> Self {
        let Some(countdown) = game.countdown() else { return Self::default() };
        let pauses = countdown.pauses.iter().map(|pause| (pause.from.to_sqlx(), pause.until.to_sqlx()));
        let (from, until): (Vec<_>, Vec<_>) = pauses.unzip();
        Self {
            turn_since: Some(countdown.turn_since.to_sqlx()),
            clocks_started: Some(countdown.clocks_started),
            paused_from: Some(from).filter(|pauses| !pauses.is_empty()),
            paused_until: Some(until).filter(|pauses| !pauses.is_empty()),
        }
    }
}

/// Some running games whose rows lack a valid countdown, except those left out.
///
/// # Errors
/// The database fails.
pub async fn outdated(pool: &Pool, leaving_out: &[String]) -> anyhow::Result<Vec<GameId>> {
    // Served by games_countdown_behind.
    let ids = sqlx::query_scalar!(
        "select id from games where ended_at is null and countdown_after is distinct from events
            and id <> all($1) order by id limit 100",
        leaving_out,
    )
    .fetch_all(pool)
    .await?;
    Ok(ids.into_iter().map(GameId::stored).collect())
}

/// Recomputes the countdown in a game's row from the log, unless the game has moved on meanwhile; returns whether it
/// was written.
///
/// # Errors
/// The database fails, or the log is damaged.
pub async fn rewrite(pool: &Pool, id: &GameId) -> anyhow::Result<bool> {
    let Some(stored) = load(pool, id).await? else { return Ok(false) };
    let countdown = WrittenCountdown::of(&stored.game);
    let done = sqlx::query!(
        "update games set countdown_after = events, turn_since = $3, clocks_started = $4, paused_from = $5, paused_until = $6
        where id = $1 and events = $2",
        id.as_str(),
        stored.events as i32,
        countdown.turn_since as _,
        countdown.clocks_started,
        countdown.paused_from as _,
        countdown.paused_until as _,
    )
    .execute(pool)
    .await?;
    Ok(done.rows_affected() > 0)
}
