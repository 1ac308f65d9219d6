//! The search beyond its depth: captures, promotions, and kings that are about to be taken.

use super::ducks::{better_squares, can_capture_king, checking_squares, king_saving_squares, saving_squares};
use super::order::{is_losing, worth};
use super::packed::{PackedMove, PackedTurn};
use super::search::{INFINITE, Node, Search, is_enough, win_at};
use crate::score::Score;
use crate::table::{Bound, Entry};

/// How many turns beyond the depth a king in danger is still saved by all moves.
const RESCUES: usize = 4;
/// What a capture may bring beyond the piece, in centipawns.
const MARGIN: i32 = 180;
/// How many ducks are tried.
const MOST_DUCKS: usize = 2;

impl Search<'_> {
    /// The score once nothing is left to be taken at a gain. `beyond` is how many turns beyond the depth this is.
    pub fn quiesce(&mut self, node: &Node, mut alpha: i32, beta: i32, ply: usize, beyond: usize) -> i32 {
        self.frames[ply].reply = PackedTurn::NONE;
        self.frames[ply].line.clear();
        if self.budget.visit() {
            return 0;
        }
        self.deepest = self.deepest.max(ply);
        let (position, color) = (&node.position, node.color());
        if can_capture_king(position.board(), position.duck(), color) {
            return win_at(ply + 1);
        }
        if let Some(score) = self.third_check(node, ply) {
            return score;
        }
        if self.is_draw(node) {
            return 0;
        }
        if let Some(score) = self.ask_tables(node, ply) {
            return score;
        }
        if ply + 2 >= self.frames.len() {
            return self.judge(node, ply);
        }
        let known = self.table.find(node.key, ply as u32);
        let first = known.map_or(PackedTurn::NONE, |entry| PackedTurn::from_bits(entry.turn));
        if let Some(entry) = known
            && beta - alpha == 1
            && is_enough(entry, alpha, beta)
        {
            self.frames[ply].reply = first;
            return entry.score.0;
        }
        let saving = king_saving_squares(position.board(), color);
        let in_danger = saving.is_empty() && beyond < RESCUES;
        let standing = if in_danger { -INFINITE } else { self.judge(node, ply) };
        let mut best = standing;
        let first_alpha = alpha;
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let mut moves = std::mem::take(&mut self.frames[ply].moves).cleared();
        if in_danger {
            moves.add_all(position, first.piece_move(), self.frames[ply].killers, &self.history);
        } else {
            moves.add_noisy(position, first.piece_move());
        }
        if in_danger && moves.len() == 0 {
            return win_at(ply);
        }
        let mut best_turn = PackedTurn::NONE;
        for ordered in moves.by_ref() {
            let piece_move = ordered.piece_move;
            if !in_danger {
                let gain = piece_move.capture().map_or(0, worth) + piece_move.promotion().map_or(0, worth);
                if is_losing(ordered) || standing + gain + MARGIN <= alpha {
                    continue;
                }
            }
            let half = position.half_turn(piece_move);
            let mut squares = half.duck_squares() & king_saving_squares(half.board(), color);
            if squares.is_empty() {
                best = best.max(-win_at(ply + 2));
                continue;
            }
            let checking = checking_squares(position, &half);
            let guarding = squares & saving_squares(half.board(), piece_move.to(), !color);
            let among = if guarding.any() { guarding } else { squares };
            let mut next = if PackedMove::of(piece_move) == first.piece_move() { first.duck() } else { None }
                .filter(|&duck| squares.contains(duck))
                .or_else(|| self.history.best_duck(color, piece_move.to(), among));
            let mut tried = 0;
            while let Some(duck) = next {
                squares.discard(duck);
                let after = half.finish(Some(duck));
                let Ok(turn) = half.turn(Some(duck)) else { break };
                let key = position.key_after(node.key, turn, &after);
                self.path.push(node.key);
                let score = -self.quiesce(&Node { position: after, key }, -beta, -alpha, ply + 1, beyond + 1);
                self.path.pop();
                if self.budget.has_ended() {
                    return 0;
                }
                tried += 1;
                if score > best {
                    best = score;
                    best_turn = PackedTurn::new(piece_move, Some(duck));
                    self.frames[ply].reply = best_turn;
                    alpha = alpha.max(score);
                    if score >= beta {
                        break;
                    }
                }
                if tried >= MOST_DUCKS {
                    break;
                }
                squares &= better_squares(half.board(), self.frames[ply + 1].reply, duck, checking);
                next = self.history.best_duck(color, piece_move.to(), squares);
            }
            if best >= beta {
                break;
            }
        }
        self.frames[ply].moves = moves;
        let bound = if best >= beta {
            Bound::Lower
        } else if best > first_alpha && beta - first_alpha > 1 {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let turn = if bound == Bound::Upper { 0 } else { best_turn.to_bits() };
        self.table.store(node.key, ply as u32, Entry { turn, score: Score(best), bound, depth: 0 });
        best
    }
}
