//! The search of whole positions: which piece moves are tried, how deep, and what is left out.

use std::sync::LazyLock;

use domain::rules::duck::DuckPosition;
use domain::rules::turn::Turn;
use shakmaty::{Bitboard, Color, Square};

use super::ducks::{can_capture_king, king_saving_squares};
use super::evaluate::{by_hand, by_net, duck_net};
use super::half::Attempt;
use super::order::{History, Moves, is_losing, is_noisy};
use super::packed::{PackedMove, PackedTurn};
use crate::engine::{Evaluation, Means};
use crate::limits::Budget;
use crate::net::{Accumulators, Net};
use crate::proof::third_check;
use crate::score::{MAX_PLIES, Score};
use crate::strength::Noise;
use crate::table::{Bound, Entry, SharedTable};
use crate::tables::Tables;
use domain::rules::duck::DuckTurn;

/// More than any score.
pub(super) const INFINITE: i32 = Score::INFINITE.0;

/// The score of a seat that wins so many turns from the root.
pub(super) const fn win_at(ply: usize) -> i32 {
    Score::win_in(ply as u32).0
}

/// Whether a score is no certain win or loss.
pub(super) const fn is_open(score: i32) -> bool {
    score.abs() < Score::CERTAIN
}

/// A position with its key.
pub(super) struct Node {
    pub position: DuckPosition,
    pub key: u64,
}

impl Node {
    pub fn new(position: DuckPosition) -> Self {
        let key = position.key();
        Self { position, key }
    }

    pub fn color(&self) -> Color {
        self.position.color()
    }
}

/// What is kept of each turn on the path from the root.
#[derive(Clone, Default)]
pub(super) struct Frame {
    /// The turn that answered the position best; none when it needed none, because the evaluation was enough.
    pub reply: PackedTurn,
    /// The best line from here on.
    pub line: Vec<DuckTurn>,
    /// Quiet moves that were good in positions beside this one.
    pub killers: [PackedMove; 2],
    pub evaluation: i32,
    /// The list of moves, which is on the heap so that no depth exhausts the stack.
    pub moves: Moves,
}

/// How a position is to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    /// How many turns deep.
    pub depth: i32,
    pub alpha: i32,
    pub beta: i32,
    /// How many turns from the root.
    pub ply: usize,
    /// Whether the seat may be let pass: not twice in a row.
    pub may_pass: bool,
}

impl Task {
    /// Whether the true score is wanted, and not only on which side of a bound it is.
    pub const fn is_exact(&self) -> bool {
        self.beta - self.alpha > 1
    }
}

/// A search by one thread.
pub(super) struct Search<'a> {
    pub table: SharedTable<'a>,
    pub budget: Budget,
    pub pruning: bool,
    /// The tables of endings that are asked, if any.
    pub tables: Option<&'a Tables>,
    noise: Noise,
    /// What judges positions; `None` is the evaluation by hand.
    net: Option<&'static Net>,
    accumulators: Accumulators,
    pub history: History,
    pub frames: Vec<Frame>,
    /// The keys of the positions before this one, those of the game first.
    pub path: Vec<u64>,
    /// Piece moves that the root leaves out.
    pub left_out: Vec<PackedMove>,
    /// The score of the root's line, as far as it has been searched; none if it has no line yet.
    pub root_score: Option<i32>,
    /// The turn that is to be tried first at the root, if not the one that the hash table knows.
    pub root_first: Option<PackedTurn>,
    /// How deep the root is being searched.
    pub root_depth: usize,
    pub deepest: usize,
}

/// The farthest that a line may go.
const MOST_PLIES: usize = MAX_PLIES as usize - 4;

