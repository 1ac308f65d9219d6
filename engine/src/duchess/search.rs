//! [`Search`]: alpha-beta for two teams whose turns need not alternate.
//!
//! Scores are for the team to move, and are negated only when the turn goes to the other team. The window of the first turn
//! is full, that of the others empty until one proves better (Marsland's principal variation search).

use domain::rules::duchess::{DuchessPosition, DuchessTurn};
use domain::rules::turn::Turn;

use super::order::{Candidate, Order, is_quiet, pack, pick};
use super::pruning;
use super::teams::Teams;
use crate::deepen::Worker;
use crate::engine::Means;
use crate::hash_table::{Bound, Entry, SharedTable};
use crate::limits::Budget;
use crate::report::Line;
use crate::score::{MAX_PLIES, Score};

/// One thread's search of a position.
pub(crate) struct Search<'a> {
    root: &'a DuchessPosition,
    pub(super) teams: Teams,
    table: SharedTable<'a>,
    pub(super) budget: Budget,
    pruning: bool,
    /// The keys of the game's positions and of those on the way to the one that is looked at.
    path: Vec<u64>,
    pub(super) order: Order,
    /// For each ply the turns that are looked at, and the best line from there.
    pub(super) lists: Vec<Vec<Candidate>>,
    lines: Vec<Vec<DuchessTurn>>,
    pub(super) deepest: u32,
    /// The depth that is searched to.
    wanted: u32,
    /// The turn that is to be tried first at the root, packed, if not the one that the hash table knows.
    first: Option<u32>,
}

/// A position in the tree.
#[derive(Clone, Copy)]
pub(super) struct Node<'p> {
    pub position: &'p DuchessPosition,
    pub key: u64,
    /// How far it is from the root.
    pub ply: u32,
    /// Whether it was reached by a turn, and not by passing.
    pub by_turn: bool,
    /// Whether the other opponent has left the one reply to the seat that is to move.
    pub has_reply: bool,
}

/// What a turn is looked at with.
#[derive(Clone, Copy)]
struct Window {
    depth: i32,
    alpha: Score,
    beta: Score,
}

impl Window {
    fn is_open(self) -> bool {
        self.beta.0 - self.alpha.0 > 1
    }
}

impl<'a> Search<'a> {
    pub fn new(root: &'a DuchessPosition, earlier: &[u64], means: Means<'a>) -> Self {
        let Means { table, budget, pruning, opponent_model, noise, .. } = means;
        let plies = MAX_PLIES as usize + 1;
        Self {
            root,
            teams: Teams::new(root, opponent_model, noise),
            table,
            budget,
            pruning,
            path: earlier.to_vec(),
            order: Order::new(plies),
            lists: vec![Vec::new(); plies],
            lines: vec![Vec::new(); plies],
            deepest: 0,
            wanted: 0,
            first: None,
        }
    }

    /// The score of a position to a depth; a bound when it is not between alpha and beta.
    fn search(&mut self, node: Node<'_>, window: Window) -> Score {
        let Window { mut depth, mut alpha, mut beta } = window;
        self.lines[node.ply as usize].clear();
        if let Some(score) = self.teams.ended(node.position, node.ply).or_else(|| self.drawn(node)) {
            self.budget.visit();
            return score;
        }
        let is_checked = self.pruning && pruning::is_checked(node.position);
        if is_checked && node.ply < 2 * self.wanted {
            depth = depth.max(0) + 1;
        }
        if depth <= 0 && self.pruning {
            return self.quiesce(node, alpha, beta);
        }
        if self.budget.visit() {
            return Score::DRAW;
        }
        self.deepest = self.deepest.max(node.ply);
        if depth <= 0 || node.ply >= MAX_PLIES as u32 - 1 {
            return self.teams.evaluate(node.position);
        }
        let known = self.table.find(node.key ^ self.teams.salt, node.ply);
        if self.pruning {
            alpha = alpha.max(Score::loss_in(node.ply));
            beta = beta.min(Score::win_in(node.ply + 1));
            if alpha >= beta {
                return alpha;
            }
            if let Some(known) = known
                && !window.is_open()
                && i32::from(known.depth) >= depth
                && known.settles(alpha, beta)
            {
                return known.score;
            }
        }
        let window = Window { depth, alpha, beta };
        let eval = if self.pruning && !is_checked { Some(self.teams.evaluate(node.position)) } else { None };
        if let Some(score) = eval.and_then(|eval| self.cut_early(node, window, eval)) {
            return score;
        }
        let mut list = std::mem::take(&mut self.lists[node.ply as usize]);
        self.order.list(node.position, node.ply, known.map_or(0, |known| known.turn), &mut list);
        let found = self.try_each(node, window, eval, &mut list);
        self.lists[node.ply as usize] = list;
        found
    }

