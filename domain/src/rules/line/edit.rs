//! Changing a line: a turn entered, a variation made the line, a turn removed with all that follows it, something said.

use super::{AnnotatedTurn, Comment, Line, NodePath};

impl<T: PartialEq> Line<T> {
    /// Goes on from a node with a turn: if the line or a variation has it already, that is followed; otherwise the turn
    /// is added, as a variation if the line continues differently. Nothing is added at a node that does not exist.
    pub fn enter(&mut self, path: &NodePath, turn: T) -> NodePath {
        let after = path.after();
        let is_there = |line: &&mut Self| after <= line.turns.len();
        let Some(line) = self.line_at_mut(path).filter(is_there) else { return path.clone() };
        let Some(next) = line.turns.get_mut(after) else {
            line.turns.push(AnnotatedTurn::from(turn));
            return path.on(1);
        };
        if next.turn == turn {
            return path.on(1);
        }
        let known =
            next.variations.iter().position(|beside| beside.turns.first().is_some_and(|step| step.turn == turn));
        let variation = known.unwrap_or_else(|| {
            next.variations.push(Self { comments: Vec::new(), turns: vec![AnnotatedTurn::from(turn)] });
            next.variations.len() - 1
        });
        path.into_variation(variation, 1)
    }

    /// Makes these turns the line itself: what it had instead becomes variations. Returns the new path of a node.
    pub fn follow(&mut self, turns: &[T], path: &NodePath) -> NodePath
    where
        T: Clone,
    {
        let mut path = path.clone();
        for (made, turn) in turns.iter().enumerate() {
            let before = NodePath::main(made);
            let entered = self.enter(&before, turn.clone());
            if let Some(fork) = entered.forks().first() {
                path = path.when_promoted(&before, fork.variation);
                self.exchange(&before, fork.variation);
            }
        }
        path
    }
}

impl<T> Line<T> {
    /// Makes the variation at a node the line, and the line that it leaves a variation of it. `None`: the node is in no
    /// variation.
    pub fn promote(&mut self, path: &NodePath) -> Option<NodePath> {
        let (fork, outer) = path.forks().split_last().filter(|_| self.has(path))?;
        let at = outer.iter().fold(NodePath::START, |at, fork| at.on(fork.turns).into_variation(fork.variation, 0));
        let at = at.on(fork.turns);
        let promoted = path.when_promoted(&at, fork.variation);
        self.exchange(&at, fork.variation);
        Some(promoted)
    }

    /// A variation of the turn that follows a node takes its place in the line; that goes first among the variations.
    fn exchange(&mut self, at: &NodePath, variation: usize) {
        let Some(line) = self.line_at_mut(at) else { return };
        let there = line.turns.get(at.after()).is_some_and(|step| variation < step.variations.len());
        if !there {
            return;
        }
        let mut tail = line.turns.split_off(at.after());
        let mut beside = std::mem::take(&mut tail[0].variations);
        let promoted = beside.remove(variation);
        beside.insert(0, Self { comments: Vec::new(), turns: tail });
        line.turns.extend(promoted.into_turns());
        line.turns[at.after()].variations.splice(0..0, beside);
    }

    /// Its turns, the first with what was said before it.
    fn into_turns(self) -> Vec<AnnotatedTurn<T>> {
        let mut turns = self.turns;
        if let Some(first) = turns.first_mut() {
            first.comments.splice(0..0, self.comments);
        }
        turns
    }

    /// Removes the last turn before a node and everything after it, and returns the node before it. If that turn had
    /// variations, the first becomes the line. `None` if there is no turn before the node.
    pub fn remove(&mut self, path: &NodePath) -> Option<NodePath> {
        let back = path.back().filter(|_| self.has(path))?;
        let index = path.after() - 1;
        let line = self.line_at_mut(path)?;
        let removed = line.turns.drain(index..).next();
        let mut beside = removed.map(|step| step.variations).unwrap_or_default();
        if !beside.is_empty() {
            line.turns.extend(beside.remove(0).into_turns());
            line.turns[index].variations.splice(0..0, beside);
        } else if index == 0
            && let Some(fork) = path.forks().last()
        {
            let outer = self.line_at_mut(&back)?;
            outer.turns[fork.turns].variations.remove(fork.variation);
        }
        Some(back)
    }

    /// Replaces the comment at a node.
    pub fn comment(&mut self, path: &NodePath, comment: Option<Comment>) {
        let after = path.after();
        let Some(line) = self.line_at_mut(path) else { return };
        match after.checked_sub(1) {
            None => line.comments = comment.into_iter().collect(),
            Some(index) => {
                if let Some(step) = line.turns.get_mut(index) {
                    step.comments = comment.into_iter().collect();
                }
            }
        }
    }
}
