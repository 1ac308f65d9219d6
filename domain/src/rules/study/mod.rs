//! [`Study`]: a game being analysed: its start, turns with variations, and notes. Its size is bounded, because it is
//! sent in forms and stored for its writer.
//!
//! ```
//! use domain::rules::line::NodePath;
//! use domain::rules::position::Position;
//! use domain::rules::study::Study;
//! use domain::rules::variant::Variant;
//!
//! let mut study = Study::new(Position::start(Variant::Duck));
//! let here = study.play(&NodePath::START, "e4@c6")?;
//! study.play(&NodePath::START, "d4@d6")?;
//! study.comment(&here, "solid")?;
//! assert_eq!(study.turns_text(), "1. e4@c6 {solid} (1. d4@d6)");
//! let refused = study.play(&here, "Nf3@e5").unwrap_err();
//! assert_eq!(refused.code(), "illegal-turn");
//! # Ok::<(), domain::rules::study::StudyError>(())
//! ```

mod error;
mod read;

use std::fmt;

pub use error::StudyError;

use crate::rules::entry::Entry;
use crate::rules::line::{Comment, NodePath};
use crate::rules::pgn::{PgnGame, PgnLine, PgnResult};
use crate::rules::position::Position;

/// A game with variations and comments, within bounds. Its line is in the plain form that
/// [`join`](crate::rules::line::Line::join) makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Study {
    game: PgnGame,
}

impl Study {
    /// The most turns, those of all variations together.
    pub const MAX_TURNS: usize = 3000;
    /// The most turns one after the other.
    pub const MAX_DEPTH: usize = 1000;
    /// The most bytes of its text.
    pub const MAX_BYTES: usize = 48 * 1024;
    /// The most characters of what is said at one node.
    pub const MAX_COMMENT_CHARS: usize = 2000;

    /// A position with nothing played from it yet.
    pub fn new(start: Position) -> Self {
        Self { game: PgnGame::new(start, [], PgnResult::Open) }
    }

    /// A game.
    ///
    /// # Errors
    /// It is larger than a study can be.
    pub fn of(game: PgnGame) -> Result<Self, StudyError> {
        let mut line = PgnLine::default();
        line.join(&game.line);
        Self { game: PgnGame { line, ..game } }.bounded()
    }

    /// The text of a game that a study can hold.
    ///
    /// # Errors
    /// It is larger.
    pub fn text_of(game: &PgnGame) -> Result<String, StudyError> {
        if game.line.count() > Self::MAX_TURNS {
            return Err(StudyError::TooMany);
        }
        if game.line.depth() > Self::MAX_DEPTH {
            return Err(StudyError::TooDeep);
        }
        let text = game.to_string();
        if text.len() > Self::MAX_BYTES { Err(StudyError::TooLong) } else { Ok(text) }
    }

    fn bounded(self) -> Result<Self, StudyError> {
        Self::text_of(&self.game).map(|_| self)
    }

    /// Where it starts.
    pub fn start(&self) -> &Position {
        &self.game.start
    }

    /// What is played from there.
    pub fn line(&self) -> &PgnLine {
        &self.game.line
    }

    /// The game with its tags.
    pub fn game(&self) -> &PgnGame {
        &self.game
    }

    /// Whether there is nothing but the start.
    pub fn is_empty(&self) -> bool {
        *self.line() == PgnLine::default()
    }

    /// The position at a node; `None` if it is not there.
    pub fn position_at(&self, path: &NodePath) -> Option<Position> {
        let entries = self.line().turns_to(path)?;
        Some(entries.into_iter().fold(self.start().clone(), |position, entry| position.after(*entry)))
    }

    /// What led to a node.
    pub fn entry_before(&self, path: &NodePath) -> Option<Entry> {
        self.line().turns_to(path)?.last().copied().copied()
    }

    /// Goes on from a node with a turn, or with `out`, and gives the node after it. An existing turn is followed.
    ///
    /// # Errors
    /// It cannot be made there, or the study would be too large: then it is as it was.
    pub fn play(&mut self, path: &NodePath, turn: &str) -> Result<NodePath, StudyError> {
        let position = self.position_at(path).ok_or(StudyError::NotThere)?;
        // In a dead position of chess pieces can still go on.
        if position.result().is_some() && !position.has_turn() {
            return Err(StudyError::Over);
        }
        let entry = position.read_entry(turn)?;
        self.change(|line| line.enter(path, entry))
    }

