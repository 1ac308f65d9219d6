//! The second half of a turn: which ducks are tried after a piece move.

use std::ops::ControlFlow;

use domain::rules::duck::{HalfTurn, PieceMove};
use shakmaty::{Bitboard, Square};

use super::ducks::{better_squares, checking_squares, hindering_squares, king_saving_squares, may_give_third_check};
use super::packed::{PackedMove, PackedTurn};
use super::search::{INFINITE, Node, Search, Task, win_at};
use crate::score::Score;

/// A piece move that is to be tried.
pub(super) struct Attempt {
    pub piece_move: PieceMove,
    /// How many were tried before it.
    pub number: usize,
    /// How much less deep it is looked at first.
    pub reduction: i32,
    /// The duck's square that was best before.
    pub duck: Option<Square>,
    /// The reply that answered the moves before this one.
    pub expected: PackedMove,
}

/// After how many ducks the rest are left out, where only a bound is asked for and not all of them have lost for certain.
const MOST_DUCKS: usize = 6;

impl Search<'_> {
    /// The score of a piece move with its best duck.
    pub fn try_ducks(&mut self, node: &Node, attempt: &Attempt, task: Task) -> (i32, Option<Square>) {
        let Task { depth, mut alpha, beta, ply, .. } = task;
        let piece_move = attempt.piece_move;
        let half = node.position.half_turn(piece_move);
        let color = node.color();
        let checking = checking_squares(&node.position, &half);
        let mut squares = match self.squares_to_try(node, &half, checking, task) {
            ControlFlow::Continue(squares) => squares,
            ControlFlow::Break(decided) => return decided,
        };
        let half_key = half_key(node, &half);
        let reduction = attempt.reduction.min((depth - 2).max(0));

        let (mut best, mut best_duck) = (-INFINITE, None);
        let mut next = attempt
            .duck
            .filter(|&duck| squares.contains(duck))
            .or_else(|| self.guess(&half, half_key, attempt, squares));
        let mut tried = 0;
        while let Some(duck) = next {
            squares.discard(duck);
            let score =
                self.try_duck(node, &half, duck, Task { alpha, ..task }, reduction, attempt.number == 0 && tried == 0);
            if self.budget.has_ended() {
                return (0, None);
            }
            tried += 1;
            if score > best {
                best = score;
                best_duck = Some(duck);
                if score > alpha {
                    alpha = score;
                    self.take_line(ply, &half, Some(duck), score);
                    if score >= beta {
                        break;
                    }
                }
            }
            if self.pruning {
                if tried >= MOST_DUCKS && !task.is_exact() && best > -Score::CERTAIN {
                    break;
                }
                let reply = self.frames[ply + 1].reply;
                squares &= better_squares(half.board(), reply, duck, checking);
                if reply != PackedTurn::NONE {
                    self.history.learn_reply(half_key, reply.piece_move());
                }
            }
            next = self.history.best_duck(color, piece_move.to(), squares);
        }
        (best, best_duck)
    }

    /// The squares where the duck may go; or the score of the piece move, and a duck, if the move decides the game.
    fn squares_to_try(
        &mut self,
        node: &Node,
        half: &HalfTurn,
        checking: Bitboard,
        task: Task,
    ) -> ControlFlow<(i32, Option<Square>), Bitboard> {
        let ply = task.ply;
        let piece_move = half.piece_move();
        if piece_move.captures_king() {
            self.take_line(ply, half, None, win_at(ply + 1));
            return ControlFlow::Break((win_at(ply + 1), None));
        }
        let mut squares = half.duck_squares();
        if ply == 0
            && let Some(only) = self.root_ducks(PackedMove::of(piece_move))
        {
            squares &= only;
        }
        if may_give_third_check(&node.position)
            && let Some(duck) = (squares & checking).first()
        {
            // It ends the game: what could take the own king does not matter.
            return ControlFlow::Break(self.decide(half, Some(duck), win_at(ply + 1), task));
        }
        if self.pruning {
            let saving = squares & king_saving_squares(half.board(), node.color());
            if saving.is_empty() {
                // Whatever the duck does, the king is taken.
                return ControlFlow::Break(self.decide(half, squares.first(), -win_at(ply + 2), task));
            }
            squares = saving;
        }
        ControlFlow::Continue(squares)
    }

    /// Takes a turn that decides the game, so that nothing answers it.
    fn decide(&mut self, half: &HalfTurn, duck: Option<Square>, score: i32, task: Task) -> (i32, Option<Square>) {
        let ply = task.ply;
        self.frames[ply + 1].reply = PackedTurn::NONE;
        self.frames[ply + 1].line.clear();
        if score > task.alpha {
            self.take_line(ply, half, duck, score);
        }
        (score, duck)
    }

    /// The first duck: in the way of the reply that is expected.
    fn guess(&self, half: &HalfTurn, half_key: u64, attempt: &Attempt, squares: Bitboard) -> Option<Square> {
        let known = self.history.reply(half_key);
        let expected = if known.is_some() { known } else { attempt.expected };
        let mut hindering = Bitboard::EMPTY;
        if expected.is_some() && half.board().color_at(expected.from()) == Some(!half_color(half)) {
            hindering = hindering_squares(half.board(), expected) & squares;
        }
        let among = if hindering.any() { hindering } else { squares };
        self.history.best_duck(half_color(half), attempt.piece_move.to(), among)
    }

    /// The score of a whole turn.
    fn try_duck(
        &mut self,
        node: &Node,
        half: &HalfTurn,
        duck: Square,
        task: Task,
        reduction: i32,
        is_first: bool,
    ) -> i32 {
        let Task { depth, alpha, beta, ply, .. } = task;
        let after = half.finish(Some(duck));
        let Ok(turn) = half.turn(Some(duck)) else { return -INFINITE };
        let key = node.position.key_after(node.key, turn, &after);
        self.table.prefetch(key);
        let after = Node { position: after, key };
        self.path.push(node.key);
        let child =
            |depth, alpha: i32, beta: i32| Task { depth, alpha: -beta, beta: -alpha, ply: ply + 1, may_pass: true };
        let score = if is_first || !self.pruning {
            -self.search(&after, child(depth - 1, alpha, beta))
        } else {
            let mut score = -self.search(&after, child(depth - 1 - reduction, alpha, alpha + 1));
            if score > alpha && reduction > 0 && !self.budget.has_ended() {
                score = -self.search(&after, child(depth - 1, alpha, alpha + 1));
            }
            if score > alpha && score < beta && !self.budget.has_ended() {
                score = -self.search(&after, child(depth - 1, alpha, beta));
            }
            score
        };
        self.path.pop();
        debug_assert!(self.budget.has_ended() || score.abs() <= Score::WON);
        score
    }

    /// The line of a turn is the turn, and the line of what follows it. At the root its score belongs to it.
    fn take_line(&mut self, ply: usize, half: &HalfTurn, duck: Option<Square>, score: i32) {
        let Ok(turn) = half.turn(duck) else { return };
        if ply == 0 {
            self.root.score = Some(score);
        }
        let (before, after) = self.frames.split_at_mut(ply + 1);
        let line = &mut before[ply].line;
        line.clear();
        line.push(turn);
        if !turn.captures_king() {
            line.extend_from_slice(&after[0].line);
        }
    }
}

/// The seat that is making the half turn.
fn half_color(half: &HalfTurn) -> shakmaty::Color {
    !half.next_color()
}

/// A number for the pieces after a piece move: enough for a table of hints.
fn half_key(node: &Node, half: &HalfTurn) -> u64 {
    let piece_move = u64::from(PackedMove::of(half.piece_move()).to_bits()) + 1;
    // The duck is lifted: positions that differ by it share what they know.
    let pieces = node.key ^ node.position.duck_key();
    (pieces ^ piece_move.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}
