//! The search of whole positions: which piece moves are tried, and how deep.

use arrayvec::ArrayVec;
use domain::rules::duck::{DuckPosition, DuckTurn};
use domain::rules::turn::Turn;
use shakmaty::{Bitboard, Color};

use super::ducks::{can_capture_king, king_saving_squares};
use super::evaluate::{by_hand, by_net, duck_net};
use super::half::Attempt;
use super::order::{History, Moves, is_noisy};
use super::packed::{PackedMove, PackedTurn};
use super::pruning::{self, Outlook};
use crate::engine::{Evaluation, Means};
use crate::hash_table::{Bound, Entry, SharedTable};
use crate::limits::Budget;
use crate::net::{Accumulators, Net};
use crate::proof::third_check;
use crate::score::{MAX_PLIES, Score};
use crate::strength::Noise;
use crate::tables::Tables;

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
    /// How many turns deep; below zero, how many turns beyond the depth it is.
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
    pub root: Root,
    pub deepest: usize,
}

/// What is kept of the root while it is searched to a depth.
#[derive(Default)]
pub(super) struct Root {
    /// Piece moves that it leaves out.
    pub left_out: Vec<PackedMove>,
    /// The score of its line, as far as it has been searched; none if it has no line yet.
    pub score: Option<i32>,
    /// The turn that is to be tried first, if not the one that the hash table knows.
    pub first: Option<PackedTurn>,
}

/// The farthest that a line may go.
const MOST_PLIES: usize = MAX_PLIES as usize - 4;

impl<'a> Search<'a> {
    pub fn new(earlier: &[u64], means: Means<'a>) -> Self {
        let Means { table, budget, pruning, tables, noise, evaluation, .. } = means;
        let frames = vec![Frame::default(); MAX_PLIES as usize + 2];
        let net = (evaluation == Evaluation::Net).then(duck_net);
        Self {
            table,
            budget,
            pruning,
            tables: tables.filter(|_| pruning),
            noise,
            net,
            accumulators: Accumulators::default(),
            history: History::new(),
            frames,
            path: earlier.to_vec(),
            root: Root::default(),
            deepest: 0,
        }
    }

    /// The score of a position for the seat to move; worth nothing once the budget has ended.
    pub fn search(&mut self, node: &Node, mut task: Task) -> i32 {
        let Task { depth, ply, .. } = task;
        if depth <= 0 {
            return if self.pruning { self.quiesce(node, Task { depth: 0, ..task }) } else { self.stand(node, ply) };
        }
        if self.enter(ply) {
            return 0;
        }
        let is_exact = task.is_exact();
        if ply > 0 {
            if let Some(score) = self.settled(node, ply) {
                return score;
            }
            if ply >= MOST_PLIES {
                return self.judge(node, ply);
            }
            task.alpha = task.alpha.max(-win_at(ply));
            // A seat without a turn has won already.
            task.beta = task.beta.min(win_at(ply));
            if task.alpha >= task.beta {
                return task.alpha;
            }
        }
        let known = if self.pruning { self.table.find(node.key, ply as u32) } else { None };
        let first = known.map_or(PackedTurn::NONE, |entry| PackedTurn::from_bits(entry.turn));
        let first = self.root.first.filter(|_| ply == 0).unwrap_or(first);
        if let Some(entry) = known
            && !is_exact
            && i32::from(entry.depth) >= depth
            && entry.settles(Score(task.alpha), Score(task.beta))
        {
            self.frames[ply].reply = first;
            return entry.score.0;
        }
        let outlook = self.outlook(node, ply, known, is_exact);
        if let Some(score) = self.cut_early(node, task, outlook) {
            return score;
        }
        if self.pruning && depth >= 4 && first == PackedTurn::NONE && ply > 0 {
            task.depth -= 1;
        }
        let mut moves = std::mem::take(&mut self.frames[ply].moves).cleared();
        moves.add_all(&node.position, first.piece_move(), self.frames[ply].killers, &self.history);
        if moves.is_empty() {
            self.frames[ply].moves = moves;
            return win_at(ply);
        }
        let (best, turn) = self.try_each(node, task, outlook, first, &mut moves);
        self.frames[ply].moves = moves;
        if self.budget.has_ended() {
            return 0;
        }
        if self.pruning && (ply > 0 || self.root.left_out.is_empty() && self.budget.only().is_empty()) {
            self.remember(node, task, best, turn);
        }
        best
    }

