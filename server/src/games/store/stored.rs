//! A game with its players, as the database has it and pages show it.

use std::sync::Arc;

use anyhow::{Context, ensure};
use domain::correspondence::event::{Event, EventKind};
use domain::correspondence::game::{BrokenLog, Game};
use domain::correspondence::setup::GameSetup;
use domain::rules::ply::Ply;
use domain::rules::seat::{BySeat, Seat};
use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::accounts::{Player, PlayerId, PlayerName};
use crate::boards::BoardKind;
use crate::games::game_id::GameId;
use crate::games::outages;
use crate::games::render_cache::{Example, RenderCache};
use crate::games::visible::VisibleEvents;
use crate::platform::chance;
use crate::platform::database::Pool;

/// Which state of a game its row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowVersion {
    /// How many events there are.
    pub events: u32,
    /// Drawn by lot when the last of them were written. A database that was restored may have another log of this length
    /// than the one that a server remembers.
    pub revision: i64,
}

impl RowVersion {
    /// The present version of a game's row, and what is pending in the game; `None` if there is no such game.
    ///
    /// # Errors
    /// The database fails.
    pub async fn read(
        connection: &mut PgConnection,
        id: &GameId,
        now: Timestamp,
    ) -> anyhow::Result<Option<(Self, Pending)>> {
        let row = sqlx::query!(
            "select events, revision, exists (select from game_leave_words where game_id = id) as leave,
                exists (select from outages where ends_at > coalesce(turn_since, begun_at)) as outage,
                exists (select from heartbeat where beat_at < $2) as silence
            from games where id = $1",
            id.as_str(),
            outages::heartbeat_cutoff(now).to_sqlx() as _,
        )
        .fetch_optional(connection)
        .await?;
        Ok(row.map(|row| {
            let version = Self { events: row.events as u32, revision: row.revision };
            let is = |found: Option<bool>| found == Some(true);
            (version, Pending { leave: is(row.leave), outage: is(row.outage), heartbeat_missed: is(row.silence) })
        }))
    }
}

/// What a game has to note before anything else is decided in it.
#[derive(Clone, Copy, Debug)]
pub struct Pending {
    /// Leave of its players.
    pub leave: bool,
    /// Perhaps an outage of the site, if the game has not noted it yet.
    pub outage: bool,
    /// That the site was down until now, which nobody has written yet.
    pub heartbeat_missed: bool,
}

/// A game with its name and its players.
#[derive(Clone)]
pub struct StoredGame {
    /// Its name in its address.
    pub id: GameId,
    /// The game.
    pub game: Game,
    /// How many events have made it what it is.
    pub events: u32,
    /// Drawn by lot whenever something happens to it.
    pub(super) revision: i64,
    /// How often it has changed who sits there, or what they are called.
    pub seated_anew: i32,
    /// Who sits where.
    pub players: BySeat<Player>,
    /// How much of its log each may see.
    pub visible: VisibleEvents,
    /// The game after which it was offered as a rematch.
    pub rematch_of: Option<GameId>,
    /// What its pages show of it again and again.
    cache: Arc<RenderCache>,
    /// When the last event happened that a seat may know of.
    last_known: BySeat<Timestamp>,
}

impl StoredGame {
    /// A new game, not stored yet. The caller that begins it records afterwards whether it is a rematch.
    ///
    /// # Errors
    /// The position that it starts from cannot be read.
    pub(super) fn new(setup: GameSetup, players: BySeat<Player>) -> Result<Self, BrokenLog> {
        let last_known = BySeat::new(setup.variant.seating(), |_| setup.begun_at);
        Ok(Self {
            id: GameId::draw(),
            game: Game::new(setup)?,
            events: 0,
            revision: 0,
            seated_anew: 0,
            players,
            visible: VisibleEvents::default(),
            rematch_of: None,
            cache: Arc::default(),
            last_known,
        })
    }

    /// Its state, by which its row tells whether it is still in it.
    pub fn version(&self) -> RowVersion {
        RowVersion { events: self.events, revision: self.revision }
    }

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

    /// What the player to move may type.
    pub fn example(&self) -> &Example {
        self.cache.example(&self.game)
    }

    /// The turn that led to a ply as it is said: `White: knight g1 to f3, duck to e5`.
    pub fn turn_in_words(&self, ply: Ply) -> Option<&str> {
        self.cache.words(&self.game, ply)
    }

    /// The present position for the scripts of the player to move.
    ///
    /// # Errors
    /// It cannot be written as JSON.
    pub fn board_data(&self, seen_from: Seat, check_marks: bool) -> Result<Arc<str>, serde_json::Error> {
        self.cache.board(&self.game, seen_from, check_marks)
    }

    /// The board that it is played on.
    pub fn board_kind(&self) -> BoardKind {
        BoardKind::of(self.game.setup().variant)
    }

    /// When the last event happened that the holder of a seat may know of.
    pub fn last_known_at(&self, seat: Seat) -> Timestamp {
        self.last_known[seat]
    }

    /// Keeps the cached texts of an earlier state, if nothing that everybody may see has happened since.
    pub fn reuse_cache(&mut self, before: &Self) {
        if before.visible.public() == self.visible.public() {
            self.cache = Arc::clone(&before.cache);
        }
    }