impl<'a> Search<'a> {
    pub fn new(earlier: &[u64], means: Means<'a>) -> Self {
        let Means { table, budget, pruning, tables, noise, evaluation } = means;
        let frames = vec![Frame::default(); MAX_PLIES as usize + 2];
        let path = earlier.to_vec();
        let (left_out, history) = (Vec::new(), History::new());
        let net = (evaluation == Evaluation::Net).then(duck_net);
        Self {
            table,
            budget,
            pruning,
            tables: tables.filter(|_| pruning),
            noise,
            net,
            accumulators: Accumulators::default(),
            history,
            frames,
            path,
            left_out,
            root_score: None,
            root_first: None,
            root_depth: 0,
            deepest: 0,
        }
    }

    /// The score of a position for the seat to move; worth nothing once the budget has ended.
    pub fn search(&mut self, node: &Node, task: Task) -> i32 {
        let Task { mut depth, mut alpha, mut beta, ply, .. } = task;
        let (is_root, is_exact) = (ply == 0, task.is_exact());
        if depth <= 0 {
            return if self.pruning { self.quiesce(node, alpha, beta, ply, 0) } else { self.stand(node, ply) };
        }
        self.frames[ply].reply = PackedTurn::NONE;
        self.frames[ply].line.clear();
        if self.budget.visit() {
            return 0;
        }
        self.deepest = self.deepest.max(ply);
        let (position, color) = (&node.position, node.color());
        if self.pruning && !is_root && can_capture_king(position.board(), position.duck(), color) {
            return win_at(ply + 1);
        }
        if !is_root {
            if self.pruning
                && let Some(score) = self.third_check(node, ply)
            {
                return score;
            }
            if self.is_draw(node) {
                return 0;
            }
            if let Some(score) = self.ask_tables(node, ply) {
                return score;
            }
            if ply >= MOST_PLIES {
                return self.judge(node, ply);
            }
            alpha = alpha.max(-win_at(ply));
            beta = beta.min(win_at(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        let known = if self.pruning { self.table.find(node.key, ply as u32) } else { None };
        let first = known.map_or(PackedTurn::NONE, |entry| PackedTurn::from_bits(entry.turn));
        let first = self.root_first.filter(|_| is_root).unwrap_or(first);
        if let Some(entry) = known
            && !is_exact
            && i32::from(entry.depth) >= depth
            && is_enough(entry, alpha, beta)
        {
            self.frames[ply].reply = first;
            return entry.score.0;
        }

        // Our king is threatened as it would be if we left all as it is and lifted the duck.
        let saving = king_saving_squares(position.board(), color);
        let (is_threatened, in_danger) = (saving != Bitboard::FULL, saving.is_empty());
        let mut evaluation = -INFINITE;
        if self.pruning && !in_danger {
            evaluation = self.judge(node, ply);
            if let Some(entry) = known
                && is_enough(entry, evaluation, evaluation)
                && is_open(entry.score.0)
            {
                evaluation = entry.score.0;
            }
        }
        self.frames[ply].evaluation = evaluation;
        let is_improving = ply >= 2 && evaluation > self.frames[ply - 2].evaluation;
        if self.pruning && !is_exact && !in_danger {
            if depth <= 6 && is_open(beta) && evaluation - 90 * depth + 40 * i32::from(is_improving) >= beta {
                return evaluation;
            }
            if depth <= 3 && evaluation + 250 * depth <= alpha {
                let score = self.quiesce(node, alpha, beta, ply, 0);
                if score <= alpha || self.budget.has_ended() {
                    return score;
                }
            }
            if task.may_pass && depth >= 3 && !is_threatened && evaluation >= beta && has_pieces(position) {
                let score = self.pass(node, task, beta, 3 + depth / 4 + ((evaluation - beta) / 200).min(3));
                if self.budget.has_ended() {
                    return 0;
                }
                if score >= beta {
                    self.frames[ply].reply = PackedTurn::NONE;
                    return if is_open(score) { score } else { beta };
                }
            }
        }
        if self.pruning && depth >= 4 && first == PackedTurn::NONE && !is_root {
            depth -= 1;
        }
        if self.pruning && in_danger && ply < 2 * self.root_depth {
            depth += 1;
        }

        let mut moves = std::mem::take(&mut self.frames[ply].moves).cleared();
        moves.add_all(position, first.piece_move(), self.frames[ply].killers, &self.history);
        if moves.len() == 0 {
            return win_at(ply);
        }
        let mut best = -INFINITE;
        let mut best_turn = PackedTurn::NONE;
        let first_alpha = alpha;
        let mut quiets: arrayvec::ArrayVec<PackedMove, 64> = arrayvec::ArrayVec::new();
        let mut expected = PackedMove::NONE;
        let mut tried = 0;
        self.frames[ply + 1].killers = [PackedMove::NONE; 2];
        for ordered in moves.by_ref() {
            let piece_move = ordered.piece_move;
            let packed = PackedMove::of(piece_move);
            if is_root && (self.left_out.contains(&packed) || self.root_ducks(packed).is_some_and(Bitboard::is_empty)) {
                continue;
            }
            let is_quiet = !is_noisy(piece_move);
            if self.pruning && !is_root && !in_danger && best > -Score::CERTAIN && packed != first.piece_move() {
                if is_quiet
                    && (tried >= most_quiets(depth, is_improving)
                        || depth <= 6 && !is_exact && evaluation + 120 + 110 * depth <= alpha
                        || depth <= 4 && ordered.rank < -2000 * depth)
                {
                    continue;
                }
                if !is_quiet && depth <= 3 && is_losing(ordered) && !is_exact {
                    continue;
                }
            }
            let attempt = Attempt {
                piece_move,
                number: tried,
                reduction: if is_quiet {
                    reduction(depth, tried, ordered.rank)
                } else {
                    i32::from(is_losing(ordered) && tried > 3)
                },
                duck: if packed == first.piece_move() { first.duck() } else { None },
                expected,
            };
            tried += 1;
            let (score, duck) = self.try_ducks(node, &attempt, Task { depth, alpha, beta, ..task });
            if self.budget.has_ended() {
                return 0;
            }
            let reply = self.frames[ply + 1].reply;
            if reply != PackedTurn::NONE {
                expected = reply.piece_move();
            }
            if score > best {
                best = score;
                best_turn = PackedTurn::new(piece_move, duck);
                self.frames[ply].reply = best_turn;
                if score > alpha {
                    alpha = score;
                    if score >= beta {
                        if is_quiet {
                            self.learn(color, packed, duck, &quiets, depth, ply);
                        }
                        break;
                    }
                }
            }
            if is_quiet {
                let _ = quiets.try_push(packed);
            }
        }
        self.frames[ply].moves = moves;
        if self.pruning && (!is_root || self.left_out.is_empty() && self.budget.only().is_empty()) {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > first_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let turn = if bound == Bound::Upper { 0 } else { best_turn.to_bits() };
            let depth = depth.clamp(0, 255) as u8;
            self.table.store(node.key, ply as u32, Entry { turn, score: Score(best), bound, depth });
        }
        best
    }

    /// Where the duck may go after a piece move of the root, if the limits leave out turns: nowhere if they leave out all, and
    /// anywhere if it captures the king.
    pub fn root_ducks(&self, piece_move: PackedMove) -> Option<Bitboard> {
        let only = self.budget.only();
        let ducks = only.iter().filter_map(|turn| match turn {
            Turn::Duck(turn) if PackedMove::of(turn.piece_move()) == piece_move => {
                Some(turn.duck().map_or(Bitboard::FULL, Bitboard::from))
            }
            _ => None,
        });
        (!only.is_empty()).then(|| ducks.fold(Bitboard::EMPTY, std::ops::BitOr::bitor))
    }

    /// The score without looking ahead.
    pub fn judge(&mut self, node: &Node, ply: usize) -> i32 {
        let score = match self.net {
            Some(net) => by_net(&node.position, |board, color| self.accumulators.evaluate(net, ply, board, color)),
            None => by_hand(&node.position),
        };
        score.0 + self.noise.of(|| node.key)
    }

    /// The score at a leaf of a search without pruning.
    fn stand(&mut self, node: &Node, ply: usize) -> i32 {
        self.frames[ply].reply = PackedTurn::NONE;
        self.frames[ply].line.clear();
        if self.budget.visit() {
            return 0;
        }
        if self.is_draw(node) {
            return 0;
        }
        if node.position.has_turn() { self.judge(node, ply) } else { win_at(ply) }
    }

    /// What the position is worth if its seat leaves all as it is: nobody may, but a position that is good even so needs no
    /// deep look.
    fn pass(&mut self, node: &Node, task: Task, beta: i32, reduction: i32) -> i32 {
        let after = Node::new(node.position.pass());
        self.path.push(node.key);
        let score = -self.search(
            &after,
            Task { depth: task.depth - reduction, alpha: -beta, beta: 1 - beta, ply: task.ply + 1, may_pass: false },
        );
        self.path.pop();
        score
    }

    /// The score of a position where a third check can be given, which ends the game: with that turn as the reply.
    pub fn third_check(&mut self, node: &Node, ply: usize) -> Option<i32> {
        let turn = third_check(&node.position)?;
        self.frames[ply].reply = PackedTurn::new(turn.piece_move(), turn.duck());
        self.frames[ply].line.push(turn);
        Some(win_at(ply + 1))
    }

    /// Whether the position has been before, or a draw can be claimed for quiet turns.
    pub fn is_draw(&self, node: &Node) -> bool {
        let clock = node.position.halfmove_clock() as usize;
        clock >= 100 || self.path.iter().rev().take(clock).skip(1).step_by(2).any(|&key| key == node.key)
    }

    fn learn(
        &mut self,
        color: Color,
        good: PackedMove,
        duck: Option<Square>,
        others: &[PackedMove],
        depth: i32,
        ply: usize,
    ) {
        let bonus = (16 * depth * depth).min(1200);
        self.history.learn_move(color, good, bonus);
        for &other in others {
            self.history.learn_move(color, other, -bonus);
        }
        if let Some(duck) = duck {
            self.history.learn_duck(color, good.to(), duck, bonus);
        }
        let killers = &mut self.frames[ply].killers;
        if killers[0] != good {
            killers[1] = killers[0];
            killers[0] = good;
        }
    }
}

/// Whether a stored score is on the right side of the bounds.
pub(super) fn is_enough(entry: Entry, alpha: i32, beta: i32) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score.0 >= beta,
        Bound::Upper => entry.score.0 <= alpha,
    }
}

/// Whether the seat to move has more than pawns: else leaving all as it is may be better than any turn.
fn has_pieces(position: &DuckPosition) -> bool {
    let board = position.board();
    (board.by_color(position.color()) & !board.pawns() & !board.kings()).any()
}

/// After how many moves quiet ones are left out.
const fn most_quiets(depth: i32, is_improving: bool) -> usize {
    if depth > 8 {
        return usize::MAX;
    }
    let most = 8 + 2 * depth * depth;
    (if is_improving { most } else { most * 2 / 3 }) as usize
}

/// How much less deep a late quiet move is searched.
fn reduction(depth: i32, number: usize, rank: i32) -> i32 {
    if depth < 3 || number < 2 {
        return 0;
    }
    let base = REDUCTIONS[(depth as usize).min(63)][number.min(63)];
    (i32::from(base) - rank / 4000).max(0)
}

/// By depth and number of the move: about half the product of their logarithms.
static REDUCTIONS: LazyLock<[[u8; 64]; 64]> = LazyLock::new(|| {
    std::array::from_fn(|depth| {
        std::array::from_fn(|number| {
            let product = (depth.max(1) as f64).ln() * (number.max(1) as f64).ln();
            (0.5 + product / 2.1) as u8
        })
    })
});