    /// Begins to look at a position, and says whether the search is to end before.
    pub fn enter(&mut self, ply: usize) -> bool {
        self.frames[ply].reply = PackedTurn::NONE;
        self.frames[ply].line.clear();
        if self.budget.visit() {
            return true;
        }
        self.deepest = self.deepest.max(ply);
        false
    }

    /// The score of a position that needs no search: a king can be taken, a third check given, it is a draw, or tables know it.
    pub fn settled(&mut self, node: &Node, ply: usize) -> Option<i32> {
        let position = &node.position;
        if self.pruning {
            if can_capture_king(position.board(), position.duck(), node.color()) {
                return Some(win_at(ply + 1));
            }
            if let Some(turn) = third_check(position) {
                self.frames[ply].reply = PackedTurn::new(turn.piece_move(), turn.duck());
                self.frames[ply].line.push(turn);
                return Some(win_at(ply + 1));
            }
        }
        if self.is_draw(node) {
            return Some(0);
        }
        self.ask_tables(node, ply)
    }

    /// What is known of a position, by its evaluation and the table.
    fn outlook(&mut self, node: &Node, ply: usize, known: Option<Entry>, is_exact: bool) -> Outlook {
        let saving = king_saving_squares(node.position.board(), node.color());
        let (is_threatened, in_danger) = (saving != Bitboard::FULL, saving.is_empty());
        let mut evaluation = -INFINITE;
        if self.pruning && !in_danger {
            evaluation = self.judge(node, ply);
            if let Some(entry) = known
                && entry.settles(Score(evaluation), Score(evaluation))
                && is_open(entry.score.0)
            {
                evaluation = entry.score.0;
            }
        }
        self.frames[ply].evaluation = evaluation;
        let is_improving = ply >= 2 && evaluation > self.frames[ply - 2].evaluation;
        Outlook { evaluation, is_improving, is_threatened, in_danger, is_exact }
    }

    /// The score of a position that is so good that none of its moves need be tried.
    fn cut_early(&mut self, node: &Node, task: Task, outlook: Outlook) -> Option<i32> {
        if !self.pruning || outlook.is_exact || outlook.in_danger {
            return None;
        }
        if pruning::is_good_enough(task, outlook) {
            return Some(outlook.evaluation);
        }
        if let Some(reduction) = pruning::pass_reduction(&node.position, task, outlook) {
            let score = self.pass(node, task, reduction);
            if self.budget.has_ended() {
                return Some(0);
            }
            if score >= task.beta {
                self.frames[task.ply].reply = PackedTurn::NONE;
                return Some(if is_open(score) { score } else { task.beta });
            }
        }
        None
    }

