//! Putting lines together: what is in both is there once, and nothing that is said about it is lost.

use super::{Comment, Line, Place, Step};

impl<T: PartialEq + Clone> Line<T> {
    /// Adds all of another line that begins at the same place. What it says is added to what is said. Joined to an empty
    /// line it is the same in its plain form: no variation without turns, no two that begin alike.
    pub fn join(&mut self, other: &Self) {
        add(&mut self.comments, &other.comments);
        self.join_at(&Place::START, other);
    }

    fn join_at(&mut self, place: &Place, other: &Self) {
        let mut place = place.clone();
        for step in &other.turns {
            let next = self.enter(&place, step.turn.clone());
            self.annotate(&next, step);
            for variation in &step.variations {
                self.join_at(&place, variation);
                // What is said before the first turn of a variation is said of that turn: the place before is the line's.
                let first = variation.turns.first().unwrap_or(step);
                let begun = self.enter(&place, first.turn.clone());
                self.step_at(&begun, |step| add(&mut step.comments, &variation.comments));
            }
            place = next;
        }
    }

    fn annotate(&mut self, place: &Place, other: &Step<T>) {
        self.step_at(place, |step| {
            add(&mut step.comments, &other.comments);
            for nag in &other.nags {
                if !step.nags.contains(nag) {
                    step.nags.push(*nag);
                }
            }
            step.clock = step.clock.or(other.clock);
        });
    }

    fn step_at(&mut self, place: &Place, change: impl FnOnce(&mut Step<T>)) {
        let index = place.after().checked_sub(1);
        if let (Some(index), Some(line)) = (index, self.line_at_mut(place))
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
