//! Games in the database. Whatever changes a game passes through here, and nothing else writes events. One game is read
//! by `store/stored.rs`, lists of them in `lists`.

mod consequences;
mod countdowns;
mod decide;
mod kibitz;
pub mod live;
pub mod pending_leave;
mod remembered;
mod seats;
mod stored;
mod words;
mod write;

use std::sync::Arc;

use anyhow::ensure;
use domain::correspondence::event::{Event, EventKind};
use domain::correspondence::leave::LeavePeriod;
use domain::correspondence::setup::GameSetup;
use domain::rules::seat::{BySeat, Seat};
use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;
use sqlx::types::Json;

use super::failing::FailingGames;
use super::game_id::GameId;
use super::visible::{Extent, VisibleEvents, VisibleExtras};
use crate::accounts::{Player, PlayerId};
use crate::platform::database::Pool;

pub use consequences::{Change, Consequences};
use countdowns::WrittenCountdown;
pub(crate) use countdowns::countdown_columns;
pub use countdowns::{CountdownColumns, outdated, rewrite};
pub use decide::{Decided, GRACE};
pub use kibitz::{
    Kibitz, KibitzLimits, KibitzRefusal, add_kibitz, announce_changed_extras, count_kibitzes, kibitzes, lock_game,
    visible_extras,
};
use pending_leave::PendingLeave;
pub use pending_leave::add_pending_leave;
pub use remembered::RememberedGames;
pub use seats::{hand_over, note_new_name};
pub use stored::{Pending, RowVersion, StoredGame, load, load_several, load_within};
pub use words::{delete_kibitz, delete_words, games_of};
use write::Progress;

/// The write side of games on a database, with what follows from what happens in them. Clones share both.
#[derive(Clone)]
pub struct Games {
    pool: Pool,
    consequences: Arc<dyn Consequences>,
    remembered: RememberedGames,
    /// Those that the sweeper cannot decide.
    pub(super) undecidable: Arc<FailingGames>,
    /// Those whose rows cannot be rewritten.
    pub(super) unwritable: Arc<FailingGames>,
}

impl Games {
    /// The games of a database.
    pub fn new(pool: Pool, consequences: Arc<dyn Consequences>) -> Self {
        Self {
            pool,
            consequences,
            remembered: RememberedGames::default(),
            undecidable: Arc::new(FailingGames::new("decide", "a game cannot be decided")),
            unwritable: Arc::new(FailingGames::new("write-row", "the row of a game cannot be written anew")),
        }
    }

    /// Their database.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Those that this server has in memory.
    pub fn remembered(&self) -> &RememberedGames {
        &self.remembered
    }

    /// Begins a game, within the transaction of whatever begins it.
    ///
    /// # Errors
    /// The database fails.
    pub async fn begin(
        &self,
        connection: &mut PgConnection,
        setup: GameSetup,
        players: BySeat<Player>,
    ) -> anyhow::Result<GameId> {
        let (stored, events) = insert(connection, setup, players).await?;
        if !events.is_empty() {
            let since = RowVersion { events: 0, revision: 0 };
            let emails = self.consequences.emails(&Change { stored: &stored, events: &events, has_ended: false });
            let progress = Progress { since, stored: &stored, events: &events, emails: &emails, announcements: &[] };
            ensure!(progress.write(connection).await?, "a new game has been changed already");
        }
        self.consequences.begun(connection, &stored).await?;
        live::announce_new(connection, &stored).await?;
        Ok(stored.id)
    }
}

/// Writes a new game with its players, and what its log begins with: the leave that they are on.
async fn insert(
    connection: &mut PgConnection,
    setup: GameSetup,
    players: BySeat<Player>,
) -> anyhow::Result<(StoredGame, Vec<Event>)> {
    let mut stored = StoredGame::new(setup, players)?;
    let setup = stored.game.setup();
    let countdown = WrittenCountdown::of(&stored.game);
    let (seats, sitting): (Vec<i16>, Vec<i64>) =
        stored.players.iter().map(|(seat, player)| (seat.index() as i16, player.id.0)).unzip();
    sqlx::query!(
        "insert into games (id, setup, variant, rated, begun_at, fen, player_to_move, deadline,
            countdown_after, turn_since, clocks_started, seated_players)
        values ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9, $10, $11)",
        stored.id.as_str(),
        Json(setup) as _,
        setup.variant.key(),
        setup.rated,
        setup.begun_at.to_sqlx() as _,
        stored.game.position().fen(),
        stored.player_to_move().map(|player| player.0),
        stored.game.deadline().map(ToSqlx::to_sqlx) as _,
        countdown.turn_since as _,
        countdown.clocks_started,
        &sitting,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "insert into game_seats (game_id, seat, player_id) select $1, * from unnest($2::smallint[], $3::bigint[])",
        stored.id.as_str(),
        &seats,
        &sitting,
    )
    .execute(&mut *connection)
    .await?;
    let begun_at = stored.game.setup().begun_at;
    let on_leave = pending_leave::of_players(connection, &sitting, begun_at).await?;
    let events = record_leave(&mut stored, &on_leave, begun_at)?;
    Ok((stored, events))
}

