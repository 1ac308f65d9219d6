//! Games in the database. Whatever changes a game passes through here, and nothing else writes events. Lists of games
//! are read by `store/lines.rs`.

mod append;
mod glance;
mod kibitz;
mod lines;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use domain::event::{Event, Happening};
use domain::game::Game;
use domain::leave::Spell;
use domain::ply::Ply;
use domain::refusal::Refusal;
use domain::seat::{BySeat, Seat};
use domain::setup::Setup;
use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;
use sqlx::types::Json;
use sqlx::{PgConnection, PgPool};

use super::drawn::Drawn;
use super::game_id::GameId;
use super::leave_words::{self, Word};
use super::live;
use super::visible::{VisibleBeside, VisibleEvents};
use crate::accounts::{Player, PlayerId, PlayerName};
use crate::mail;

use append::append;
pub use glance::{AtGame, Looking, Rematch, glance};
pub use kibitz::{Kibitz, add_kibitz, beside, kibitzes, more_beside};
pub use lines::{GameLine, Reader, next_of, of_player, running_of, tagged};

/// A game with its name and its players.
pub struct StoredGame {
    /// Its name in its address.
    pub id: GameId,
    /// The game.
    pub game: Game,
    /// How many events have made it what it is.
    pub events: u32,
    /// Who sits where.
    pub players: BySeat<Player>,
    /// How much of its log each may see.
    pub visible: VisibleEvents,
    /// What its pages show of it again and again.
    drawn: Drawn,
}

impl StoredGame {
    /// The seat of a player, if they have one; of two the one that is to move, else the first.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        let to_move = self.game.seat_to_move().filter(|&seat| self.players[seat].id == player);
        to_move.or_else(|| self.players.iter().find(|(_, sitting)| sitting.id == player).map(|(seat, _)| seat))
    }

    /// Every player once, with the first of their seats.
    pub fn each_player(&self) -> impl Iterator<Item = (Seat, &Player)> {
        let seating = self.game.seating();
        self.players.iter().filter(move |&(seat, _)| seating.seats_with(seat).next() == Some(seat))
    }

    /// All the seats of a player.
    pub fn seats_of(&self, player: Option<PlayerId>) -> Vec<Seat> {
        self.players.iter().filter(|(_, sitting)| player == Some(sitting.id)).map(|(seat, _)| seat).collect()
    }

    /// The turn that led to a ply as it is said: `White: knight g1 to f3, duck to e5`.
    pub fn turn_in_words(&self, ply: Ply) -> Option<&str> {
        self.drawn.words(&self.game, ply)
    }

    /// The present position for the scripts of who is to move.
    ///
    /// # Errors
    /// It cannot be written as JSON.
    pub fn board_data(&self, seen_from: Seat, check_marks: bool) -> Result<Arc<str>, serde_json::Error> {
        self.drawn.board(&self.game, seen_from, check_marks)
    }

    /// How many bytes it takes, about, with what is drawn of it.
    pub fn memory(&self) -> usize {
        self.game.memory() + Drawn::memory(&self.game)
    }

    fn apply(&mut self, events: &[Event]) -> anyhow::Result<()> {
        self.drawn = Drawn::default();
        for event in events {
            self.game.apply(event).context("a decided event does not fit its game")?;
            self.visible.count(&event.what, self.game.setup());
            self.events += 1;
        }
        Ok(())
    }

    /// The player who is to move.
    fn player_to_move(&self) -> Option<PlayerId> {
        self.game.seat_to_move().map(|seat| self.players[seat].id)
    }
}

/// Begins a game, within the transaction of whatever begins it.
///
/// # Errors
/// The database fails.
pub async fn begin(connection: &mut PgConnection, setup: Setup, players: BySeat<Player>) -> anyhow::Result<GameId> {
    let mut stored = StoredGame {
        id: GameId::draw(),
        game: Game::new(setup),
        events: 0,
        players,
        visible: VisibleEvents::default(),
        drawn: Drawn::default(),
    };
    let setup = stored.game.setup();
    sqlx::query!(
        "insert into games (id, setup, variant, rated, begun_at, fen, player_to_move, deadline)
        values ($1, $2, $3, $4, $5, $6, $7, $8)",
        stored.id.as_str(),
        Json(setup) as _,
        setup.variant.key(),
        setup.rated,
        setup.begun_at.to_sqlx() as _,
        stored.game.position().fen(),
        stored.player_to_move().map(|player| player.0),
        stored.game.deadline().map(ToSqlx::to_sqlx) as _,
    )
    .execute(&mut *connection)
    .await?;
    let (seats, sitting): (Vec<i16>, Vec<i64>) =
        stored.players.iter().map(|(seat, player)| (seat.index() as i16, player.id.0)).unzip();
    sqlx::query!(
        "insert into game_seats (game_id, seat, player_id) select $1, * from unnest($2::smallint[], $3::bigint[])",
        stored.id.as_str(),
        &seats,
        &sitting,
    )
    .execute(&mut *connection)
    .await?;
    let begun_at = stored.game.setup().begun_at;
    let on_leave = leave_words::of_players(connection, &sitting, begun_at).await?;
    let events = learn(&mut stored, &on_leave, begun_at)?;
    if !events.is_empty() {
        append(connection, &stored, &events, false).await?;
    }
    mail::outbox::game_begun(connection, &stored).await?;
    live::announce_new(connection, &stored).await?;
    Ok(stored.id)
}

