//! Games in the database. Whatever changes a game passes through here, and nothing else writes events. One game is read
//! by `store/stored.rs`, lists of them in `lists`.

mod append;
mod countdowns;
mod kibitz;
mod stored;

use std::sync::Arc;
use std::time::Duration;

use domain::correspondence::event::{Event, EventKind};
use domain::correspondence::leave::LeavePeriod;
use domain::correspondence::refusal::Refusal;
use domain::correspondence::setup::GameSetup;
use domain::rules::seat::{BySeat, Seat};
use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;
use sqlx::types::Json;
use sqlx::{PgConnection, PgPool};

use super::consequences::{Change, Consequences};
use super::failing::FailingGames;
use super::game_id::GameId;
use super::live;
use super::pending_leave::{self, PendingLeave};
use super::visible::{Extent, VisibleEvents, VisibleExtras};
use crate::accounts::{Player, PlayerId};

use append::append;
use countdowns::WrittenCountdown;
pub(crate) use countdowns::countdown_columns;
pub use countdowns::{CountdownColumns, outdated, rewrite};
pub use kibitz::{
    Kibitz, KibitzLimits, KibitzRefusal, add_kibitz, announce_changed_extras, count_kibitzes, kibitzes, visible_extras,
};
use stored::load_to_change;
pub use stored::{StoredGame, load, load_within};

/// The write side of games on a database, with what follows from what happens in them. Clones share both.
#[derive(Clone)]
pub struct Games {
    pool: PgPool,
    consequences: Arc<dyn Consequences>,
    /// Those that the sweeper cannot decide.
    pub(super) undecidable: Arc<FailingGames>,
    /// Those whose rows cannot be written anew.
    pub(super) unwritable: Arc<FailingGames>,
}

impl Games {
    /// The games of a database.
    pub fn new(pool: PgPool, consequences: Arc<dyn Consequences>) -> Self {
        Self {
            pool,
            consequences,
            undecidable: Arc::new(FailingGames::new("decide", "a game cannot be decided")),
            unwritable: Arc::new(FailingGames::new("write-row", "the row of a game cannot be written anew")),
        }
    }

