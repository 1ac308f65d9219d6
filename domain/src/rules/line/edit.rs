//! Changing a line: a turn entered, a variation made the line, a turn taken out with all behind it, something said.

use super::{Comment, Line, Place, Step};

impl<T: PartialEq> Line<T> {
    /// Goes on from a place with a turn: where the line or a variation has it already that is walked, else the turn is added,
    /// as a variation if the line goes on otherwise. From a place that is not there nothing is entered.
    pub fn enter(&mut self, place: &Place, turn: T) -> Place {
        let after = place.after();
        let is_there = |line: &&mut Self| after <= line.turns.len();
        let Some(line) = self.line_at_mut(place).filter(is_there) else { return place.clone() };
        let Some(next) = line.turns.get_mut(after) else {
            line.turns.push(Step::from(turn));
            return place.on(1);
        };
        if next.turn == turn {
            return place.on(1);
        }
        let known =
            next.variations.iter().position(|beside| beside.turns.first().is_some_and(|step| step.turn == turn));
        let variation = known.unwrap_or_else(|| {
            next.variations.push(Self { comments: Vec::new(), turns: vec![Step::from(turn)] });
            next.variations.len() - 1
        });
        place.into_variation(variation, 1)
    }

    /// Makes these turns the line itself, whatever it was: what it had instead stays as variations. It gives what has
    /// become of a place.
    pub fn follow(&mut self, turns: &[T], place: &Place) -> Place
    where
        T: Clone,
    {
        let mut place = place.clone();
        for (made, turn) in turns.iter().enumerate() {
            let before = Place::main(made);
            let entered = self.enter(&before, turn.clone());
            if let Some(fork) = entered.forks().first() {
                place = place.when_promoted(&before, fork.variation);
                self.exchange(&before, fork.variation);
            }
        }
        place
    }
}

impl<T> Line<T> {
    /// Makes the variation at a place the line, and the line that it leaves a variation of it. `None`: the place is in no
    /// variation.
    pub fn promote(&mut self, place: &Place) -> Option<Place> {
        let (fork, outer) = place.forks().split_last().filter(|_| self.has(place))?;
        let at = outer.iter().fold(Place::START, |at, fork| at.on(fork.turns).into_variation(fork.variation, 0));
        let at = at.on(fork.turns);
        let promoted = place.when_promoted(&at, fork.variation);
        self.exchange(&at, fork.variation);
        Some(promoted)
    }

    /// A variation of the turn that follows a place takes its place in the line; that goes first among the variations.
    fn exchange(&mut self, at: &Place, variation: usize) {
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
    fn into_turns(self) -> Vec<Step<T>> {
        let mut turns = self.turns;
        if let Some(first) = turns.first_mut() {
            first.comments.splice(0..0, self.comments);
        }
        turns
    }

    /// Takes out the last turn before a place with all that is behind it, and gives the place before it. Where there are
    /// variations of that turn, the first of them is the line then. `None`: there is no turn before it.
    pub fn remove(&mut self, place: &Place) -> Option<Place> {
        let back = place.back().filter(|_| self.has(place))?;
        let index = place.after() - 1;
        let line = self.line_at_mut(place)?;
        let removed = line.turns.drain(index..).next();
        let mut beside = removed.map(|step| step.variations).unwrap_or_default();
        if !beside.is_empty() {
            line.turns.extend(beside.remove(0).into_turns());
            line.turns[index].variations.splice(0..0, beside);
        } else if index == 0
            && let Some(fork) = place.forks().last()
        {
            let outer = self.line_at_mut(&back)?;
            outer.turns[fork.turns].variations.remove(fork.variation);
        }
        Some(back)
    }

    /// Says this at a place, instead of what was said there.
    pub fn comment(&mut self, place: &Place, comment: Option<Comment>) {
        let after = place.after();
        let Some(line) = self.line_at_mut(place) else { return };
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
