//! Joining lines: what both contain is kept once, with the comments of both.

use super::{AnnotatedTurn, Comment, Line, NodePath};

impl<T: PartialEq + Clone> Line<T> {
    /// Adds all of another line that begins at the same node. What it says is added to what is said. Joined to an empty
    /// line it is the same in its plain form: no variation without turns, no two that begin alike.
    pub fn join(&mut self, other: &Self) {
        add(&mut self.comments, &other.comments);
        self.join_at(&NodePath::START, other);
    }

    fn join_at(&mut self, path: &NodePath, other: &Self) {
        let mut path = path.clone();
        for step in &other.turns {
            let next = self.enter(&path, step.turn.clone());
            self.annotate(&next, step);
            for variation in &step.variations {
                // What is said before the first turn of a variation is said of that turn: the node before is the line's.
                let first = variation.turns.first().unwrap_or(step);
                let begun = self.enter(&path, first.turn.clone());
                self.step_at(&begun, |step| add(&mut step.comments, &variation.comments));
                self.join_at(&path, variation);
            }
            path = next;
        }
    }

    fn annotate(&mut self, path: &NodePath, other: &AnnotatedTurn<T>) {
        self.step_at(path, |step| {
            add(&mut step.comments, &other.comments);
            for nag in &other.nags {
                if !step.nags.contains(nag) {
                    step.nags.push(*nag);
                }
            }
            step.clock = step.clock.or(other.clock);
        });
    }

    fn step_at(&mut self, path: &NodePath, change: impl FnOnce(&mut AnnotatedTurn<T>)) {
        let index = path.after().checked_sub(1);
        if let (Some(index), Some(line)) = (index, self.line_at_mut(path))
            && let Some(step) = line.turns.get_mut(index)
        {
            change(step);
        }
    }
}

fn add(said: &mut Vec<Comment>, more: &[Comment]) {
    for comment in more {
        if !said.contains(comment) {
            said.push(comment.clone());
        }
    }
}
