//! A scripted player who performs one action after another, whatever happens to the servers: without a response they
//! retry, on either server, as people do.

use std::time::Duration;

use domain::rules::position::Position;
use domain::rules::turn::Turn;
use domain::rules::variant::Variant;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::ledger::{Entry, Ledger, Response};
use super::site::pause;
use crate::story::{Answer, Browser, encoded};

/// Longer than a server takes for any request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(40);
/// How long a player thinks at most, in milliseconds.
const THINKING: u64 = 300;
/// How long a player is away now and then: an email about a turn is sent after five seconds.
const AWAY: Duration = Duration::from_secs(7);

/// A player with a window on each server.
#[derive(Clone)]
pub struct Person {
    pub name: String,
    pub windows: [Browser; 2],
}

/// A player at one game.
pub struct ScriptedPlayer {
    person: Person,
    /// The game's id.
    game: String,
    /// 0 for White.
    seat: usize,
    ledger: Ledger,
    chance: StdRng,
    /// Whether they move a knight back and forth, forever.
    shuffles: bool,
    /// From which ply on they resign.
    resigns_at: usize,
}

/// What a player sees on the game's page.
struct View {
    is_over: bool,
    ply: usize,
    position: Position,
    /// The actions that are offered.
    offered: Vec<String>,
}

impl Person {
    /// Retries until there is a response; `None` if it has to stop before.
    pub async fn insists(
        &self,
        path: &str,
        form: &[(&str, &str)],
        chance: &mut StdRng,
        rest: &CancellationToken,
    ) -> Option<Answer> {
        while !rest.is_cancelled() {
            let answer = self.tries(path, Some(form), chance).await;
            if answer.is_some() {
                return answer;
            }
        }
        None
    }

    /// One attempt at one of the servers: its response, unless there is none or it is temporarily unavailable.
    async fn tries(&self, path: &str, form: Option<&[(&str, &str)]>, chance: &mut StdRng) -> Option<Answer> {
        let window = &self.windows[chance.random_range(0..2)];
        let answer = match form {
            Some(fields) => timeout(REQUEST_TIMEOUT, window.try_send(window.form_request(path, encoded(fields)))).await,
            None => timeout(REQUEST_TIMEOUT, window.try_get(path)).await,
        };
        let answer = answer.ok().and_then(Result::ok).filter(|answer| answer.status != 503);
        if answer.is_none() {
            pause(chance, 150).await;
        }
        answer
    }
}

impl ScriptedPlayer {
    pub fn new(person: &Person, game: &str, seat: usize, ledger: &Ledger, chance: &mut StdRng) -> Self {
        let chance = StdRng::seed_from_u64(chance.random());
        let (person, game, ledger) = (person.clone(), game.to_owned(), ledger.clone());
        Self { person, game, seat, ledger, chance, shuffles: false, resigns_at: usize::MAX }
    }

    /// The same player, who moves a knight back and forth forever if `shuffles`.
    pub fn who_shuffles(self, shuffles: bool) -> Self {
        Self { shuffles, ..self }
    }

    /// The same player, who resigns after so many turns of theirs.
    pub fn who_resigns_after(self, turns: usize) -> Self {
        Self { resigns_at: 2 * turns, ..self }
    }

    /// Plays to the end of the game, or until it is time to stop. An action under way is retried until there is a
    /// response.
    pub async fn plays(mut self, rest: CancellationToken) {
        while !rest.is_cancelled() {
            let path = format!("/games/{}", self.game);
            let Some(page) = self.person.tries(&path, None, &mut self.chance).await else { continue };
            let view = View::read(&page);
            if view.is_over {
                return;
            }
            if let Some(entry) = self.chooses(&view) {
                self.sends(entry).await;
            }
            if self.chance.random_bool(0.04) {
                rest.run_until_cancelled(tokio::time::sleep(AWAY)).await;
            }
            pause(&mut self.chance, THINKING).await;
        }
    }

    async fn sends(&mut self, entry: Entry) {
        let (line, entry) = self.ledger.open(entry);
        let path = format!("/games/{}/actions", self.game);
        let fields = entry.fields();
        let fields: Vec<_> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        loop {
            self.ledger.tried(line);
            let Some(answer) = self.person.tries(&path, Some(&fields), &mut self.chance).await else { continue };
            let response = match answer.status {
                409 | 422 => Response::Refused,
                _ => {
                    assert_eq!(answer.leads_to(), format!("/games/{}", self.game), "{entry:?}");
                    Response::Done
                }
            };
            return self.ledger.response(line, response);
        }
    }

