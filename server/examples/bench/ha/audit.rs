//! What was sent and answered, compared with what the database holds when all is over.

use domain::correspondence::event::{Event, EventKind};
use domain::correspondence::game::Game;
use domain::correspondence::setup::GameSetup;
use domain::rules::seat::Seat;
use sqlx::PgConnection;
use sqlx::types::Json;

use super::players::{Sent, mark};
use crate::machine::Database;
use crate::stock::Stocked;
use crate::visitor::Player;

/// What is not as it should be.
#[derive(Default)]
pub struct Found {
    lost: usize,
    twice: usize,
    broken_games: usize,
    games: usize,
    odd: usize,
    pub complaints: Vec<String>,
}

impl Found {
    pub fn figures(&self) -> [(&'static str, usize, &'static str); 5] {
        [
            ("lost", self.lost, "turns"),
            ("twice", self.twice, "turns"),
            ("broken_games", self.broken_games, "games"),
            ("odd", self.odd, "answers"),
            ("games", self.games, "games"),
        ]
    }
}

/// Compares all games that were begun.
pub async fn compare(database: &Database, sent: &Sent) -> anyhow::Result<Found> {
    let mut connection = database.connect().await?;
    let odd = sent.odd();
    let mut found = Found { odd: odd.len(), complaints: odd, ..Found::default() };
    for (number, sent_turns, answered) in sent.games() {
        found.games += 1;
        let game = sent.stock.game(number);
        let log = read_log(&mut connection, &game.id).await?;
        let played: Vec<_> = log.iter().filter_map(turn_of).collect();
        for turn in 0..sent_turns {
            let mark = mark(number, turn);
            let said = log.iter().filter(|event| is_message(event, &mark)).count();
            let is_made =
                played.get(turn).is_some_and(|made| game.played.next.get(turn).is_some_and(|sent| *made == sent));
            let is_lost = turn < answered && !(is_made && said > 0);
            let is_twice = said > 1;
            found.lost += usize::from(is_lost);
            found.twice += usize::from(is_twice);
            if is_lost || is_twice {
                found
                    .complaints
                    .push(format!("turn {turn} of game {}: made {is_made}, its message {said} times", game.id));
            }
        }
        let too_many = played.len().saturating_sub(sent_turns);
        found.twice += too_many;
        if too_many > 0 {
            found.complaints.push(format!("game {} has {too_many} turns that nobody sent", game.id));
        }
        if !agrees_with_row(&mut connection, &game, &log).await? {
            found.broken_games += 1;
            found.complaints.push(format!("game {} differs from its log", game.id));
        }
    }
    Ok(found)
}

async fn read_log(connection: &mut PgConnection, id: &str) -> anyhow::Result<Vec<Event>> {
    let rows: Vec<(jiff_sqlx::Timestamp, Json<EventKind>)> =
        sqlx::query_as("select at, body from events where game_id = $1 order by number")
            .bind(id)
            .fetch_all(connection)
            .await?;
    Ok(rows.into_iter().map(|(at, what)| Event { at: at.to_jiff(), what: what.0 }).collect())
}

fn turn_of(event: &Event) -> Option<&String> {
    match &event.what {
        EventKind::Played { turn, .. } => Some(turn),
        _ => None,
    }
}

fn is_message(event: &Event, mark: &str) -> bool {
    matches!(&event.what, EventKind::Commented { text, .. } if text.as_str() == mark)
}

type Row = (Json<GameSetup>, i32, i32, String, Option<i64>, Option<jiff_sqlx::Timestamp>);

/// Whether the row says what the log does.
async fn agrees_with_row(connection: &mut PgConnection, game: &Stocked<'_>, log: &[Event]) -> anyhow::Result<bool> {
    let row = sqlx::query_as("select setup, events, ply, fen, player_to_move, deadline from games where id = $1");
    let (setup, events, ply, fen, player_to_move, deadline): Row = row.bind(&game.id).fetch_one(connection).await?;
    let mut folded = Game::new(setup.0)?;
    if log.iter().any(|event| folded.apply(event).is_err()) {
        return Ok(false);
    }
    let to_move = folded.seat_to_move().and_then(|seat: Seat| game.players.get(seat.index()).copied());
    Ok(events as usize == log.len()
        && ply as usize == folded.ply().turns()
        && fen == folded.position().fen()
        && player_to_move == to_move.map(|Player(number)| number as i64)
        && deadline.map(|at| at.to_jiff()) == folded.deadline())
}
