//! What players have sent, and the responses: the site has to have kept its word on every entry.

use std::fmt;
use std::sync::{Arc, Mutex};

use jiff::Timestamp;
use server::platform::now::Now;

/// An action that a player requested, perhaps several times.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// The game's id.
    pub game: String,
    /// 0 for White.
    pub seat: usize,
    pub ply: usize,
    pub action: &'static str,
    /// In short notation.
    pub turn: String,
    pub lines: String,
    pub offer_draw: bool,
    /// The message that goes with it, like no other.
    pub mark: String,
    /// How often it was sent.
    pub tries: usize,
    pub response: Option<Response>,
    /// When it was sent first, and answered.
    pub sent_at: Option<Timestamp>,
    pub answered_at: Option<Timestamp>,
}

/// The response to the last attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response {
    /// It was done.
    Done,
    /// It was not done.
    Refused,
}

impl Entry {
    /// As the form of the game's page sends it.
    pub fn fields(&self) -> Vec<(&'static str, String)> {
        let mut fields = vec![
            ("action", self.action.to_owned()),
            ("ply", self.ply.to_string()),
            ("turn", self.turn.clone()),
            ("lines", self.lines.clone()),
            ("message", self.mark.clone()),
            ("confirm", "yes".to_owned()),
        ];
        if self.offer_draw {
            fields.push(("offer_draw", "yes".to_owned()));
        }
        fields
    }

    pub fn is_answered(&self) -> bool {
        self.response == Some(Response::Done)
    }

    /// The most occurrences in the log. What cannot be done twice occurs once, however often it was sent; a message may
    /// occur once per attempt, because another may have been written in between. A refused attempt never took effect.
    pub fn at_most(&self) -> usize {
        let tries = if self.response == Some(Response::Refused) { self.tries - 1 } else { self.tries };
        let is_writing = matches!(self.action, "comment" | "note" | "conditional");
        if is_writing { tries } else { tries.min(1) }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' {} of seat {} at ply {} of game {}", self.mark, self.turn, self.seat, self.ply, self.game)
    }
}

/// Everything that was sent. Clones share it.
#[derive(Clone, Default)]
pub struct Ledger(Arc<Mutex<Vec<Entry>>>);

/// A line of the ledger.
#[derive(Clone, Copy)]
pub struct Line(usize);

impl Ledger {
    /// Records what is about to be sent, under a new mark.
    pub fn open(&self, mut entry: Entry) -> (Line, Entry) {
        let mut entries = self.0.lock().unwrap();
        entry.mark = format!("{} {}", entry.action, entries.len());
        entries.push(entry.clone());
        (Line(entries.len() - 1), entry)
    }

    /// Records an attempt to send it.
    pub fn tried(&self, line: Line) {
        let entry = &mut self.0.lock().unwrap()[line.0];
        entry.tries += 1;
        entry.sent_at.get_or_insert(Now::system().get());
    }

    /// Records the response.
    pub fn response(&self, line: Line, response: Response) {
        let entry = &mut self.0.lock().unwrap()[line.0];
        entry.response = Some(response);
        entry.answered_at = Some(Now::system().get());
    }

    pub fn entries(&self) -> Vec<Entry> {
        self.0.lock().unwrap().clone()
    }

    /// The entries of one game.
    pub fn of(&self, game: &str) -> Vec<Entry> {
        self.0.lock().unwrap().iter().filter(|entry| entry.game == game).cloned().collect()
    }

    /// The ledger as it was at an instant: what was answered later may have been done, or not.
    pub fn until(&self, instant: Timestamp) -> Self {
        let mut entries = self.entries();
        for entry in &mut entries {
            if entry.answered_at.is_some_and(|at| at > instant) {
                entry.response = None;
            }
        }
        Self(Arc::new(Mutex::new(entries)))
    }

    pub fn answered(&self) -> usize {
        self.0.lock().unwrap().iter().filter(|entry| entry.is_answered()).count()
    }
}
