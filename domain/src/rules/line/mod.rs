//! [`Line`]: turns one after the other, with what is said about them and what could have been played in their place. It
//! knows no rules, so it is the same for every game: of [`PgnGame`](crate::rules::pgn::PgnGame)s and of [`Study`](crate::rules::study::Study)s.
//!
//! ```
//! use domain::rules::line::Line;
//!
//! let mut line = Line::default();
//! let here = line.follow(&["e4", "e5", "Nf3"], &"2".parse().unwrap());
//! let there = line.enter(&here, "Nc3");
//! assert_eq!(there.to_string(), "2.1.1", "behind two turns the first variation, one turn into it");
//! assert_eq!(line.promote(&there).unwrap().to_string(), "3");
//! assert_eq!(line.turns_to(&"3".parse().unwrap()), Some(vec![&"e4", &"e5", &"Nc3"]));
//! ```

mod comment;
mod edit;
mod join;
mod place;

use std::time::Duration;

pub use comment::Comment;
pub use place::{NoPlace, Place};

/// Turns one after the other: a game, or a variation of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<T> {
    /// What is said before the first turn.
    pub comments: Vec<Comment>,
    /// Each made after those before it.
    pub turns: Vec<Step<T>>,
}

/// A turn and what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<T> {
    /// What was played.
    pub turn: T,
    /// Numeric annotation glyphs: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    pub nags: Vec<u8>,
    /// What was left on the mover's clock after the turn.
    pub clock: Option<Duration>,
    /// What is said after it.
    pub comments: Vec<Comment>,
    /// What could have been played in its place.
    pub variations: Vec<Line<T>>,
}

impl<T> Default for Line<T> {
    fn default() -> Self {
        Self { comments: Vec::new(), turns: Vec::new() }
    }
}

impl<T> From<T> for Step<T> {
    fn from(turn: T) -> Self {
        Self { turn, nags: Vec::new(), clock: None, comments: Vec::new(), variations: Vec::new() }
    }
}

impl<T> Line<T> {
    /// How many turns it has, those of its variations included.
    pub fn count(&self) -> usize {
        let beside = self.turns.iter().flat_map(|step| &step.variations).map(Self::count);
        self.turns.len() + beside.sum::<usize>()
    }

    /// The most turns one after the other from its beginning.
    pub fn depth(&self) -> usize {
        let beside = self.turns.iter().enumerate();
        let beside = beside.flat_map(|(before, step)| step.variations.iter().map(move |line| before + line.depth()));
        beside.fold(self.turns.len(), usize::max)
    }

    /// The turns that lead to a place; `None` if it is not there.
    pub fn turns_to(&self, place: &Place) -> Option<Vec<&T>> {
        Some(self.steps_to(place)?.into_iter().map(|step| &step.turn).collect())
    }

    /// The same with what is said about them.
    pub fn steps_to(&self, place: &Place) -> Option<Vec<&Step<T>>> {
        let mut steps = Vec::new();
        let mut line = self;
        for fork in place.forks() {
            steps.extend(line.turns.get(..fork.turns)?);
            line = line.turns.get(fork.turns)?.variations.get(fork.variation)?;
        }
        steps.extend(line.turns.get(..place.after())?);
        let is_named_once = place.forks().is_empty() || place.after() > 0;
        is_named_once.then_some(steps)
    }

    /// Whether there is such a place.
    pub fn has(&self, place: &Place) -> bool {
        self.steps_to(place).is_some()
    }

    /// The place of one turn less; `None` at the start.
    pub fn back(&self, place: &Place) -> Option<Place> {
        place.back()
    }

    /// The place of one turn more, as the line at this place goes on; `None` at its end.
    pub fn forward(&self, place: &Place) -> Option<Place> {
        let line = self.line_at(place)?;
        (place.after() < line.turns.len()).then(|| place.moved_to(place.after() + 1))
    }

    /// The end of the line at a place; `None` if it is there.
    pub fn last(&self, place: &Place) -> Option<Place> {
        let line = self.line_at(place)?;
        (place.after() < line.turns.len()).then(|| place.moved_to(line.turns.len()))
    }

    /// The place if it is there, else the last on the way to it that is.
    #[must_use]
    pub fn nearest(&self, place: Place) -> Place {
        let mut place = place;
        loop {
            // A place is somebody's text, and may name any number of turns: no step is made for each.
            let before = match self.line_at(&place) {
                Some(line) if place.after() > line.turns.len() => Some(place.moved_to(line.turns.len())),
                Some(_) if self.has(&place) => return place,
                Some(_) => place.back(),
                None => place.out(),
            };
            match before {
                Some(before) => place = before,
                None => return place,
            }
        }
    }

    /// What is said at a place.
    pub fn comments_at(&self, place: &Place) -> &[Comment] {
        match (self.line_at(place), place.after()) {
            (Some(line), 0) => &line.comments,
            (Some(line), after) => line.turns.get(after - 1).map_or(&[], |step| &step.comments),
            (None, _) => &[],
        }
    }

    /// The line or variation that a place is in.
    fn line_at(&self, place: &Place) -> Option<&Self> {
        place.forks().iter().try_fold(self, |line, fork| line.turns.get(fork.turns)?.variations.get(fork.variation))
    }

    fn line_at_mut(&mut self, place: &Place) -> Option<&mut Self> {
        let mut forks = place.forks().iter();
        forks.try_fold(self, |line, fork| line.turns.get_mut(fork.turns)?.variations.get_mut(fork.variation))
    }
}
