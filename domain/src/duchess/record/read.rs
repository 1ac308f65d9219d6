//! [`RecordReader`]: the games of a file, one after the other.

use std::io::BufRead;

use super::{DuchessRecord, RecordError, RecordProblem, RecordedStep, Step, result};
use crate::duchess::{DuchessPosition, SetUp};
use crate::duck::shortened;
use crate::pgn::{Comment, MISSED, PgnProblem, PgnResult, Place, Scanner, Tags, Token, take_clock};

/// Reads the games of a file in a stream.
///
/// Missed turns need not be written, but must not be written where none is missed. A game that cannot be read is told
/// with line and column, and the reader goes on with the next. Who reads files of strangers bounds their length with
/// [`Read::take`](std::io::Read::take).
pub struct RecordReader<R> {
    scanner: Scanner<R>,
    failed: bool,
}

impl<R: BufRead> RecordReader<R> {
    /// Reads from a file or from memory.
    pub fn new(input: R) -> Self {
        Self { scanner: Scanner::new(input), failed: false }
    }

    /// The next game; `None` at the end of the file. `ended` tells whether its end has been passed when it fails.
    fn game(&mut self, ended: &mut bool) -> Result<Option<DuchessRecord>, RecordError> {
        let mut game = Unfinished::default();
        let mut parentheses = 0_usize;
        while let Some((place, token)) = self.scanner.next()? {
            match token {
                Token::Open => parentheses += 1,
                Token::Close => parentheses = parentheses.saturating_sub(1),
                Token::Word(_) | Token::Comment(_) if parentheses > 0 => {}
                Token::Tag { name, value } => game.tag(name, value, place),
                Token::Comment(text) => game.comment(text, place)?,
                Token::Word(word) => game.word(word, place)?,
                Token::Nag(_) => {}
                Token::End(None) if game.is_empty() => {}
                Token::End(result) => {
                    *ended = true;
                    if let Some(result) = result {
                        game.ended(result, place)?;
                    }
                    break;
                }
            }
        }
        *ended = true;
        game.finish()
    }

    /// Goes on to where the next game begins.
    fn skip_game(&mut self) {
        loop {
            match self.scanner.next() {
                Ok(None | Some((_, Token::End(_)))) => return,
                Err(error) if matches!(error.problem, PgnProblem::Unreadable(_)) => return,
                Ok(Some(_)) | Err(_) => {}
            }
        }
    }
}

impl<R: BufRead> Iterator for RecordReader<R> {
    type Item = Result<DuchessRecord, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let mut ended = false;
        let game = self.game(&mut ended);
        if let Err(error) = &game {
            self.failed = matches!(error.problem, RecordProblem::Form(PgnProblem::Unreadable(_)));
            if !ended && !self.failed {
                self.skip_game();
            }
        }
        game.transpose()
    }
}

/// A game as far as it has been read.
#[derive(Default)]
struct Unfinished {
    tags: Tags,
    /// Where the first tag stood.
    seen: Option<Place>,
    variant: Option<(String, Place)>,
    fen: Option<(String, Place)>,
    outcome: Option<String>,
    played: Option<Played>,
}

/// The turns of a game, once the first is there.
struct Played {
    record: DuchessRecord,
    now: DuchessPosition,
    /// How many turns have been missed just before, and not been written yet.
    missed: usize,
}

impl Unfinished {
    const fn is_empty(&self) -> bool {
        self.seen.is_none() && self.played.is_none()
    }

    fn tag(&mut self, name: &str, value: &str, place: Place) {
        self.seen = self.seen.or(Some(place));
        match name {
            "Variant" => self.variant = Some((value.to_owned(), place)),
            "FEN" => self.fen = Some((value.to_owned(), place)),
            "Result" => self.outcome = Some(value.trim().to_owned()),
            // The duck games' seats.
            "White" | "Black" => {}
            _ => self.tags.set(name, value),
        }
    }

    fn played(&mut self, place: Place) -> Result<&mut Played, RecordError> {
        let played = match self.played.take() {
            Some(played) => played,
            None => {
                let start = self.start(place)?;
                let record = DuchessRecord::new(start.clone(), [], None);
                Played { record, now: start, missed: 0 }
            }
        };
        Ok(self.played.insert(played))
    }

    fn start(&self, place: Place) -> Result<DuchessPosition, RecordError> {
        let (name, at) = self.variant.as_ref().ok_or_else(|| error(place, RecordProblem::NoVariant))?;
        let other = || error(*at, RecordProblem::OtherVariant(shortened(name)));
        let set_up = SetUp::from_pgn(name).ok_or_else(other)?;
        let Some((fen, at)) = &self.fen else { return Ok(DuchessPosition::start(set_up)) };
        let position: DuchessPosition = fen.parse().map_err(|problem| error(*at, RecordProblem::Fen(problem)))?;
        let same = position.set_up() == set_up;
        same.then_some(position).ok_or_else(|| error(*at, RecordProblem::OtherSetUp))
    }

    fn ended(&mut self, result: PgnResult, place: Place) -> Result<(), RecordError> {
        let seating = self.played(place)?.record.start.set_up().seating();
        self.is_result(&result.text(seating), place).map(drop)
    }

    /// Takes a word if it is a result.
    fn is_result(&mut self, word: &str, place: Place) -> Result<bool, RecordError> {
        let played = self.played(place)?;
        let outcome = result::read(word, played.record.start.set_up().seating());
        played.record.outcome = outcome.unwrap_or(played.record.outcome);
        if outcome.is_some() {
            self.outcome = None;
        }
        Ok(outcome.is_some())
    }

    fn comment(&mut self, text: &str, place: Place) -> Result<(), RecordError> {
        let record = &mut self.played(place)?.record;
        match record.steps.last_mut() {
            None => record.comments.extend(Comment::new(text)),
            Some(step) => {
                let (text, clock) = take_clock(text);
                step.clock = clock.or(step.clock);
                step.comments.extend(Comment::new(&text));
            }
        }
        Ok(())
    }

    fn word(&mut self, word: &str, place: Place) -> Result<(), RecordError> {
        let played = self.played(place)?;
        let step = match word {
            MISSED => {
                played.missed =
                    played.missed.checked_sub(1).ok_or_else(|| error(place, PgnProblem::NotMissed.into()))?;
                return Ok(());
            }
            "out" if played.now.result().is_none() => Step::Out,
            _ => Step::Turn(played.now.read_turn(word).map_err(|problem| error(place, problem.into()))?),
        };
        let after = step.after(&played.now);
        played.missed = played.now.missed_until(&after).count();
        played.now = after;
        played.record.steps.push(RecordedStep::from(step));
        Ok(())
    }

    fn finish(mut self) -> Result<Option<DuchessRecord>, RecordError> {
        let Some(place) = self.seen.or(Some(Place { line: 1, column: 1 })).filter(|_| !self.is_empty()) else {
            return Ok(None);
        };
        if let Some(word) = self.outcome.take() {
            self.is_result(&word, place)?;
        }
        self.played(place)?;
        let tags = self.tags;
        Ok(self.played.map(|played| DuchessRecord { tags, ..played.record }))
    }
}

fn error(Place { line, column }: Place, problem: RecordProblem) -> RecordError {
    RecordError { line, column, problem }
}
