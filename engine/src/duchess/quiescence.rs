//! What is looked at beyond the depth: captures and promotions, until nothing is hanging.

use super::order::{pick, prize};
use super::search::{Node, Search};
use crate::score::{MAX_PLIES, Score};

/// What a capture may bring besides the piece.
const MARGIN: i32 = 150;

impl Search<'_> {
    /// The score of a position in which the team to move may stop capturing whenever it likes.
    pub(super) fn quiesce(&mut self, node: Node<'_>, alpha: Score, beta: Score) -> Score {
        if self.budget.visit() {
            return Score::DRAW;
        }
        self.deepest = self.deepest.max(node.ply);
        if let Some(score) = self.teams.ended(node.position, node.ply) {
            return score;
        }
        let eval = self.teams.evaluate(node.position);
        let (mut alpha, mut best) = (alpha.max(eval), eval);
        if alpha >= beta || node.ply >= MAX_PLIES as u32 - 1 {
            return best;
        }
        let mut list = std::mem::take(&mut self.lists[node.ply as usize]);
        self.order.list_gains(node.position, 0, &mut list);
        for n in 0..list.len() {
            let turn = pick(&mut list, n).turn;
            if eval.0 + prize(turn) + MARGIN <= alpha.0 {
                continue;
            }
            let after = self.teams.play(node.position, turn);
            let child = Node { position: &after, key: 0, ply: node.ply + 1, by_turn: true, has_reply: false };
            let score = if self.teams.same(node.position, &after) {
                self.quiesce(child, alpha, beta)
            } else {
                -self.quiesce(child, -beta, -alpha)
            };
            if self.budget.has_ended() {
                break;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.lists[node.ply as usize] = list;
        if alpha < beta
            && let Some(after) = self.may_leave_the_reply(node)
        {
            let child = Node { position: &after, key: 0, ply: node.ply + 1, by_turn: false, has_reply: true };
            best = best.max(self.quiesce(child, alpha, beta));
        }
        best
    }
}
