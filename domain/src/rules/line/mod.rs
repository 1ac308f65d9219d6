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
mod node_path;

use std::time::Duration;

pub use comment::Comment;
pub use node_path::{NoNodePath, NodePath};

/// Turns one after the other: a game, or a variation of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<T> {
    /// What is said before the first turn.
    pub comments: Vec<Comment>,
    /// Each made after those before it.
    pub turns: Vec<AnnotatedTurn<T>>,
}

/// A turn and what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnnotatedTurn<T> {
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

impl<T> From<T> for AnnotatedTurn<T> {
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

    /// The turns that lead to a node; `None` if it is not there.
    pub fn turns_to(&self, path: &NodePath) -> Option<Vec<&T>> {
        Some(self.steps_to(path)?.into_iter().map(|step| &step.turn).collect())
    }

    /// The same with what is said about them.
    pub fn steps_to(&self, path: &NodePath) -> Option<Vec<&AnnotatedTurn<T>>> {
        let mut steps = Vec::new();
        let mut line = self;
        for fork in path.forks() {
            steps.extend(line.turns.get(..fork.turns)?);
            line = line.turns.get(fork.turns)?.variations.get(fork.variation)?;
        }
        steps.extend(line.turns.get(..path.after())?);
        let is_named_once = path.forks().is_empty() || path.after() > 0;
        is_named_once.then_some(steps)
    }

    /// Whether there is such a node.
    pub fn has(&self, path: &NodePath) -> bool {
        self.steps_to(path).is_some()
    }

    /// The node of one turn less; `None` at the start.
    pub fn back(&self, path: &NodePath) -> Option<NodePath> {
        path.back()
    }

    /// The node of one turn more, as the line at this place goes on; `None` at its end.
    pub fn forward(&self, path: &NodePath) -> Option<NodePath> {
        let line = self.line_at(path)?;
        (path.after() < line.turns.len()).then(|| path.moved_to(path.after() + 1))
    }

    /// The end of the line at a node; `None` if it is there.
    pub fn last(&self, path: &NodePath) -> Option<NodePath> {
        let line = self.line_at(path)?;
        (path.after() < line.turns.len()).then(|| path.moved_to(line.turns.len()))
    }

    /// The node if it is there, else the last on the way to it that is.
    #[must_use]
    pub fn nearest(&self, path: NodePath) -> NodePath {
        let mut path = path;
        loop {
            // A node is somebody's text, and may name any number of turns: no step is made for each.
            let before = match self.line_at(&path) {
                Some(line) if path.after() > line.turns.len() => Some(path.moved_to(line.turns.len())),
                Some(_) if self.has(&path) => return path,
                Some(_) => path.back(),
                None => path.out(),
            };
            match before {
                Some(before) => path = before,
                None => return path,
            }
        }
    }

    /// The node that some turns lead to, or the last on the way to it that is there.
    pub fn along(&self, turns: &[&T]) -> NodePath
    where
        T: PartialEq,
    {
        let (mut line, mut path) = (self, NodePath::START);
        for &turn in turns {
            let Some(next) = line.turns.get(path.after()) else { break };
            if next.turn == *turn {
                path = path.on(1);
                continue;
            }
            let begins_so = |beside: &Self| beside.turns.first().is_some_and(|step| step.turn == *turn);
            let Some(variation) = next.variations.iter().position(begins_so) else { break };
            path = path.into_variation(variation, 1);
            line = &next.variations[variation];
        }
        path
    }

    /// What [`remove`](Self::remove) takes away at a node: the turn before it, what is said of it, and all that follows. Empty at the start.
    pub fn what_removing_takes(&self, path: &NodePath) -> Self
    where
        T: Clone,
    {
        let line = self.line_at(path).filter(|_| self.has(path));
        let turns = line.and_then(|line| line.turns.get(path.after().checked_sub(1)?..)).unwrap_or_default();
        let mut turns = turns.to_vec();
        if let Some(first) = turns.first_mut() {
            first.variations.clear();
        }
        Self { comments: Vec::new(), turns }
    }

    /// The turns that lead to a node, without their variations. What is said of the first turns is left out: of as many as `unsaid` says.
    /// Empty if the node is not there.
    pub fn only(&self, path: &NodePath, unsaid: usize) -> Self
    where
        T: Clone,
    {
        let steps = self.steps_to(path).unwrap_or_default().into_iter().enumerate();
        let alone = steps.map(|(before, step)| match step {
            step if before < unsaid => AnnotatedTurn::from(step.turn.clone()),
            step => AnnotatedTurn { variations: Vec::new(), ..step.clone() },
        });
        Self { comments: Vec::new(), turns: alone.collect() }
    }

    /// What is said at a node.
    pub fn comments_at(&self, path: &NodePath) -> &[Comment] {
        match (self.line_at(path), path.after()) {
            (Some(line), 0) => &line.comments,
            (Some(line), after) => line.turns.get(after - 1).map_or(&[], |step| &step.comments),
            (None, _) => &[],
        }
    }

    /// The line or variation that a node is in.
    fn line_at(&self, path: &NodePath) -> Option<&Self> {
        path.forks().iter().try_fold(self, |line, fork| line.turns.get(fork.turns)?.variations.get(fork.variation))
    }

    fn line_at_mut(&mut self, path: &NodePath) -> Option<&mut Self> {
        let mut forks = path.forks().iter();
        forks.try_fold(self, |line, fork| line.turns.get_mut(fork.turns)?.variations.get_mut(fork.variation))
    }
}