    /// Looks at each turn, and remembers the best.
    fn try_each(&mut self, node: Node<'_>, window: Window, eval: Option<Score>, list: &mut [Candidate]) -> Score {
        let Window { depth, mut alpha, beta } = window;
        let (mut best, mut best_turn) = (-Score::INFINITE, None);
        if let Some(after) = self.may_leave_the_reply(node) {
            best = self.leave_the_reply(node, &after, window);
            alpha = alpha.max(best);
            if self.budget.has_ended() {
                return best;
            }
            if alpha >= beta {
                self.store(node, Entry { turn: 0, score: best, bound: Bound::Lower, depth: depth.clamp(0, 255) as u8 });
                return best;
            }
        }
        for n in 0..list.len() {
            let Candidate { turn, rank } = pick(list, n);
            if let Some(eval) = eval
                && !window.is_open()
                && best.0 > -Score::CERTAIN
                && pruning::is_hopeless(turn, rank, n, depth, eval, alpha)
            {
                continue;
            }
            let after = self.teams.play(node.position, turn);
            let reduction = if eval.is_some() { pruning::reduction(turn, rank, n, depth, window.is_open()) } else { 0 };
            let score = self.try_turn(node, turn, &after, Window { depth: depth - 1, alpha, beta }, n > 0, reduction);
            if self.budget.has_ended() {
                return best.max(alpha);
            }
            if score > best {
                best = score;
                best_turn = Some(turn);
                if score > alpha {
                    alpha = score;
                    self.extend_line(node, turn);
                }
            }
            if alpha >= beta {
                if is_quiet(turn) {
                    self.order.note(node.position.seat_to_move(), node.ply, depth, turn, &list[..n]);
                }
                break;
            }
        }
        let bound = Bound::of(best, window.alpha, window.beta);
        // A turn of a node that fails low is no better than another.
        let turn = best_turn.filter(|_| bound != Bound::Upper).map_or(0, pack);
        let entry = Entry { turn, score: best, bound, depth: depth.clamp(0, 255) as u8 };
        self.store(node, entry);
        best
    }

    /// The score of a turn: first whether it is better than alpha at all, if another has been looked at.
    fn try_turn(
        &mut self,
        node: Node<'_>,
        turn: DuchessTurn,
        after: &DuchessPosition,
        window: Window,
        is_later: bool,
        reduction: i32,
    ) -> Score {
        let key = node.position.key_after(node.key, turn, after);
        let child = Node { position: after, key, ply: node.ply + 1, by_turn: true, has_reply: false };
        self.path.push(node.key);
        let mut score = None;
        if is_later && self.pruning {
            let narrow = Window { beta: Score(window.alpha.0 + 1), ..window };
            let mut found = self.look_from(node, child, Window { depth: window.depth - reduction, ..narrow });
            if reduction > 0 && found > window.alpha {
                found = self.look_from(node, child, narrow);
            }
            score = Some(found).filter(|&found| found <= window.alpha || found >= window.beta);
        }
        let score = score.unwrap_or_else(|| self.look_from(node, child, window));
        self.path.pop();
        score
    }

    /// The position after the seat to move has left the one reply to the other opponent, if it may.
    pub(super) fn may_leave_the_reply(&self, node: Node<'_>) -> Option<DuchessPosition> {
        self.teams.leaving_the_reply(node.position).filter(|_| !node.has_reply)
    }

    /// The score when the seat to move passes, and the other opponent makes the one reply.
    fn leave_the_reply(&mut self, node: Node<'_>, after: &DuchessPosition, window: Window) -> Score {
        let key = node.position.key_after_pass(node.key, after);
        let child = Node { position: after, key, ply: node.ply + 1, by_turn: false, has_reply: true };
        self.path.push(node.key);
        let score = self.look_from(node, child, window);
        self.path.pop();
        score
    }

    /// The score of a child for the team that moves at its parent.
    fn look_from(&mut self, parent: Node<'_>, child: Node<'_>, window: Window) -> Score {
        if self.teams.same(parent.position, child.position) {
            self.search(child, window)
        } else {
            let Window { depth, alpha, beta } = window;
            -self.search(child, Window { depth, alpha: -beta, beta: -alpha })
        }
    }