    /// Their database.
    pub fn pool(&self) -> &PgPool {
        &self.pool
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
            append(connection, &stored, &events).await?;
            let change = Change { stored: &stored, events: &events, has_ended: false };
            self.consequences.changed(connection, change).await?;
        }
        self.consequences.begun(connection, &stored).await?;
        live::announce_new(connection, &stored).await?;
        Ok(stored.id)
    }

    /// Changes a game: first its players' pending leave is recorded, then overdue events happen, then the request is
    /// decided; all events are written in one transaction with the game's row and their consequences. `now` is when the
    /// request arrived; within the [`GRACE`] period after a deadline it waits. `None` if there is no such game.
    ///
    /// # Errors
    /// The database fails, or the log is damaged; nothing has changed.
    pub async fn decide(
        &self,
        id: &GameId,
        now: Timestamp,
        ask: impl FnOnce(&StoredGame) -> Result<Vec<Event>, Refusal>,
    ) -> anyhow::Result<Option<Decided>> {
        let Some(mut locked) = LockedGame::lock(&self.pool, id, now).await? else { return Ok(None) };
        if let Some(wait) = locked.grace_left(now) {
            locked.transaction.rollback().await?;
            tokio::time::sleep(wait).await;
            let Some(again) = LockedGame::lock(&self.pool, id, now).await? else { return Ok(None) };
            locked = again;
        }
        let ticked = locked.stored.game.tick(now);
        locked.happen(ticked)?;
        let answer = match ask(&locked.stored) {
            Ok(decided) => {
                locked.happen(decided)?;
                Ok(())
            }
            Err(refusal) => Err(refusal),
        };
        Ok(Some(Decided { stored: locked.write(&*self.consequences, answer.is_ok()).await?, answer }))
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

/// What came of asking a game for something.
pub struct Decided {
    /// The game's present state.
    pub stored: StoredGame,
    /// Whether it was done, or why not.
    pub answer: Result<(), Refusal>,
}

/// How long after a deadline only requests that arrived before it are decided: such a turn may still be waiting for the
/// database. Requests that arrive within these two seconds wait for their end.
pub const GRACE: SignedDuration = SignedDuration::from_secs(2);

/// A locked game in which pending leave has been recorded.
struct LockedGame {
    transaction: sqlx::Transaction<'static, sqlx::Postgres>,
    stored: StoredGame,
    /// How much of its log each could see before.
    before: VisibleEvents,
    was_over: bool,
    heard_of_leave: bool,
    /// What has happened since, and is still to be written.
    events: Vec<Event>,
}

impl LockedGame {
    async fn lock(pool: &PgPool, id: &GameId, now: Timestamp) -> anyhow::Result<Option<Self>> {
        let mut transaction = pool.begin().await?;
        let Some(mut stored) = load_to_change(&mut transaction, id).await? else { return Ok(None) };
        let (before, was_over) = (stored.visible.clone(), stored.game.conclusion().is_some());
        let pending = pending_leave::take_for_game(&mut transaction, id).await?;
        let events = record_leave(&mut stored, &pending, now)?;
        Ok(Some(Self { transaction, stored, before, was_over, heard_of_leave: !pending.is_empty(), events }))
    }

    /// How long it is until the deadline that is past can be held against the player to move.
    fn grace_left(&self, now: Timestamp) -> Option<Duration> {
        let deadline = self.stored.game.deadline().filter(|&deadline| deadline <= now)?;
        Duration::try_from((deadline + GRACE).duration_since(now)).ok().filter(|left| !left.is_zero())
    }

    fn happen(&mut self, events: Vec<Event>) -> anyhow::Result<()> {
        self.stored.apply(&events)?;
        self.events.extend(events);
        Ok(())
    }

    /// Writes what has happened and what follows from it, and announces it.
    ///
    /// What was `granted` without an event had been done before, perhaps by a transaction that no standby has yet. A commit
    /// waits until a standby has all that it builds on, so that the answer holds whatever happens to this database.
    async fn write(mut self, consequences: &dyn Consequences, granted: bool) -> anyhow::Result<StoredGame> {
        if !self.events.is_empty() {
            append(&mut self.transaction, &self.stored, &self.events).await?;
            let has_ended = !self.was_over && self.stored.game.conclusion().is_some();
            let change = Change { stored: &self.stored, events: &self.events, has_ended };
            consequences.changed(&mut self.transaction, change).await?;
            live::announce(&mut self.transaction, &self.stored, &self.before).await?;
        }
        if granted || self.heard_of_leave || !self.events.is_empty() {
            self.transaction.commit().await?;
        }
        Ok(self.stored)
    }
}

/// How much of a game's log and extras each viewer may see, and the seats that this viewer holds in it.
///
/// # Errors
/// The database fails, or the log is damaged.
pub async fn visible(
    pool: &PgPool,
    id: &GameId,
    viewer: Option<PlayerId>,
) -> anyhow::Result<Option<(VisibleEvents, VisibleExtras, Vec<Seat>)>> {
    let mut connection = pool.acquire().await?;
    // The log is read only where the row has no counts: otherwise the response time would give its length away.
    let row = sqlx::query!(
        r#"select setup as "setup: Json<GameSetup>", events, visible,
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
    let events = Extent::new(row.events, row.visible.as_deref()).visible.unwrap_or_else(of_log);
    Ok(Some((events, visible_extras(&mut connection, id).await?, seats)))
}

/// The running games whose deadline has passed, except some, the longest overdue first, at most a hundred.
///
/// # Errors
/// The database fails.
pub async fn overdue(pool: &PgPool, now: Timestamp, leaving_out: &[String]) -> anyhow::Result<Vec<GameId>> {
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
    pool: &PgPool,
    id: &GameId,
    player: PlayerId,
    period: LeavePeriod,
    now: Timestamp,
) -> anyhow::Result<Option<Timestamp>> {
    let Some(mut stored) = load(pool, id).await? else { return Ok(None) };
    record_leave(&mut stored, &[PendingLeave::new(player, period)], now)?;
    Ok(stored.game.deadline())
}
