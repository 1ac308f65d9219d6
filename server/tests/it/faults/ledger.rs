//! What players have sent, and what they were told: the site has to keep its word on every line of it.

use std::fmt;
use std::sync::{Arc, Mutex};

/// Something a player asked of a game, perhaps several times.
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
}

/// What the last try was answered.
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

    /// How often it may be in the log at most. What cannot be done twice is there once, however often it was sent; what
    /// is written may be there for every try, because between two of them something else can have been said. A refusal
    /// was never done.
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

/// Everything that was sent. Clones are the same one.
#[derive(Clone, Default)]
pub struct Ledger(Arc<Mutex<Vec<Entry>>>);

/// A line of the ledger.
#[derive(Clone, Copy)]
pub struct Line(usize);

impl Ledger {
    /// Notes what is about to be sent, under a mark that it gets here.
    pub fn open(&self, mut entry: Entry) -> (Line, Entry) {
        let mut entries = self.0.lock().unwrap();
        entry.mark = format!("{} {}", entry.action, entries.len());
        entries.push(entry.clone());
        (Line(entries.len() - 1), entry)
    }

    /// It is sent, for the first time or once more.
    pub fn tried(&self, line: Line) {
        self.0.lock().unwrap()[line.0].tries += 1;
    }

    /// The answer has come.
    pub fn response(&self, line: Line, response: Response) {
        self.0.lock().unwrap()[line.0].response = Some(response);
    }

    pub fn entries(&self) -> Vec<Entry> {
        self.0.lock().unwrap().clone()
    }

    /// What was asked of one game.
    pub fn of(&self, game: &str) -> Vec<Entry> {
        self.0.lock().unwrap().iter().filter(|entry| entry.game == game).cloned().collect()
    }

    pub fn answered(&self) -> usize {
        self.0.lock().unwrap().iter().filter(|entry| entry.is_answered()).count()
    }
}