/// Tells a game of leave, and says what happened by it. What ends leave that the game knows comes first, so that it makes
/// room for what was taken in its place.
fn learn(stored: &mut StoredGame, words: &[Word], now: Timestamp) -> anyhow::Result<Vec<Event>> {
    let (known, new): (Vec<_>, Vec<_>) = words.iter().partition(|word| word.is_known(stored));
    let mut learnt = Vec::new();
    for word in known.into_iter().chain(new) {
        for step in [Word::ending, Word::taking] {
            let events = step(word, stored, now);
            stored.apply(&events)?;
            learnt.extend(events);
        }
    }
    Ok(learnt)
}

/// A game as it stands.
///
/// # Errors
/// The database fails, or the log is damaged.
pub async fn load(pool: &PgPool, id: &GameId) -> anyhow::Result<Option<StoredGame>> {
    load_within(&mut *pool.acquire().await?, id).await
}

/// The same, within a transaction or on a connection that is held already.
///
/// # Errors
/// The database fails, or the log is damaged.
pub async fn load_within(connection: &mut PgConnection, id: &GameId) -> anyhow::Result<Option<StoredGame>> {
    let row = sqlx::query_as!(
        GameRow,
        r#"select setup as "setup: Json<Setup>", player_ids as "player_ids!", player_names as "player_names!",
            instants as "instants: Vec<jiff_sqlx::Timestamp>", happenings as "happenings: Vec<Json<Happening>>"
        from games g,
            lateral (select array_agg(s.player_id order by s.seat) as player_ids, array_agg(p.name order by s.seat) as player_names
                from game_seats s join players p on p.id = s.player_id where s.game_id = g.id) seats,
            lateral (select array_agg(at) as instants, array_agg(body) as happenings
                from (select at, body from events where game_id = g.id order by number) log) log
        where id = $1"#,
        id.as_str(),
    )
    .fetch_optional(connection)
    .await?;
    row.map(|row| row.fold(id)).transpose()
}

/// The same, and nobody else changes the game until the transaction ends. The events are read when the row is locked:
/// one statement would see them as they stood before it had waited for the lock.
async fn load_to_change(connection: &mut PgConnection, id: &GameId) -> anyhow::Result<Option<StoredGame>> {
    let row = sqlx::query!(
        r#"select setup as "setup: Json<Setup>",
            array(select player_id from game_seats where game_id = id order by seat) as "player_ids!",
            array(select p.name from game_seats s join players p on p.id = s.player_id
                where s.game_id = g.id order by seat) as "player_names!"
        from games g where id = $1 for no key update of g"#,
        id.as_str(),
    )
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let log = sqlx::query!(
        r#"select array_agg(at) as "instants: Vec<jiff_sqlx::Timestamp>",
            array_agg(body) as "happenings: Vec<Json<Happening>>"
        from (select at, body from events where game_id = $1 order by number) log"#,
        id.as_str(),
    )
    .fetch_one(connection)
    .await?;
    let (setup, player_ids, player_names) = (row.setup, row.player_ids, row.player_names);
    let row = GameRow { setup, player_ids, player_names, instants: log.instants, happenings: log.happenings };
    row.fold(id).map(Some)
}

/// A game as it is stored.
struct GameRow {
    setup: Json<Setup>,
    player_ids: Vec<i64>,
    player_names: Vec<String>,
    /// The log, in two columns; none where nothing has happened yet.
    instants: Option<Vec<jiff_sqlx::Timestamp>>,
    happenings: Option<Vec<Json<Happening>>>,
}

impl GameRow {
    fn fold(self, id: &GameId) -> anyhow::Result<StoredGame> {
        let Json(setup) = self.setup;
        let log = self.instants.unwrap_or_default().into_iter().zip(self.happenings.unwrap_or_default());
        let events: Vec<_> = log.map(|(at, Json(what))| Event { at: at.to_jiff(), what }).collect();
        let mut players = self.player_ids.into_iter().zip(self.player_names);
        let players = BySeat::try_new(setup.variant.seating(), |_| {
            let (id, name) = players.next().context("a seat is empty")?;
            anyhow::Ok(Player { id: PlayerId(id), name: PlayerName::stored(name) })
        })?;
        let visible = VisibleEvents::of(events.iter().map(|event| &event.what), &setup);
        let game = Game::fold(setup, &events).with_context(|| format!("the log of game {id}"))?;
        Ok(StoredGame { id: id.clone(), game, events: events.len() as u32, players, visible, drawn: Drawn::default() })
    }
}

