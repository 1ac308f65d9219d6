//! What the database holds of a game, read in one instant and past the server, and what follows from it.

use domain::correspondence::comment::Comment;
use domain::correspondence::conditional::ConditionalTree;
use domain::correspondence::event::{Event, EventKind};
use domain::correspondence::game::Game;
use domain::correspondence::setup::GameSetup;
use domain::rules::ply::Ply;
use domain::rules::seat::Seat;
use jiff::Timestamp;
use server::accounts::PlayerId;
use server::outbox::{EmailKey, EmailKind};
use server::platform::database::Pool;
use sqlx::types::Json;
use sqlx::{PgConnection, Row};

use super::absences::Leave;
use super::ledger::Entry;

/// A game's log with its row and its emails.
pub struct GameLog {
    id: String,
    setup: GameSetup,
    /// By seat.
    players: Vec<i64>,
    /// Whether it began by a challenge.
    was_challenged: bool,
    row: Summary,
    /// The events that one transaction wrote, together.
    batches: Vec<Vec<Event>>,
    /// Whether the events are numbered from 1 without a gap.
    is_numbered: bool,
    pub emails: Vec<StoredEmail>,
}

/// What a row of `games` says.
#[derive(Debug, PartialEq)]
struct Summary {
    events: usize,
    ply: usize,
    fen: String,
    player_to_move: Option<i64>,
    deadline: Option<Timestamp>,
    draw_offered_by: Option<usize>,
    /// The seats that have conditional turns.
    planned: Vec<usize>,
    /// When, the result as in PGN, and the reason.
    end: Option<(Timestamp, String, String)>,
    /// When it ended as its seats have it: all the same.
    ended_at_seats: Vec<Option<Timestamp>>,
}

/// A row of the outbox.
#[derive(Clone)]
pub struct StoredEmail {
    pub key: EmailKey,
    pub is_sent: bool,
    pub is_due: bool,
    pub note: Option<String>,
}

/// A game after each of its batches.
pub struct Folded<'a> {
    log: &'a GameLog,
    stages: Vec<(Game, &'a [Event])>,
}

type GameRow = (
    Json<GameSetup>,
    Vec<i64>,
    i32,
    i32,
    String,
    Option<i64>,
    Option<jiff_sqlx::Timestamp>,
    Option<i16>,
    Vec<i16>,
    Option<jiff_sqlx::Timestamp>,
    Option<String>,
    Option<String>,
    Vec<Option<jiff_sqlx::Timestamp>>,
);

/// Every game there is.
pub async fn games(pool: &Pool) -> Vec<String> {
    sqlx::query_scalar("select id from games order by begun_at").fetch_all(pool).await.unwrap()
}

/// The games that go on, or have ended in the last minute.
pub async fn lately(pool: &Pool) -> Vec<String> {
    let lately = "select id from games where ended_at is null or ended_at > now() - interval '1 minute'";
    sqlx::query_scalar(lately).fetch_all(pool).await.unwrap()
}

/// Every challenge to somebody, with the email it owes, and those there are.
pub async fn challenges(pool: &Pool) -> Vec<(EmailKey, Vec<StoredEmail>)> {
    let challenges = sqlx::query_as("select id, opponent from challenges where opponent is not null");
    let challenges: Vec<(String, i64)> = challenges.fetch_all(pool).await.unwrap();
    let mut connection = pool.acquire().await.unwrap();
    let mut all = Vec::new();
    for (id, opponent) in challenges {
        let emails = emails(&mut connection, &id).await;
        all.push((EmailKey { about: id, kind: EmailKind::Challenged, player: PlayerId(opponent), mark: 0 }, emails));
    }
    all
}

impl GameLog {
    pub async fn read(pool: &Pool, id: &str) -> Self {
        let mut transaction = pool.begin().await.unwrap();
        sqlx::query("set transaction isolation level repeatable read").execute(&mut *transaction).await.unwrap();
        let (
            setup,
            players,
            events,
            ply,
            fen,
            player_to_move,
            deadline,
            offered,
            planned,
            ended_at,
            result,
            ending,
            at_seats,
        ): GameRow = sqlx::query_as(
            "select setup, array(select player_id from game_seats where game_id = id order by seat), events, ply, fen,
                    player_to_move, deadline, draw_offered_by, planned, ended_at, result, ending,
                    array(select distinct ended_at from game_seats where game_id = id)
                from games where id = $1",
        )
        .bind(id)
        .fetch_one(&mut *transaction)
        .await
        .unwrap();
        let end = ended_at.zip(result).zip(ending).map(|((at, result), ending)| (at.to_jiff(), result, ending));
        let deadline = deadline.map(|at| at.to_jiff());
        let (events, ply) = (events as usize, ply as usize);
        let was_challenged = sqlx::query_scalar("select exists (select from challenges where game_id = $1)");
        let was_challenged = was_challenged.bind(id).fetch_one(&mut *transaction).await.unwrap();
        let (batches, is_numbered) = batches(&mut transaction, id).await;
        let emails = emails(&mut transaction, id).await;
        let draw_offered_by = offered.map(|seat| seat as usize);
        let planned = planned.into_iter().map(|seat| seat as usize).collect();
        let ended_at_seats = at_seats.into_iter().map(|at| at.map(|at| at.to_jiff())).collect();
        let row = Summary { events, ply, fen, player_to_move, deadline, draw_offered_by, planned, end, ended_at_seats };
        Self { id: id.to_owned(), setup: setup.0, players, was_challenged, row, batches, is_numbered, emails }
    }