    /// The score when nothing needs to be looked at: the position is much too good, even after missing a turn.
    fn cut_early(&mut self, node: Node<'_>, window: Window, eval: Score) -> Option<Score> {
        let Window { depth, beta, .. } = window;
        if window.is_open() || beta.certain().is_some() || eval < beta || node.ply == 0 {
            return None;
        }
        if depth <= 3 && eval.0 - pruning::MARGIN * depth >= beta.0 {
            return Some(eval);
        }
        if depth >= 3
            && node.by_turn
            && !self.teams.replies_once(node.position)
            && pruning::has_more_than_pawns(node.position)
        {
            let after = node.position.pass();
            let key = node.position.key_after_pass(node.key, &after);
            let child = Node { position: &after, key, ply: node.ply + 1, by_turn: false, has_reply: false };
            self.path.push(node.key);
            let narrow = Window { depth: depth - 3 - depth / 4, alpha: Score(beta.0 - 1), beta };
            let score = self.look_from(node, child, narrow);
            self.path.pop();
            if score >= beta && !self.budget.has_ended() {
                return Some(if score.certain().is_some() { beta } else { score });
            }
        }
        None
    }

    /// Whether the position has been there before, or has been quiet for so long that a draw can be claimed.
    fn drawn(&self, node: Node<'_>) -> Option<Score> {
        let repeats = || self.path.contains(&node.key);
        (node.ply > 0 && (node.position.may_claim_hundred_turns() || repeats())).then_some(Score::DRAW)
    }

    /// Remembers a position, for searches that prune.
    fn store(&self, node: Node<'_>, entry: Entry) {
        if self.pruning {
            self.table.store(node.key ^ self.teams.salt, node.ply, entry);
        }
    }

    /// The best line from a node begins with this turn. It ends with the one reply, after which somebody passes.
    fn extend_line(&mut self, node: Node<'_>, turn: DuchessTurn) {
        let (lines, rest) = self.lines.split_at_mut(node.ply as usize + 1);
        let line = &mut lines[node.ply as usize];
        line.clear();
        line.push(turn);
        if self.teams.replies_once(node.position) {
            return;
        }
        if let Some(after) = rest.first() {
            line.extend_from_slice(after);
        }
    }
}

impl Worker for Search<'_> {
    fn look(&mut self, depth: u32, alpha: Score, beta: Score, found: &[Line]) -> Option<Line> {
        self.wanted = depth;
        let (alpha, beta) = (self.teams.searched(alpha), self.teams.searched(beta));
        let root = Node { position: self.root, key: self.root.key(), ply: 0, by_turn: true, has_reply: false };
        let is_taken = |turn| found.iter().any(|line| line.turns.first() == Some(&Turn::Duchess(turn)));
        let known = self.table.find(root.key ^ self.teams.salt, 0).map_or(0, |known| known.turn);
        let mut list = Vec::new();
        self.order.list(root.position, 0, self.first.unwrap_or(known), &mut list);
        list.retain(|candidate| !is_taken(candidate.turn));
        let is_restricted = !self.budget.only().is_empty();
        if is_restricted {
            list.retain(|candidate| self.budget.only().contains(&Turn::Duchess(candidate.turn)));
        }
        let mut best: Option<Line> = None;
        let mut floor = alpha;
        for n in 0..list.len() {
            let turn = pick(&mut list, n).turn;
            let after = root.position.play(turn);
            let window = Window { depth: depth as i32 - 1, alpha: floor, beta };
            let score = self.try_turn(root, turn, &after, window, n > 0, 0);
            if self.budget.has_ended() {
                break;
            }
            if best.as_ref().is_none_or(|best| score > best.score) {
                self.extend_line(root, turn);
                let turns = self.lines[0].iter().copied().map(Turn::Duchess).collect();
                best = Some(Line { score, turns });
                floor = floor.max(score);
            }
            if floor >= beta {
                break;
            }
        }
        if let Some(line) = &best
            && let Some(&Turn::Duchess(turn)) = line.turns.first()
            && found.is_empty()
            && !is_restricted
            && line.score > alpha
        {
            let bound = Bound::of(line.score, alpha, beta);
            let depth = depth.min(255) as u8;
            self.store(root, Entry { turn: pack(turn), score: line.score, bound, depth });
        }
        best.map(|line| Line { score: self.teams.shown(line.score), ..line })
    }

    fn try_first(&mut self, turn: Option<Turn>) {
        self.first = match turn {
            Some(Turn::Duchess(turn)) => Some(pack(turn)),
            _ => None,
        };
    }

    fn budget(&mut self) -> &mut Budget {
        &mut self.budget
    }

    fn take_deepest(&mut self) -> u32 {
        std::mem::take(&mut self.deepest)
    }

    fn any_turn(&self) -> Option<Turn> {
        let mut first = None;
        let _ = self.root.try_for_each_turn(|turn| {
            first = Some(Turn::Duchess(turn));
            std::ops::ControlFlow::Break(())
        });
        first
    }
}