/// What came of asking a game for something.
pub struct Decided {
    /// The game as it stands now.
    pub stored: StoredGame,
    /// Whether it was done, or why not.
    pub answer: Result<(), Refusal>,
}

/// How long after a deadline nothing is decided but what arrived before it: a turn that did may still be on its way
/// through the database. Whatever arrives in these two seconds waits for their end.
pub const GRACE: SignedDuration = SignedDuration::from_secs(2);

/// Changes a game: it first learns of its players' leave, then what the calendar has done until now happens, then what is
/// asked for is decided, and all events are written with the game's row in one transaction. `now` is when the request
/// arrived; within the [`GRACE`] after a deadline it waits. `None`: there is no such game.
///
/// # Errors
/// The database fails, or the log is damaged; nothing has changed.
pub async fn decide(
    pool: &PgPool,
    id: &GameId,
    now: Timestamp,
    ask: impl FnOnce(&StoredGame) -> Result<Vec<Event>, Refusal>,
) -> anyhow::Result<Option<Decided>> {
    let Some(mut taken) = Taken::take(pool, id, now).await? else { return Ok(None) };
    if let Some(wait) = taken.grace_left(now) {
        taken.transaction.rollback().await?;
        tokio::time::sleep(wait).await;
        let Some(again) = Taken::take(pool, id, now).await? else { return Ok(None) };
        taken = again;
    }
    let ticked = taken.stored.game.tick(now);
    taken.happen(ticked)?;
    let answer = match ask(&taken.stored) {
        Ok(decided) => {
            taken.happen(decided)?;
            Ok(())
        }
        Err(refusal) => Err(refusal),
    };
    Ok(Some(Decided { stored: taken.write().await?, answer }))
}

/// A game under lock, which has heard of its players' leave.
struct Taken {
    transaction: sqlx::Transaction<'static, sqlx::Postgres>,
    stored: StoredGame,
    /// How much of its log each could see before.
    before: VisibleEvents,
    was_over: bool,
    heard_of_leave: bool,
    /// What has happened since, and is still to be written.
    events: Vec<Event>,
}

impl Taken {
    async fn take(pool: &PgPool, id: &GameId, now: Timestamp) -> anyhow::Result<Option<Self>> {
        let mut transaction = pool.begin().await?;
        let Some(mut stored) = load_to_change(&mut transaction, id).await? else { return Ok(None) };
        let (before, was_over) = (stored.visible.clone(), stored.game.conclusion().is_some());
        let words = leave_words::take(&mut transaction, id).await?;
        let events = learn(&mut stored, &words, now)?;
        Ok(Some(Self { transaction, stored, before, was_over, heard_of_leave: !words.is_empty(), events }))
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

    /// Writes what has happened, and tells of it.
    async fn write(mut self) -> anyhow::Result<StoredGame> {
        if !self.events.is_empty() {
            append(&mut self.transaction, &self.stored, &self.events, self.was_over).await?;
            live::announce(&mut self.transaction, &self.stored, &self.before).await?;
        }
        if self.heard_of_leave || !self.events.is_empty() {
            self.transaction.commit().await?;
        }
        Ok(self.stored)
    }
}

/// How much of a game's log each may see and what stands beside it, and the seats a viewer holds in it.
///
/// # Errors
/// The database fails, or the log is damaged.
pub async fn visible(
    pool: &PgPool,
    id: &GameId,
    viewer: Option<PlayerId>,
) -> anyhow::Result<Option<(VisibleEvents, VisibleBeside, Vec<Seat>)>> {
    let mut connection = pool.acquire().await?;
    let row = sqlx::query!(
        r#"select setup as "setup: Json<Setup>", array(select seat from game_seats where game_id = id and player_id = $2) as "seats!",
            array(select body from events where game_id = id) as "bodies!: Vec<Json<Happening>>"
        from games where id = $1"#,
        id.as_str(),
        viewer.map(|viewer| viewer.0),
    )
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let seats = row.seats.into_iter().filter_map(|seat| Seat::new(seat as usize)).collect();
    let events = VisibleEvents::of(row.bodies.iter().map(|body| &body.0), &row.setup.0);
    Ok(Some((events, beside(&mut connection, id).await?, seats)))
}

/// The running games whose deadline is past, but for some, the longest overdue first, a hundred at a time.
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
    spell: Spell,
    now: Timestamp,
) -> anyhow::Result<Option<Timestamp>> {
    let Some(mut stored) = load(pool, id).await? else { return Ok(None) };
    learn(&mut stored, &[Word::new(player, spell)], now)?;
    Ok(stored.game.deadline())
}