    /// The game, if there is a log.
    pub fn fold(&self) -> Option<Folded<'_>> {
        let mut game = Game::new(self.setup.clone()).ok()?;
        let mut stages = vec![(game.clone(), &[][..])];
        for batch in &self.batches {
            for event in batch {
                game.apply(event).ok()?;
            }
            stages.push((game.clone(), batch));
        }
        self.is_numbered.then_some(Folded { log: self, stages })
    }
}

/// A transaction writes its number into every row it makes, and none of these rows is ever changed.
async fn batches(connection: &mut PgConnection, id: &str) -> (Vec<Vec<Event>>, bool) {
    let rows = sqlx::query("select number, at, body, xmin::text from recent_events where game_id = $1 order by number")
        .bind(id)
        .fetch_all(connection)
        .await
        .unwrap();
    let is_numbered = rows.iter().zip(1..).all(|(row, number)| row.get::<i32, _>(0) == number);
    let transaction = |row: &sqlx::postgres::PgRow| row.get::<String, _>(3);
    let event = |row: &sqlx::postgres::PgRow| Event {
        at: row.get::<jiff_sqlx::Timestamp, _>(1).to_jiff(),
        what: row.get::<Json<EventKind>, _>(2).0,
    };
    let batches = rows.chunk_by(|one, next| transaction(one) == transaction(next));
    (batches.map(|batch| batch.iter().map(event).collect()).collect(), is_numbered)
}

/// The outbox about a game or a challenge.
async fn emails(connection: &mut PgConnection, about: &str) -> Vec<StoredEmail> {
    let rows = sqlx::query(
        "select kind, player_id, mark, sent_at is not null, due_at is not null, note from letters where about = $1",
    )
    .bind(about)
    .fetch_all(connection)
    .await
    .unwrap();
    let email = |row: &sqlx::postgres::PgRow| StoredEmail {
        key: EmailKey {
            about: about.to_owned(),
            kind: EmailKind::by_key(row.get(0)).unwrap(),
            player: PlayerId(row.get(1)),
            mark: row.get(2),
        },
        is_sent: row.get(3),
        is_due: row.get(4),
        note: row.get(5),
    };
    rows.iter().map(email).collect()
}

