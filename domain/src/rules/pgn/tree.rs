//! Growing a game turn by turn, with its variations: here the words of a file meet the rules.

use super::comment::{split_clock, split_duck};
use super::rest::{Rest, is_null_move};
use super::scan::Location;
use super::{MISSED, PgnError, PgnLine, PgnProblem, PgnStart, PgnTurn};
use crate::rules::duck::{DUCK_SIGNS, SquareNames};
use crate::rules::entry::Entry;
use crate::rules::line::Comment;
use crate::rules::position::Position;
use crate::rules::quoted::shortened;
use crate::rules::turn::TurnError;
use crate::rules::variant::Variant;

/// Variations deeper within each other than people write them.
const MAX_DEPTH: usize = 64;

pub(super) struct Tree {
    squares: SquareNames,
    start: PgnStart,
    game: OpenLine,
    /// The variations that are open, each within the one before it, and where they begin in the file.
    variations: Vec<(Location, OpenLine)>,
    pending: Option<Pending>,
    /// What follows a null move in the last variation.
    rest: Option<Rest>,
}

struct OpenLine {
    line: PgnLine,
    /// Where a variation of the last turn starts.
    before: Position,
    now: Position,
    /// How many turns have been missed just before, and not been written yet.
    missed: usize,
}

/// A word that is no turn by itself: its duck may follow, as a word of its own or in a comment.
struct Pending {
    text: String,
    location: Location,
    error: TurnError,
    nags: Vec<u8>,
    comments: Vec<String>,
}

impl Tree {
    pub fn new(start: PgnStart, squares: SquareNames) -> Self {
        let game = OpenLine::new(start.position().clone());
        Self { squares, start, game, variations: Vec::new(), pending: None, rest: None }
    }

    /// Whether nothing has been played or said to wait for more.
    pub fn is_empty(&self) -> bool {
        self.game.line.turns.is_empty() && self.pending.is_none()
    }

    pub fn word(&mut self, word: &str, location: Location) -> Result<(), PgnError> {
        if let Some(rest) = &mut self.rest {
            rest.push(word);
            return Ok(());
        }
        if let Some(nag) = mark_of(word).filter(|_| word.bytes().all(|byte| matches!(byte, b'!' | b'?'))) {
            self.nag(nag);
            return Ok(());
        }
        let belongs = |pending: &mut Pending| is_duck(word) || pending.text.ends_with(DUCK_SIGNS);
        if let Some(mut pending) = self.pending.take_if(belongs) {
            let square_expected = pending.text.ends_with(DUCK_SIGNS);
            pending.text.push(' ');
            pending.text.push_str(word);
            if word.ends_with(DUCK_SIGNS) && !square_expected {
                self.pending = Some(pending);
                return Ok(());
            }
            return self.resolve(pending);
        }
        self.settle()?;
        let is_of_chess = self.last_line().now.variant() == Variant::Chess;
        if is_of_chess && !self.variations.is_empty() && is_null_move(word) {
            self.rest = Some(Rest::new(word));
            return Ok(());
        }
        if word == MISSED {
            let missed = &mut self.last_line().missed;
            *missed = missed.checked_sub(1).ok_or_else(|| location.error(PgnProblem::NotMissed))?;
            return Ok(());
        }
        match self.read(word) {
            Ok(entry) => self.enter(entry, word),
            Err(_) if is_duck(word) && self.is_over() => {}
            Err(_) if is_of_chess && is_remark(word) => {}
            Err(_) if self.squares == SquareNames::Fourteen && matches!(word, "R" | "T" | "S") => {
                // chess.com's words for resigning, running out of time and having no move.
            }
            Err(error) => {
                let (nags, comments) = (Vec::new(), Vec::new());
                self.pending = Some(Pending { text: word.to_owned(), location, error, nags, comments });
            }
        }
        Ok(())
    }

    pub fn comment(&mut self, text: &str) -> Result<(), PgnError> {
        if let Some(rest) = &mut self.rest {
            rest.push(text);
            return Ok(());
        }
        let Some(mut pending) = self.pending.take() else {
            self.attach(text);
            return Ok(());
        };
        match split_duck(text) {
            None => {
                pending.comments.push(text.to_owned());
                self.pending = Some(pending);
                Ok(())
            }
            Some((square, rest)) => {
                pending.text.push('@');
                pending.text.push_str(square);
                pending.comments.push(rest.to_owned());
                self.resolve(pending)
            }
        }
    }

    pub fn nag(&mut self, nag: u8) {
        if let Some(rest) = &mut self.rest {
            rest.push(&format!("${nag}"));
        } else if let Some(pending) = &mut self.pending {
            pending.nags.push(nag);
        } else if let Some(turn) = self.last_line().line.turns.last_mut() {
            turn.nags.push(nag);
        }
    }

    pub fn open(&mut self, location: Location) -> Result<(), PgnError> {
        if let Some(rest) = &mut self.rest {
            rest.open();
            return Ok(());
        }
        self.settle()?;
        if self.variations.len() == MAX_DEPTH {
            return Err(location.error(PgnProblem::TooDeep(MAX_DEPTH)));
        }
        let line = self.last_line();
        if line.line.turns.is_empty() {
            return Err(location.error(PgnProblem::VariationWithoutTurn));
        }
        let variation = OpenLine::new(line.before.clone());
        self.variations.push((location, variation));
        Ok(())
    }