/// Records pending leave in a game, and returns the events. Ends of known leave come first, to make room for what
/// replaces it.
fn record_leave(stored: &mut StoredGame, pending: &[PendingLeave], now: Timestamp) -> anyhow::Result<Vec<Event>> {
    let (known, new): (Vec<_>, Vec<_>) = pending.iter().partition(|word| word.is_known(stored));
    let mut learnt = Vec::new();
    for word in known.into_iter().chain(new) {
        for step in [PendingLeave::ending, PendingLeave::taking] {
            let events = step(word, stored, now);
            stored.apply(&events)?;
            learnt.extend(events);
        }
    }
    Ok(learnt)
}

/// How much of a game's log and extras each viewer may see, and the seats that this viewer holds in it.
///
/// # Errors
/// The database fails, or the log is damaged.
pub async fn visible(
    pool: &Pool,
    id: &GameId,
    viewer: Option<PlayerId>,
) -> anyhow::Result<Option<(VisibleEvents, VisibleExtras, Vec<Seat>)>> {
    let mut connection = pool.acquire().await?;
    // The log is read only where the row has no counts: otherwise the response time would give its length away.
    let row = sqlx::query!(
        r#"select setup as "setup: Json<GameSetup>", events, visible, seated_anew,
            array(select seat from game_seats where game_id = id and player_id = $2) as "seats!",
            case when visible[1] = events then null
                else array(select body from events where game_id = id) end as "bodies: Vec<Json<EventKind>>"
        from games where id = $1"#,
        id.as_str(),
        viewer.map(|viewer| viewer.0),
    )
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let seats = row.seats.into_iter().filter_map(|seat| Seat::new(seat as usize)).collect();
    let of_log = || VisibleEvents::of(row.bodies.iter().flatten().map(|body| &body.0), &row.setup.0);
    let events = Extent::new(row.events, row.visible.as_deref(), row.seated_anew).visible.unwrap_or_else(of_log);
    Ok(Some((events, visible_extras(&mut connection, id).await?, seats)))
}

/// How many events of some games anybody may see. Those that are not there are left out.
///
/// # Errors
/// The database fails, or a log is damaged.
pub async fn public_events(pool: &Pool, ids: &[GameId]) -> anyhow::Result<Vec<(GameId, u32)>> {
    let ids: Vec<_> = ids.iter().map(|id| id.as_str().to_owned()).collect();
    let rows = sqlx::query!(
        r#"select id, setup as "setup: Json<GameSetup>", events, visible, seated_anew,
            case when visible[1] = events then null
                else array(select body from events where game_id = id) end as "bodies: Vec<Json<EventKind>>"
        from games where id = any($1)"#,
        &ids,
    )
    .fetch_all(pool)
    .await?;
    let public = rows.into_iter().map(|row| {
        let of_log = || VisibleEvents::of(row.bodies.iter().flatten().map(|body| &body.0), &row.setup.0);
        let events = Extent::new(row.events, row.visible.as_deref(), row.seated_anew).visible.unwrap_or_else(of_log);
        (GameId::stored(row.id), events.public())
    });
    Ok(public.collect())
}

/// The running games whose deadline has passed, except some, the longest overdue first, at most a hundred.
///
/// # Errors
/// The database fails.
pub async fn overdue(pool: &Pool, now: Timestamp, leaving_out: &[String]) -> anyhow::Result<Vec<GameId>> {
    // Served by games_by_deadline.
    let ids = sqlx::query_scalar!(
        "select id from games where deadline <= $1 and id <> all($2) order by deadline limit 100",
        now.to_sqlx() as _,
        leaving_out,
    )
    .fetch_all(pool)
    .await?;
    Ok(ids.into_iter().map(GameId::stored).collect())
}

/// When the clock of a game would run out if a player took some leave; `None` if there is no such game, or it is over.
///
/// # Errors
/// The database fails, or the log is damaged.
pub async fn deadline_with_leave(
    pool: &Pool,
    id: &GameId,
    player: PlayerId,
    period: LeavePeriod,
    now: Timestamp,
) -> anyhow::Result<Option<Timestamp>> {
    let Some(mut stored) = load(pool, id).await? else { return Ok(None) };
    record_leave(&mut stored, &[PendingLeave::new(player, period)], now)?;
    Ok(stored.game.deadline())
}