impl Folded<'_> {
    fn game(&self) -> &Game {
        self.stages.last().map(|(game, _)| game).unwrap()
    }

    pub fn is_over(&self) -> bool {
        self.game().conclusion().is_some()
    }

    /// Whether a running game has recorded exactly its players' leave.
    pub fn knows(&self, leave: &Leave) -> bool {
        let game = self.game();
        game.seating().seats().all(|seat| {
            let known = game
                .leave(seat)
                .periods()
                .filter(|period| !period.is_empty() && period.until > self.log.setup.begun_at);
            known.eq(leave.known_to(self.log.players[seat.index()], self.log.setup.begun_at))
        })
    }

    /// How often something was done.
    pub fn deeds(&self, is: fn(&EventKind) -> bool) -> usize {
        self.log.batches.iter().flatten().filter(|event| is(&event.what)).count()
    }

    /// How many turns were replies by themselves.
    pub fn replies(&self) -> usize {
        self.game().turns().iter().filter(|turn| turn.conditional).count()
    }

    /// Whether the row in `games` says what the log does.
    pub fn agrees_with_row(&self) -> bool {
        let game = self.game();
        let end = game
            .conclusion()
            .map(|end| (end.at, end.result.outcome.text(game.seating()), end.result.ending.key().to_owned()));
        let response = Summary {
            events: self.log.batches.iter().map(Vec::len).sum(),
            ply: game.ply().turns(),
            fen: game.position().fen(),
            player_to_move: game.seat_to_move().map(|seat| self.log.players[seat.index()]),
            deadline: game.deadline(),
            draw_offered_by: game.draw_offered_by().map(Seat::index),
            planned: game
                .seating()
                .seats()
                .filter(|&seat| !game.conditionals(seat).is_empty())
                .map(Seat::index)
                .collect(),
            end,
            ended_at_seats: vec![game.conclusion().map(|end| end.at)],
        };
        response == self.log.row
    }

    /// How often a requested action is in the log, with everything that belongs to it.
    pub fn count(&self, entry: &Entry) -> usize {
        self.steps().filter(|(before, batch, after)| is_done(entry, before, batch, after)).count()
    }

    /// The emails that the log owes.
    pub fn owed(&self) -> Vec<EmailKey> {
        let key = |kind, seat: usize, mark| EmailKey {
            about: self.log.id.clone(),
            kind,
            player: PlayerId(self.log.players[seat]),
            mark,
        };
        let mut owed = vec![key(EmailKind::YourTurn, 0, 0)];
        // The first to move challenges.
        owed.extend(self.log.was_challenged.then(|| key(EmailKind::ChallengeAccepted, 0, 0)));
        for (before, batch, game) in self.steps() {
            let ply = game.ply().turns() as i64;
            let has = |is: fn(&EventKind) -> bool| batch.iter().any(|event| is(&event.what));
            let played = has(|what| matches!(what, EventKind::Played { .. }));
            owed.extend(
                game.seat_to_move().filter(|_| played).map(|to_move| key(EmailKind::YourTurn, to_move.index(), ply)),
            );
            let moved = played || has(is_noted_first) || has(|what| matches!(what, EventKind::LifelineGiven { .. }));
            let clock = game.seat_to_move().zip(game.running_since()).zip(game.deadline()).filter(|_| moved);
            if let Some(((to_move, _), deadline)) = clock {
                let left = |kind| key(kind, to_move.index(), deadline.as_second());
                owed.extend([EmailKind::FifthLeft, EmailKind::DayLeft].map(left));
            }
            let offered = has(|what| matches!(what, EventKind::DrawOffered { .. }));
            owed.extend(
                game.draw_offered_by().filter(|_| offered).map(|by| key(EmailKind::DrawOffered, 1 - by.index(), ply)),
            );
            if before.conclusion().is_none() && game.conclusion().is_some() {
                // The player who acted needs no email; events by the passing of time concern everyone.
                let deed = batch.iter().find(|event| !is_noted_first(&event.what)).and_then(seat_of);
                let others = [0, 1].into_iter().filter(|&seat| Some(seat) != deed);
                owed.extend(others.map(|seat| key(EmailKind::GameOver, seat, 0)));
            }
        }
        owed
    }

    /// Of a game that the calendar has ended: whether that is dated at the deadline.
    pub fn ended_in_time(&self) -> Option<bool> {
        let by_calendar = |what: &EventKind| matches!(what, EventKind::FlagFell { .. } | EventKind::Cancelled);
        self.steps().find_map(|(before, batch, _)| {
            let end = batch.iter().find(|event| by_calendar(&event.what))?;
            Some(before.deadline() == Some(end.at))
        })
    }

    /// Each batch between the game before and after it.
    fn steps(&self) -> impl Iterator<Item = (&Game, &[Event], &Game)> {
        self.stages.windows(2).map(|two| (&two[0].0, two[1].1, &two[1].0))
    }
}

/// The seat that acted, as stored.
fn seat_of(event: &Event) -> Option<usize> {
    serde_json::to_value(&event.what).unwrap()["seat"].as_u64().map(|seat| seat as usize)
}

/// Leave and outages are no actions: a game records them before anything else is done in it.
fn is_noted_first(what: &EventKind) -> bool {
    matches!(what, EventKind::LeaveTaken { .. } | EventKind::LeaveEnded { .. } | EventKind::SiteDown { .. })
}

fn is_done(entry: &Entry, before: &Game, batch: &[Event], after: &Game) -> bool {
    let seat = Seat::new(entry.seat).unwrap();
    let has = |wanted: EventKind| batch.iter().any(|event| event.what == wanted);
    let by =
        |is: fn(&EventKind) -> bool| batch.iter().any(|event| is(&event.what) && seat_of(event) == Some(entry.seat));
    let (ply, text) = (Ply::after(entry.ply), Comment::new(&entry.mark).unwrap());
    match entry.action {
        "note" => has(EventKind::NoteWritten { seat, ply, text }),
        "move" => {
            let turn = EventKind::Played { seat, turn: entry.turn.clone(), conditional: false };
            let lines = |event: &Event| matches!(event.what, EventKind::ConditionalsSet { seat: by, .. } if by == seat);
            before.ply() == ply
                && has(turn)
                && has(EventKind::Commented { seat, ply: ply.next(), text })
                && (entry.lines.is_empty() || batch.iter().any(lines))
        }
        action => {
            has(EventKind::Commented { seat, ply, text })
                && match action {
                    "comment" => true,
                    "conditional" => {
                        ConditionalTree::read(&entry.lines, after.position(), seat).as_ref()
                            == Ok(after.conditionals(seat))
                    }
                    "offer-draw" => has(EventKind::DrawOffered { seat }),
                    "decline-draw" => has(EventKind::DrawDeclined { seat }),
                    "accept-draw" => has(EventKind::DrawAccepted { seat, conditional: false }),
                    "resign" => has(EventKind::Resigned { seat, conditional: false, pending: false }),
                    "claim-draw" => by(|what| matches!(what, EventKind::DrawClaimed { .. })),
                    "lifeline" => by(|what| matches!(what, EventKind::LifelineGiven { .. })),
                    other => panic!("nobody does {other}"),
                }
        }
    }
}
