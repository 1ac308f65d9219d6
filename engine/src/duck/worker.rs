//! One thread's search, from the root.

use domain::rules::duck::DuckPosition;
use domain::rules::turn::Turn;

use super::packed::{PackedMove, PackedTurn};
use super::search::{Node, Search, Task};
use crate::deepen::Worker;
use crate::engine::Means;
use crate::limits::Budget;
use crate::report::Line;
use crate::score::Score;

/// One thread that searches a position of the duck games.
pub(crate) struct DuckWorker<'a> {
    root: Node,
    search: Search<'a>,
}

impl<'a> DuckWorker<'a> {
    pub fn new(position: &DuckPosition, earlier: &[u64], means: Means<'a>) -> Self {
        Self { root: Node::new(position.clone()), search: Search::new(earlier, means) }
    }
}

impl Worker for DuckWorker<'_> {
    fn look(&mut self, depth: u32, alpha: Score, beta: Score, found: &[Line]) -> Option<Line> {
        let search = &mut self.search;
        search.root.left_out.clear();
        search.root.left_out.extend(found.iter().filter_map(|line| match line.turns.first() {
            Some(Turn::Duck(turn)) => Some(PackedMove::of(turn.piece_move())),
            _ => None,
        }));
        search.root.score = None;
        let task = Task { depth: depth as i32, alpha: alpha.0, beta: beta.0, ply: 0, may_pass: false };
        let score = search.search(&self.root, task);
        let has_ended = search.budget.has_ended();
        let score = if has_ended { search.root.score? } else { score };
        let turns: Vec<Turn> = search.frames[0].line.iter().map(|&turn| Turn::Duck(turn)).collect();
        // All piece moves are in lines that were found already.
        let is_exhausted = score <= -Score::INFINITE.0;
        (!is_exhausted).then_some(Line { score: Score(score), turns })
    }

    fn try_first(&mut self, turn: Option<Turn>) {
        self.search.root.first = match turn {
            Some(Turn::Duck(turn)) => Some(PackedTurn::new(turn.piece_move(), turn.duck())),
            _ => None,
        };
    }

    fn budget(&mut self) -> &mut Budget {
        &mut self.search.budget
    }

    fn take_deepest(&mut self) -> u32 {
        std::mem::take(&mut self.search.deepest) as u32
    }

    fn any_turn(&self) -> Option<Turn> {
        let first = self.root.position.try_for_each_turn(std::ops::ControlFlow::Break);
        first.break_value().map(Turn::Duck)
    }
}