    /// About how many bytes it takes, cached texts included.
    pub fn memory(&self) -> usize {
        self.game.memory() + RenderCache::memory(&self.game)
    }

    /// Lets events happen to it that were decided for it.
    pub(super) fn apply(&mut self, events: &[Event]) -> anyhow::Result<()> {
        if events.is_empty() {
            return Ok(());
        }
        self.cache = Arc::default();
        self.revision = chance::number();
        for event in events {
            self.game.apply(event).context("a decided event does not fit its game")?;
            self.visible.count(&event.what, self.game.setup());
            note_known(&mut self.last_known, event, self.game.setup());
            self.events += 1;
        }
        Ok(())
    }

    /// The player who is to move.
    pub(super) fn player_to_move(&self) -> Option<PlayerId> {
        self.game.seat_to_move().map(|seat| self.players[seat].id)
    }
}

/// Notes when something has happened for those who may know of it.
fn note_known(last_known: &mut BySeat<Timestamp>, event: &Event, setup: &GameSetup) {
    let (seating, audience) = (setup.variant.seating(), event.what.audience(setup.public));
    for seat in seating.seats().filter(|&seat| audience.includes(seat, seating)) {
        last_known[seat] = event.at;
    }
}

/// A query of games with their logs, by a condition.
macro_rules! game_rows {
    ($condition:literal, $bound:expr) => {
        sqlx::query_as!(
            GameRow,
            r#"select id, events, revision, seated_anew, setup as "setup: Json<GameSetup>", player_ids as "player_ids!", player_names as "player_names!",
            (select rematch_of from challenges where game_id = g.id) as rematch_of,
            instants as "instants: Vec<jiff_sqlx::Timestamp>", happenings as "happenings: Vec<Json<EventKind>>"
        from games g,
            lateral (select array_agg(s.player_id order by s.seat) as player_ids, array_agg(p.name order by s.seat) as player_names
                from game_seats s join players p on p.id = s.player_id where s.game_id = g.id) seats,
            lateral (select array_agg(at) as instants, array_agg(body) as happenings
                from (select at, body from events where game_id = g.id order by number) log) log
        where "# + $condition,
            $bound,
        )
    };
}

/// Loads a game.
///
/// # Errors
/// The database fails, or the log is damaged.
pub async fn load(pool: &Pool, id: &GameId) -> anyhow::Result<Option<StoredGame>> {
    load_within(&mut *pool.acquire().await?, id).await
}

/// The same, within a transaction or on a connection that is held already.
///
/// # Errors
/// The database fails, or the log is damaged.
pub async fn load_within(connection: &mut PgConnection, id: &GameId) -> anyhow::Result<Option<StoredGame>> {
    let row = game_rows!("id = $1", id.as_str()).fetch_optional(connection).await?;
    row.map(GameRow::fold).transpose()
}

/// Loads several games, in no order; of those that are not there none.
///
/// # Errors
/// The database fails, or a log is damaged.
pub async fn load_several(pool: &Pool, ids: &[String]) -> anyhow::Result<Vec<StoredGame>> {
    let rows = game_rows!("id = any($1)", ids).fetch_all(pool).await?;
    rows.into_iter().map(GameRow::fold).collect()
}

/// A game as it is stored.
struct GameRow {
    id: String,
    events: i32,
    revision: i64,
    seated_anew: i32,
    setup: Json<GameSetup>,
    player_ids: Vec<i64>,
    player_names: Vec<String>,
    rematch_of: Option<String>,
    /// The log, in two columns; none where nothing has happened yet.
    instants: Option<Vec<jiff_sqlx::Timestamp>>,
    happenings: Option<Vec<Json<EventKind>>>,
}

impl GameRow {
    fn fold(self) -> anyhow::Result<StoredGame> {
        let id = GameId::stored(self.id);
        let Json(setup) = self.setup;
        let log = self.instants.unwrap_or_default().into_iter().zip(self.happenings.unwrap_or_default());
        let events: Vec<_> = log.map(|(at, Json(what))| Event { at: at.to_jiff(), what }).collect();
        let mut players = self.player_ids.into_iter().zip(self.player_names);
        let players = BySeat::try_new(setup.variant.seating(), |_| {
            let (id, name) = players.next().context("a seat is empty")?;
            anyhow::Ok(Player { id: PlayerId(id), name: PlayerName::stored(name) })
        })?;
        let visible = VisibleEvents::of(events.iter().map(|event| &event.what), &setup);
        let mut last_known = BySeat::new(setup.variant.seating(), |_| setup.begun_at);
        events.iter().for_each(|event| note_known(&mut last_known, event, &setup));
        let game = Game::fold(setup, &events).with_context(|| format!("the log of game {id}"))?;
        ensure!(
            events.len() == self.events as usize,
            "the log of game {id} has {} events, its row {}",
            events.len(),
            self.events
        );
        let (events, rematch_of) = (events.len() as u32, self.rematch_of.map(GameId::stored));
        let (revision, seated_anew) = (self.revision, self.seated_anew);
        Ok(StoredGame {
            id,
            game,
            events,
            revision,
            seated_anew,
            players,
            visible,
            rematch_of,
            cache: Arc::default(),
            last_known,
        })
    }
}
