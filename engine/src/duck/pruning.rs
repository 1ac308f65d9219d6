//! What is left out, or searched less deep, because it hardly ever matters. Margins are in centipawns.

use std::sync::LazyLock;

use domain::rules::duck::DuckPosition;

use super::order::{Ordered, is_losing, is_noisy};
use super::search::{Task, is_open};

/// What is known of a position before its moves are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    /// How good it seems; the worst of all where the king is in danger, for then it says nothing.
    pub evaluation: i32,
    /// Whether it seems better than a turn of the same seat ago.
    pub is_improving: bool,
    /// Whether the opponent, moving now with the duck lifted, could take the king.
    pub is_threatened: bool,
    /// Whether no duck alone could then save the king.
    pub in_danger: bool,
    /// Whether the true score is wanted, and not only on which side of a bound it is.
    pub is_exact: bool,
}

/// Up to this depth a position that is good enough by far is not searched: reverse futility.
const GOOD_DEPTH: i32 = 6;
/// By so much for each turn of depth,
const GOOD_MARGIN: i32 = 90;
/// less so much if it has become better.
const GOOD_IMPROVING: i32 = 40;

/// Whether a position is so good that its evaluation will do.
pub(super) const fn is_good_enough(task: Task, outlook: Outlook) -> bool {
    let margin = GOOD_MARGIN * task.depth - if outlook.is_improving { GOOD_IMPROVING } else { 0 };
    task.depth <= GOOD_DEPTH && is_open(task.beta) && outlook.evaluation - margin >= task.beta
}

/// From this depth on a seat may pass: null move.
const PASS_DEPTH: i32 = 3;

/// How much less deep the position is searched after a pass; `None` where the seat may not pass, or that would show nothing.
pub(super) fn pass_reduction(position: &DuckPosition, task: Task, outlook: Outlook) -> Option<i32> {
    let surplus = outlook.evaluation - task.beta;
    let may_pass = task.may_pass && task.depth >= PASS_DEPTH && !outlook.is_threatened && surplus >= 0;
    (may_pass && has_pieces(position)).then(|| 3 + task.depth / 4 + (surplus / 200).min(3))
}

/// Whether the seat to move has more than pawns: else leaving all as it is may be better than any turn.
fn has_pieces(position: &DuckPosition) -> bool {
    let board = position.board();
    (board.by_color(position.color()) & !board.pawns() & !board.kings()).any()
}

/// Up to this depth a quiet move of a position that is too bad is left out: futility.
const FUTILE_DEPTH: i32 = 6;
/// By so much,
const FUTILE_MARGIN: i32 = 120;
/// and so much more for each turn of depth.
const FUTILE_MARGIN_BY_DEPTH: i32 = 110;

/// Whether a move is left out after so many others: quiet ones alone are.
pub(super) fn is_left_out(ordered: Ordered, tried: usize, task: Task, outlook: Outlook) -> bool {
    let Task { depth, alpha, .. } = task;
    let is_late = tried >= most_quiets(depth, outlook.is_improving);
    let margin = FUTILE_MARGIN + FUTILE_MARGIN_BY_DEPTH * depth;
    let is_futile = depth <= FUTILE_DEPTH && !outlook.is_exact && outlook.evaluation + margin <= alpha;
    !is_noisy(ordered.piece_move) && (is_late || is_futile)
}

/// Up to this depth late quiet moves are left out.
const LATE_DEPTH: i32 = 8;

/// After how many moves quiet ones are left out.
const fn most_quiets(depth: i32, is_improving: bool) -> usize {
    if depth > LATE_DEPTH {
        return usize::MAX;
    }
    let most = 8 + 2 * depth * depth;
    (if is_improving { most } else { most * 2 / 3 }) as usize
}

/// How much less deep a move is searched first, after so many others.
pub(super) fn reduction(ordered: Ordered, tried: usize, depth: i32) -> i32 {
    if is_noisy(ordered.piece_move) {
        return i32::from(is_losing(ordered) && tried > 3);
    }
    if depth < 3 || tried < 2 {
        return 0;
    }
    let base = REDUCTIONS[(depth as usize).min(63)][tried.min(63)];
    // The better a move was elsewhere, the less.
    (i32::from(base) - ordered.rank / 4000).max(0)
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