    /// What to do next, if anything.
    fn chooses(&mut self, view: &View) -> Option<Entry> {
        let can = |action: &str| view.offered.iter().any(|offered| offered == action);
        let entry = Entry { game: self.game.clone(), seat: self.seat, ply: view.ply, ..Entry::default() };
        let with = |action| Some(Entry { action, ..entry.clone() });
        if can("accept-draw") && self.chance.random_bool(0.5) {
            return with(if self.chance.random_bool(0.1) { "accept-draw" } else { "decline-draw" });
        }
        if can("claim-draw") && self.chance.random_bool(0.5) {
            return with("claim-draw");
        }
        if view.ply >= self.resigns_at && can("resign") {
            return with("resign");
        }
        match self.chance.random_range(0..100) {
            0..10 => with("comment"),
            10..15 => with("note"),
            15..20 if can("offer-draw") => with("offer-draw"),
            20 if view.ply > 20 => with("resign"),
            _ if can("move") => Some(self.moves(view, entry)),
            21..60 if can("conditional") && !self.shuffles => {
                Some(Entry { action: "conditional", lines: self.lines(&view.position), ..entry })
            }
            60..70 if can("lifeline") => with("lifeline"),
            _ => None,
        }
    }

    fn moves(&mut self, view: &View, entry: Entry) -> Entry {
        let shuffled = view.position.read_turn(&back_and_forth(view.ply)).ok().filter(|_| self.shuffles);
        let turn = match shuffled {
            Some(turn) => turn,
            None if self.chance.random_bool(0.6) => habit(&view.position),
            None => self.any_turn(&view.position),
        };
        let after = view.position.play(turn);
        let has_lines = after.result().is_none() && !self.shuffles && self.chance.random_bool(0.3);
        Entry {
            action: "move",
            turn: view.position.write_turn(turn),
            offer_draw: self.chance.random_bool(0.1),
            lines: if has_lines { self.lines(&after) } else { String::new() },
            ..entry
        }
    }

    /// Conditional turns for the other side's usual turn, and for the usual turn after that.
    fn lines(&mut self, position: &Position) -> String {
        let (mut position, mut words) = (position.clone(), Vec::new());
        while position.result().is_none() && words.len() < 4 {
            let theirs = habit(&position);
            let there = position.play(theirs);
            if there.result().is_some() {
                break;
            }
            let reply = self.any_turn(&there);
            let theirs = position.write_coordinates(theirs);
            let (piece_move, _duck) = theirs.split_once('@').unwrap_or((&theirs, ""));
            let theirs = if self.chance.random_bool(0.4) { format!("{piece_move}@*") } else { theirs };
            words.extend([theirs, there.write_coordinates(reply)]);
            position = there.play(reply);
        }
        words.join(" ")
    }

    fn any_turn(&mut self, position: &Position) -> Turn {
        let turns = turns(position);
        turns[self.chance.random_range(0..turns.len())]
    }
}

impl View {
    fn read(answer: &Answer) -> Self {
        let page = answer.shown();
        let mut position = Position::start(Variant::Duck);
        let turns = page.texts(".turns .turn");
        for turn in &turns {
            // It may be followed by a mark of conditional turns.
            let text = turn.split(' ').next().unwrap();
            position = position.play(position.read_turn(text).unwrap());
        }
        let mut offered = page.attributes("#action option", "value");
        offered.extend(page.attributes("#offer [name=action]", "value"));
        offered.extend(page.has(".conditionals-link, .planned").then(|| "conditional".to_owned()));
        Self { is_over: page.has(".game-finished"), ply: turns.len(), position, offered }
    }
}

/// The usual turn in a position, so that the other can prepare for it: a king capture, or else always the same turn.
fn habit(position: &Position) -> Turn {
    let turns = turns(position);
    let captures_king = |turn: &&Turn| matches!(turn, Turn::Duck(turn) if turn.piece_move().captures_king());
    let favourite = position.key() as usize % turns.len();
    *turns.iter().find(captures_king).unwrap_or(&turns[favourite])
}

/// A turn that is legal where all turns before it were of this kind too: after every four the position is the same.
fn back_and_forth(ply: usize) -> String {
    ["Nf3@a4", "Nf6@a5", "Ng1@a4", "Ng8@a5"][ply % 4].to_owned()
}

fn turns(position: &Position) -> Vec<Turn> {
    let mut turns = Vec::new();
    position.for_each_turn(|turn| turns.push(turn));
    turns
}