    pub fn close(&mut self, location: Location) -> Result<(), PgnError> {
        if self.rest.as_mut().is_some_and(Rest::close) {
            return Ok(());
        }
        if let Some(rest) = self.rest.take() {
            self.say(&rest.into_comment());
        }
        self.settle()?;
        let (_, closed) = self.variations.pop().ok_or_else(|| location.error(PgnProblem::NothingToClose))?;
        let closed = closed.line;
        if closed != PgnLine::default()
            && let Some(turn) = self.last_line().line.turns.last_mut()
        {
            turn.variations.push(closed);
        }
        Ok(())
    }

    /// The game, complete, and where it starts.
    pub fn finish(mut self) -> Result<(Position, PgnLine), PgnError> {
        self.settle()?;
        match self.variations.last() {
            None if self.game.line.turns.is_empty() => Ok((self.start.without_turns(), self.game.line)),
            None => Ok((self.start.with_turns(), self.game.line)),
            Some((opened, _)) => Err(opened.error(PgnProblem::VariationNotClosed)),
        }
    }

    /// Nothing may wait for its duck here: if it is the first turn, and the game does not say that it has a duck, it is chess.
    fn settle(&mut self) -> Result<(), PgnError> {
        let Some(pending) = self.pending.take() else { return Ok(()) };
        if self.game.line.turns.is_empty()
            && !pending.text.contains(DUCK_SIGNS)
            && let Some(chess) = self.start.become_chess()
        {
            let line = std::mem::take(&mut self.game.line);
            self.game = OpenLine { line, ..OpenLine::new(chess.clone()) };
            return self.resolve(pending);
        }
        Err(self.illegal(&pending.text, pending.location, pending.error))
    }

    fn resolve(&mut self, pending: Pending) -> Result<(), PgnError> {
        match self.read(&pending.text) {
            Ok(entry) => {
                self.enter(entry, &pending.text);
                pending.nags.into_iter().for_each(|nag| self.nag(nag));
                pending.comments.iter().for_each(|text| self.attach(text));
                Ok(())
            }
            Err(error) => Err(self.illegal(&pending.text, pending.location, error)),
        }
    }

    fn illegal(&self, written: &str, location: Location, error: TurnError) -> PgnError {
        let is_in_variation = !self.variations.is_empty();
        location.error(PgnProblem::Turn { written: shortened(written), is_in_variation, error })
    }

    fn read(&mut self, text: &str) -> Result<Entry, TurnError> {
        let squares = self.squares;
        let now = &self.last_line().now;
        if squares == SquareNames::Usual {
            now.read_entry(text)
        } else {
            now.read_turn_in(text, squares).map(Entry::Turn)
        }
    }

    fn enter(&mut self, entry: Entry, text: &str) {
        let line = self.last_line();
        let after = line.now.after(entry);
        line.missed = line.now.missed_until(&after).count();
        line.before = std::mem::replace(&mut line.now, after);
        let mut step = PgnTurn::from(entry);
        step.nags.extend(mark_of(text));
        line.line.turns.push(step);
    }

    fn attach(&mut self, text: &str) {
        let Some(turn) = self.last_line().line.turns.last_mut() else { return self.say(text) };
        let (text, clock) = split_clock(text);
        turn.clock = clock.or(turn.clock);
        self.say(&text);
    }

    /// Adds a comment on the last turn, or on what comes first.
    fn say(&mut self, text: &str) {
        let line = &mut self.last_line().line;
        line.turns.last_mut().map_or(&mut line.comments, |turn| &mut turn.comments).extend(Comment::new(text));
    }

    fn is_over(&mut self) -> bool {
        self.last_line().now.result().is_some()
    }

    fn last_line(&mut self) -> &mut OpenLine {
        self.variations.last_mut().map_or(&mut self.game, |(_, line)| line)
    }
}

impl OpenLine {
    fn new(start: Position) -> Self {
        Self { line: PgnLine::default(), before: start.clone(), now: start, missed: 0 }
    }
}

/// Whether a word of a game of chess says nothing but what everybody sees: that a pawn was captured in passing, or a king is in check.
fn is_remark(word: &str) -> bool {
    matches!(word, "e.p." | "e.p" | "ep" | "+" | "#" | "++")
}

/// Whether a word says only where the duck goes.
fn is_duck(word: &str) -> bool {
    word.starts_with(DUCK_SIGNS) || matches!(word.as_bytes(), [b'D', b'a'..=b'h', b'1'..=b'8', ..])
}

/// The glyph of `!`, `?!` and their like.
fn mark_of(word: &str) -> Option<u8> {
    let start = word.find(['!', '?'])?;
    let marks = &word[start..];
    let length = marks.bytes().take_while(|byte| matches!(byte, b'!' | b'?')).count();
    match &marks[..length] {
        "!" => Some(1),
        "?" => Some(2),
        "!!" => Some(3),
        "??" => Some(4),
        "!?" => Some(5),
        "?!" => Some(6),
        _ => None,
    }
}
