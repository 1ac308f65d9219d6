//! Rebasing conditional turns: lines that were written while the game went on are moved past the turns made since.

use std::collections::{HashMap, HashSet};

use super::{ConditionalTree, LinesError, Reply, Wrong};
use crate::rules::position::Position;
use crate::rules::turn::{Pattern, Turn};
use crate::rules::turn_list::split_turns;

/// Lines that were written for an earlier position, without the turns made since. They need not be valid: only the
/// turns made since are examined.
///
/// ```
/// use domain::correspondence::conditional::RebasedLines;
/// use domain::rules::position::Position;
/// use domain::rules::variant::Variant;
///
/// let start = Position::start(Variant::Duck);
/// let lines = "1. e4@c6 e6@e2 d4@d6 Nf6@e2\nd4@* e6@e3\ne4@* e5@e3";
/// let moved = RebasedLines::rebase(lines, &[(&start, start.read_turn("e4@c6").unwrap())])?;
/// assert_eq!(moved.remaining, ["e6@e2 d4@d6 Nf6@e2"], "the very turn comes before the turn with any duck");
/// let gone: Vec<_> = moved.dropped.iter().map(|gone| (gone.line.as_str(), gone.word.as_str())).collect();
/// assert_eq!(gone, [("d4@* e6@e3", "d4@*"), ("e4@* e5@e3", "e4@*")]);
/// # Ok::<(), domain::correspondence::conditional::LinesError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RebasedLines {
    /// The rest of the lines that the game has followed, from the present position.
    pub remaining: Vec<String>,
    /// The lines that can no longer occur.
    pub dropped: Vec<DroppedLine>,
    /// How many lines were played to their end.
    pub played: usize,
}

/// A line that can no longer occur.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DroppedLine {
    /// The whole line, as it was written.
    pub line: String,
    /// The turn at which the game left the line.
    pub word: String,
    /// The index of the turn that was made instead, among those made since.
    pub instead: usize,
}

/// A line being followed.
struct Walker<'a> {
    line: &'a str,
    words: Vec<&'a str>,
    /// How many of the words were played.
    at: usize,
}

impl RebasedLines {
    /// Moves lines along the turns that were made since they were begun, each with the position it was made in. Lines
    /// that name a turn take precedence over those that leave its duck open, as when a reply is looked up.
    ///
    /// # Errors
    /// More lines, or more turns in a line, than a tree can have. Other errors in them are not detected.
    pub fn rebase(lines: &str, made: &[(&Position, Turn)]) -> Result<Self, LinesError> {
        let mut walkers = walkers(lines)?;
        let mut moved = Self::default();
        for (instead, &(before, turn)) in made.iter().enumerate() {
            if walkers.is_empty() {
                break;
            }
            walkers = moved.step(walkers, before, turn, instead);
        }
        let mut known = HashSet::new();
        for walker in walkers {
            let rest = walker.rest();
            if rest.is_empty() {
                moved.played += 1;
            } else if known.insert(rest.clone()) {
                moved.remaining.push(rest);
            }
        }
        Ok(moved)
    }

    /// The lines that match one turn; the others are dropped, or were played to their end.
    fn step<'a>(&mut self, walkers: Vec<Walker<'a>>, before: &Position, turn: Turn, instead: usize) -> Vec<Walker<'a>> {
        // Many lines begin alike: each word is read once.
        let mut read = HashMap::new();
        let mut fitting = |walker: &Walker<'a>| {
            let word = walker.next()?;
            *read.entry(word).or_insert_with(|| fits(word, before, turn))
        };
        let fitting: Vec<_> = walkers.iter().map(&mut fitting).collect();
        let is_named = fitting.iter().flatten().any(|pattern| pattern.is_exact());
        let mut along = Vec::new();
        for (mut walker, fitting) in walkers.into_iter().zip(fitting) {
            match (walker.next(), fitting) {
                (None, _) => self.played += 1,
                (Some(_), Some(pattern)) if pattern.is_exact() || !is_named => {
                    walker.pass();
                    along.push(walker);
                }
                (Some(word), _) => {
                    self.dropped.push(DroppedLine {
                        line: walker.line.trim().to_owned(),
                        word: word.to_owned(),
                        instead,
                    });
                }
            }
        }
        along
    }
}

/// The lines that have turns, if there are no more of them than a tree can have.
fn walkers(lines: &str) -> Result<Vec<Walker<'_>>, LinesError> {
    let mut walkers = Vec::new();
    for (index, line) in lines.lines().enumerate() {
        let at = |wrong| LinesError { line: index + 1, word: None, wrong };
        let words: Vec<_> = split_turns(line).take(ConditionalTree::MAX_DEPTH + 1).collect();
        if words.len() > ConditionalTree::MAX_DEPTH {
            return Err(at(Wrong::TooDeep));
        }
        if words.is_empty() {
            continue;
        }
        if walkers.len() >= ConditionalTree::MAX_LINES {
            return Err(at(Wrong::TooMany));
        }
        walkers.push(Walker { line, words, at: 0 });
    }
    Ok(walkers)
}

/// The turn that a word stands for, if it is the one that was made.
fn fits(word: &str, before: &Position, turn: Turn) -> Option<Pattern> {
    let is_short = word.chars().nth(ConditionalTree::MAX_WORD_CHARS).is_none();
    let pattern = is_short.then(|| before.read_pattern(word))?.ok()?;
    pattern.fits(turn).then_some(pattern)
}

impl<'a> Walker<'a> {
    /// The next turn; `..` is none.
    fn next(&self) -> Option<&'a str> {
        self.words[self.at..].iter().copied().find(|&word| word != Reply::WAIT)
    }

    fn pass(&mut self) {
        let waits = self.words[self.at..].iter().take_while(|&&word| word == Reply::WAIT).count();
        self.at += waits + 1;
    }

    fn rest(&self) -> String {
        let rest = self.words[self.at..].iter().copied();
        rest.skip_while(|&word| word == Reply::WAIT).collect::<Vec<_>>().join(" ")
    }
}