    /// Tries each move: the best score, and its turn. Worth nothing once the budget has ended.
    fn try_each(
        &mut self,
        node: &Node,
        mut task: Task,
        outlook: Outlook,
        first: PackedTurn,
        moves: &mut Moves,
    ) -> (i32, PackedTurn) {
        let ply = task.ply;
        let (mut best, mut best_turn) = (-INFINITE, PackedTurn::NONE);
        let mut quiets: ArrayVec<PackedMove, 64> = ArrayVec::new();
        let mut expected = PackedMove::NONE;
        let mut tried = 0;
        self.frames[ply + 1].killers = [PackedMove::NONE; 2];
        for ordered in moves {
            let piece_move = ordered.piece_move;
            let packed = PackedMove::of(piece_move);
            if ply == 0 && self.is_left_out_at_root(packed) {
                continue;
            }
            let may_be_left_out = self.pruning && ply > 0 && !outlook.in_danger && best > -Score::CERTAIN;
            let is_first = packed == first.piece_move();
            if may_be_left_out && !is_first && pruning::is_left_out(ordered, tried, task, outlook) {
                continue;
            }
            let reduction = pruning::reduction(ordered, tried, task.depth);
            let duck = if is_first { first.duck() } else { None };
            let attempt = Attempt { piece_move, number: tried, reduction, duck, expected };
            tried += 1;
            let (score, duck) = self.try_ducks(node, &attempt, task);
            if self.budget.has_ended() {
                break;
            }
            let reply = self.frames[ply + 1].reply;
            if reply != PackedTurn::NONE {
                expected = reply.piece_move();
            }
            let is_quiet = !is_noisy(piece_move);
            if score > best {
                (best, best_turn) = (score, PackedTurn::new(piece_move, duck));
                self.frames[ply].reply = best_turn;
                task.alpha = task.alpha.max(score);
                if score >= task.beta {
                    if is_quiet {
                        self.learn(node.color(), best_turn, &quiets, task);
                    }
                    break;
                }
            }
            if is_quiet {
                let _ = quiets.try_push(packed);
            }
        }
        (best, best_turn)
    }

    /// Stores what was found in a position by this task.
    pub fn remember(&self, node: &Node, task: Task, best: i32, turn: PackedTurn) {
        let bound = Bound::of(Score(best), Score(task.alpha), Score(task.beta));
        let turn = if bound == Bound::Upper { 0 } else { turn.to_bits() };
        let depth = task.depth.clamp(0, 255) as u8;
        self.table.store(node.key, task.ply as u32, Entry { turn, score: Score(best), bound, depth });
    }

    /// Whether a piece move of the root is in another line already, or not among those that the limits name.
    fn is_left_out_at_root(&self, piece_move: PackedMove) -> bool {
        self.root.left_out.contains(&piece_move) || self.root_ducks(piece_move).is_some_and(Bitboard::is_empty)
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
        if self.enter(ply) || self.is_draw(node) {
            return 0;
        }
        if node.position.has_turn() { self.judge(node, ply) } else { win_at(ply) }
    }

    /// What the position is worth if its seat leaves all as it is: nobody may, but a position that is good even so needs no
    /// deep look.
    fn pass(&mut self, node: &Node, task: Task, reduction: i32) -> i32 {
        let Task { depth, beta, ply, .. } = task;
        let after = Node::new(node.position.pass());
        let task = Task { depth: depth - reduction, alpha: -beta, beta: 1 - beta, ply: ply + 1, may_pass: false };
        self.path.push(node.key);
        let score = -self.search(&after, task);
        self.path.pop();
        score
    }

    /// Whether the position has been before, or a draw can be claimed for quiet turns: not by a seat without a turn, which has won.
    pub fn is_draw(&self, node: &Node) -> bool {
        let clock = node.position.halfmove_clock() as usize;
        clock >= 100 && node.position.has_turn()
            || self.path.iter().rev().take(clock).skip(1).step_by(2).any(|&key| key == node.key)
    }

    /// Learns from a quiet turn that was good enough, after others that were not.
    fn learn(&mut self, color: Color, good: PackedTurn, others: &[PackedMove], task: Task) {
        let piece_move = good.piece_move();
        let bonus = (16 * task.depth * task.depth).min(1200);
        self.history.learn_move(color, piece_move, bonus);
        for &other in others {
            self.history.learn_move(color, other, -bonus);
        }
        if let Some(duck) = good.duck() {
            self.history.learn_duck(color, piece_move.to(), duck, bonus);
        }
        let killers = &mut self.frames[task.ply].killers;
        if killers[0] != piece_move {
            killers[1] = killers[0];
            killers[0] = piece_move;
        }
    }
}
