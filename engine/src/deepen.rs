//! Iterative deepening: depth after depth, line after line, the same for every rule system.

use domain::rules::turn::Turn;

use crate::limits::Budget;
use crate::report::{Line, Report};
use crate::score::{Certain, MAX_PLIES, Score};

/// One thread's search of a position of one rule system.
pub(crate) trait Worker: Send {
    /// Searches the root to a depth, for scores between the two given; turns that begin a line of `found` with the same piece
    /// move are left out, and so are those that the limits leave out. What is returned at or outside the bounds is a bound itself.
    ///
    /// `None` when no turn was searched to its end before the limits were reached; when some were, the best of those.
    fn look(&mut self, depth: u32, alpha: Score, beta: Score, found: &[Line]) -> Option<Line>;

    /// Which turn the next look is to try first, if it is not to be the one that the hash table knows.
    fn try_first(&mut self, turn: Option<Turn>);

    /// Its limits.
    fn budget(&mut self) -> &mut Budget;

    /// How many turns ahead the farthest look went since the last call.
    fn take_deepest(&mut self) -> u32;

    /// A legal turn for a search that ends before it has begun.
    fn any_turn(&self) -> Option<Turn>;
}

/// How far beside the last score the next is looked for first, in centipawns: less and more were tried (README, "With the net of step 6").
const WINDOW: i32 = 4;

/// Where the first window is set: shallow scores jump.
const WINDOWS_FROM: u32 = 4;

/// After how many looks that visited as many positions as the one before and found the same, there is nothing left to be found.
const SAME_LOOKS: u32 = 2;

/// Searches deeper and deeper until the limits are reached, or hardly anything else can be found. Returns the lines, the best first but
/// for those that the last look did not reach, and the depth; no line when there is no legal turn. The lines of a depth are reported at
/// its end; those that are returned begin as those that were reported last.
pub(crate) fn deepen<W: Worker>(
    worker: &mut W,
    lines: usize,
    first_depth: u32,
    mut report: impl FnMut(&mut W, u32, usize, &Line),
) -> (Vec<Line>, u32) {
    let (mut best, mut reported): (Vec<Line>, Vec<Line>) = (Vec::new(), Vec::new());
    let (mut done, mut reached) = (0, 0);
    let (mut depth, mut visited, mut repeats) = (first_depth, 0, 0);
    while depth < MAX_PLIES as u32 / 2 && worker.budget().may_deepen(depth) {
        let visited_before = worker.budget().visited();
        let mut found = look_for_lines(worker, depth, lines, &best);
        reached = found.len();
        // Lines that this depth has not reached any more are kept from the one before.
        for line in best.drain(..) {
            if found.len() < lines && found.iter().all(|other| !begins_alike(other, &line)) {
                found.push(line);
            }
        }
        best = found;
        if reached == 0 || worker.budget().has_ended() {
            break;
        }
        for (n, line) in best.iter().enumerate() {
            report(worker, depth, n + 1, line);
        }
        done = depth;
        let visited_now = worker.budget().visited() - visited_before;
        repeats = if visited_now == visited && best == reported { repeats + 1 } else { 0 };
        visited = visited_now;
        reported.clone_from(&best);
        if is_settled(&best, depth, repeats) {
            break;
        }
        depth += 1;
    }
    // The score of a line that was cut off may be a mere bound: it is told only if another turn is to be played.
    let first_turns = |lines: &[Line]| lines.iter().map(|line| line.turns.first().copied()).collect::<Vec<_>>();
    if first_turns(&best) != first_turns(&reported) {
        for (n, line) in best.iter().enumerate() {
            report(worker, if n < reached { depth } else { done }, n + 1, line);
        }
    }
    if best.is_empty()
        && let Some(turn) = worker.budget().only().first().copied().or_else(|| worker.any_turn())
    {
        best.push(Line { score: Score::DRAW, turns: vec![turn] });
    }
    (best, done)
}

/// Whether deeper looks will hardly find anything else: each line is called won or lost, and was looked at twice as deep as that takes;
/// or looks only repeat themselves, because tables know the rest. What is called a draw may become more than that.
fn is_settled(lines: &[Line], depth: u32, repeats: u32) -> bool {
    lines.iter().all(|line| match line.score.certain() {
        Some(Certain::Win { plies } | Certain::Loss { plies }) => depth >= 2 * plies || repeats >= SAME_LOOKS,
        None => false,
    })
}

/// The lines of a depth, the best first; those of the depth before say what is tried first. Fewer when the limits are reached.
fn look_for_lines<W: Worker>(worker: &mut W, depth: u32, lines: usize, before: &[Line]) -> Vec<Line> {
    let mut found: Vec<Line> = Vec::new();
    while found.len() < lines && !worker.budget().has_ended() {
        let known = before.iter().find(|line| found.iter().all(|other| !begins_alike(other, line)));
        // A later line may have turned out to be the best, and must not be reduced as a late move is. Of a single line the hash
        // table knows.
        worker.try_first(known.filter(|_| lines > 1).and_then(|line| line.turns.first().copied()));
        let Some(line) = look_near(worker, depth, known.map(|line| line.score), &found) else { break };
        found.push(line);
        worker.budget().end_first_look();
    }
    found.sort_by_key(|line| std::cmp::Reverse(line.score));
    found
}

/// Looks in a narrow window round the score of the depth before, and widens it on the side where the score falls out.
fn look_near<W: Worker>(worker: &mut W, depth: u32, before: Option<Score>, found: &[Line]) -> Option<Line> {
    let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
    let mut width = WINDOW;
    if let Some(before) = before.filter(|score| depth >= WINDOWS_FROM && score.certain().is_none()) {
        alpha = Score(before.0 - width);
        beta = Score(before.0 + width);
    }
    let mut fallback: Option<Line> = None;
    loop {
        let Some(line) = worker.look(depth, alpha, beta, found) else { return fallback };
        if worker.budget().has_ended() {
            return kept_when_cut_off(line, alpha, before.is_some()).or(fallback);
        }
        width *= 3;
        if line.score <= alpha && alpha > -Score::INFINITE {
            alpha = if width > 1000 { -Score::INFINITE } else { Score(line.score.0 - width) };
        } else if line.score >= beta && beta < Score::INFINITE {
            beta = if width > 1000 { Score::INFINITE } else { Score(line.score.0 + width) };
            fallback = Some(line);
        } else {
            return Some(line);
        }
    }
}

/// What is kept of a look that was cut off: its best line so far, unless that says less than the line of the depth before, if there is
/// one. A bound below the window says nothing. Nor does a loss, for not every turn has been looked at.
fn kept_when_cut_off(mut line: Line, alpha: Score, has_before: bool) -> Option<Line> {
    if line.score.is_lost() {
        line.score = Score::WORST_OPEN;
        return (!has_before).then_some(line);
    }
    (line.score > alpha).then_some(line)
}

/// Whether two lines begin with the same move of a piece, wherever the duck goes.
pub(crate) fn begins_alike(one: &Line, other: &Line) -> bool {
    match (one.turns.first(), other.turns.first()) {
        (Some(Turn::Duck(one)), Some(Turn::Duck(other))) => one.piece_move() == other.piece_move(),
        (one, other) => one == other,
    }
}

/// Writes a report.
pub(crate) fn report_of<W: Worker>(
    worker: &mut W,
    depth: u32,
    number: usize,
    line: &Line,
    hash_filled: usize,
) -> Report {
    let deepest = worker.take_deepest().max(depth);
    let budget = worker.budget();
    Report { depth, deepest, number, line: line.clone(), nodes: budget.nodes(), elapsed: budget.elapsed(), hash_filled }
}
