//! The search beyond its depth: captures, promotions, and kings that are about to be taken.

use domain::rules::duck::PieceMove;
use shakmaty::Square;

use super::ducks::{better_squares, checking_squares, king_saving_squares, saving_squares};
use super::order::{Moves, Ordered, is_losing, worth};
use super::packed::{PackedMove, PackedTurn};
use super::search::{INFINITE, Node, Search, Task, win_at};
use crate::score::Score;

/// How many turns beyond the depth a king in danger is still saved by all moves.
const RESCUES: i32 = 4;
/// What a capture may bring beyond the piece, in centipawns.
const MARGIN: i32 = 180;

impl Search<'_> {
    /// The score once nothing is left to be taken at a gain.
    pub fn quiesce(&mut self, node: &Node, task: Task) -> i32 {
        let Task { depth, alpha, beta, ply, .. } = task;
        if self.enter(ply) {
            return 0;
        }
        if let Some(score) = self.settled(node, ply) {
            return score;
        }
        if ply + 2 >= self.frames.len() {
            return self.judge(node, ply);
        }
        let known = self.table.find(node.key, ply as u32);
        let first = known.map_or(PackedTurn::NONE, |entry| PackedTurn::from_bits(entry.turn));
        if let Some(entry) = known
            && !task.is_exact()
            && entry.settles(Score(alpha), Score(beta))
        {
            self.frames[ply].reply = first;
            return entry.score.0;
        }
        let position = &node.position;
        let in_danger = depth > -RESCUES && king_saving_squares(position.board(), node.color()).is_empty();
        let standing = if in_danger { -INFINITE } else { self.judge(node, ply) };
        if standing >= beta {
            return standing;
        }
        let mut moves = std::mem::take(&mut self.frames[ply].moves).cleared();
        if in_danger {
            moves.add_all(position, first.piece_move(), self.frames[ply].killers, &self.history);
        } else {
            moves.add_noisy(position, first.piece_move());
        }
        if in_danger && moves.is_empty() {
            self.frames[ply].moves = moves;
            return win_at(ply);
        }
        let (best, turn) = self.quiesce_each(node, task, standing, first, &mut moves);
        self.frames[ply].moves = moves;
        if self.budget.has_ended() {
            return 0;
        }
        self.remember(node, task, best, turn);
        best
    }

    /// Tries each move that may bring enough: the best score, that of standing still among them, and the turn that has it, if one has.
    /// Worth nothing once the budget has ended.
    fn quiesce_each(
        &mut self,
        node: &Node,
        mut task: Task,
        standing: i32,
        first: PackedTurn,
        moves: &mut Moves,
    ) -> (i32, PackedTurn) {
        let (mut best, mut best_turn) = (standing, PackedTurn::NONE);
        task.alpha = task.alpha.max(best);
        for ordered in moves {
            // A king in danger may not stand still: it tries everything.
            if standing > -INFINITE && brings_little(ordered, task.alpha - standing) {
                continue;
            }
            let piece_move = ordered.piece_move;
            let known = if PackedMove::of(piece_move) == first.piece_move() { first.duck() } else { None };
            let (score, duck) = self.quiesce_ducks(node, task, best, piece_move, known);
            if self.budget.has_ended() {
                break;
            }
            best = score;
            if duck.is_some() {
                best_turn = PackedTurn::new(piece_move, duck);
                self.frames[task.ply].reply = best_turn;
                task.alpha = task.alpha.max(best);
            }
            if best >= task.beta {
                break;
            }
        }
        (best, best_turn)
    }

    /// Tries a piece move with the ducks that may be best: the best score so far, and the duck if it has raised it.
    fn quiesce_ducks(
        &mut self,
        node: &Node,
        task: Task,
        mut best: i32,
        piece_move: PieceMove,
        known: Option<Square>,
    ) -> (i32, Option<Square>) {
        let Task { depth, mut alpha, beta, ply, .. } = task;
        let (position, color) = (&node.position, node.color());
        let half = position.half_turn(piece_move);
        let mut squares = half.duck_squares() & king_saving_squares(half.board(), color);
        if squares.is_empty() {
            return (best.max(-win_at(ply + 2)), None);
        }
        let checking = checking_squares(position, &half);
        let guarding = squares & saving_squares(half.board(), piece_move.to(), !color);
        let among = if guarding.any() { guarding } else { squares };
        let mut next = known
            .filter(|&duck| squares.contains(duck))
            .or_else(|| self.history.best_duck(color, piece_move.to(), among));
        let mut best_duck = None;
        while let Some(duck) = next {
            squares.discard(duck);
            let after = half.finish(Some(duck));
            let Ok(turn) = half.turn(Some(duck)) else { break };
            let key = position.key_after(node.key, turn, &after);
            self.table.prefetch(key);
            let child = Task { depth: depth - 1, alpha: -beta, beta: -alpha, ply: ply + 1, may_pass: false };
            self.path.push(node.key);
            let score = -self.quiesce(&Node { position: after, key }, child);
            self.path.pop();
            if self.budget.has_ended() {
                break;
            }
            if score > best {
                (best, best_duck) = (score, Some(duck));
                alpha = alpha.max(score);
            }
            if best >= beta {
                break;
            }
            squares &= better_squares(half.board(), self.frames[ply + 1].reply, duck, checking);
            next = self.history.best_duck(color, piece_move.to(), squares);
        }
        (best, best_duck)
    }
}

/// Whether a capture or promotion loses what it gains, or brings less than is needed.
fn brings_little(ordered: Ordered, needed: i32) -> bool {
    let piece_move = ordered.piece_move;
    let gain = piece_move.capture().map_or(0, worth) + piece_move.promotion().map_or(0, worth);
    is_losing(ordered) || gain + MARGIN <= needed
}