    /// The note at a node, as one paragraph.
    pub fn comment_at(&self, path: &NodePath) -> String {
        let said = self.line().comments_at(path).iter().map(Comment::text);
        said.collect::<Vec<_>>().join(" ")
    }

    /// Replaces the note at a node.
    ///
    /// # Errors
    /// It is too long, or the study would be: then it is as it was.
    pub fn comment(&mut self, path: &NodePath, text: &str) -> Result<(), StudyError> {
        if text.chars().count() > Self::MAX_COMMENT_CHARS {
            return Err(StudyError::CommentTooLong);
        }
        self.change(|line| line.comment(path, Comment::new(text)))
    }

    /// Makes the variation at a node the line it leaves, and gives the same node. Nothing happens to what is in no variation.
    #[must_use]
    pub fn promote(&mut self, path: &NodePath) -> NodePath {
        self.game.line.promote(path).unwrap_or_else(|| path.clone())
    }

    /// Removes the turn before a node and everything after it, and returns the node before it.
    #[must_use]
    pub fn remove(&mut self, path: &NodePath) -> NodePath {
        self.game.line.remove(path).unwrap_or_else(|| path.clone())
    }

    /// The turns that lead to a node, without their variations and tags. What is said of the first turns is left out: of as many as `unsaid`
    /// says.
    #[must_use]
    pub fn only(&self, path: &NodePath, unsaid: usize) -> Self {
        let line = self.line().only(path, unsaid);
        Self { game: PgnGame { line, ..PgnGame::new(self.start().clone(), [], PgnResult::Open) } }
    }

    /// What [`remove`](Self::remove) takes away at a node, from the position before it. `None`: nothing.
    #[must_use]
    pub fn removed_at(&self, path: &NodePath) -> Option<Self> {
        let start = self.position_at(&self.line().back(path)?)?;
        let line = self.line().what_removing_takes(path);
        Some(Self { game: PgnGame { line, ..PgnGame::new(start, [], PgnResult::Open) } })
    }

    /// The same with the turns that lead there, of which nothing is said: [joined](Self::join), it brings back what was removed, as the last
    /// variation if the line goes on without it.
    #[must_use]
    pub fn line_removed_at(&self, path: &NodePath) -> Option<Self> {
        let back = self.line().back(path)?;
        let mut line = self.line().only(&back, back.turns());
        line.turns.extend(self.line().what_removing_takes(path).turns);
        Some(Self { game: PgnGame { line, ..PgnGame::new(self.start().clone(), [], PgnResult::Open) } })
    }

    /// Adds all of another study from the same start.
    ///
    /// # Errors
    /// It starts elsewhere, or both together are too large: then this one is as it was.
    pub fn join(&mut self, other: &Self) -> Result<(), StudyError> {
        if other.start() != self.start() {
            return Err(StudyError::OtherStart);
        }
        self.change(|line| line.join(other.line()))
    }

    /// Makes the line that of the study's game, and keeps what was there as variations. Returns the new path of a node.
    ///
    /// # Errors
    /// The game starts elsewhere, or both together are too large: then the study is as it was.
    pub fn follow(&mut self, game: PgnGame, path: &NodePath) -> Result<NodePath, StudyError> {
        if game.start != *self.start() {
            return Err(StudyError::OtherStart);
        }
        let turns: Vec<Entry> = game.line.turns.iter().map(|step| step.turn).collect();
        let path = self.change(|line| line.follow(&turns, path))?;
        self.game.tags = game.tags;
        self.game.result = game.result;
        Ok(path)
    }

    fn change<R>(&mut self, change: impl FnOnce(&mut PgnLine) -> R) -> Result<R, StudyError> {
        let mut changed = self.clone();
        let answer = change(&mut changed.game.line);
        *self = changed.bounded()?;
        Ok(answer)
    }

    /// The turns with variations and comments, on one line.
    pub fn turns_text(&self) -> String {
        let text = self.to_string();
        let turns = text.split_once("\n\n").map_or("", |(_, turns)| turns);
        let result = self.game.result.text(self.start().seating());
        let turns = turns.trim_end().strip_suffix(&result).unwrap_or(turns);
        turns.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// As PGN.
impl fmt::Display for Study {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt(f)
    }
}
