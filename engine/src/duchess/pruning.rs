//! What is not looked at, or less deep, because it hardly ever matters.

use domain::rules::duchess::{DuchessPosition, DuchessTurn, Role};

use super::order::{is_quiet, seems_to_lose};
use crate::score::Score;

/// How much a position may change in one turn, in centipawns: one that is better than needed by this for each turn is good
/// enough, one that is worse by this is beyond help.
pub(super) const MARGIN: i32 = 120;

/// Ranks below this are of turns that have cut off nothing lately.
const UNKNOWN: i32 = 1 << 14;

/// Whether the king of the seat to move is threatened.
pub(super) fn is_checked(position: &DuchessPosition) -> bool {
    position.is_in_check(position.seat_to_move())
}

/// Whether a seat has what passing a turn cannot harm: it is never short of turns that do not.
pub(super) fn has_more_than_pawns(position: &DuchessPosition) -> bool {
    let (board, seat) = (position.board(), position.seat_to_move());
    board.of_seat(seat).count() > 1 + board.of(seat, Role::Pawn).count()
}

/// Whether a turn is left out at a small depth: quiet where the position is too bad, or far down the list.
pub(super) fn is_hopeless(turn: DuchessTurn, rank: i32, n: usize, depth: i32, eval: Score, alpha: Score) -> bool {
    if depth > 2 || rank >= UNKNOWN {
        return false;
    }
    if !is_quiet(turn) {
        return depth == 1 && seems_to_lose(rank);
    }
    eval.0 + MARGIN * (depth + 1) <= alpha.0 || n as i32 > 12 * depth * depth
}

/// How much less deep a turn is looked at than the first.
pub(super) fn reduction(turn: DuchessTurn, rank: i32, n: usize, depth: i32, is_open: bool) -> i32 {
    if depth < 3 || n < 3 || !is_quiet(turn) && !seems_to_lose(rank) {
        return 0;
    }
    let later = [8, 24, 60].into_iter().filter(|&bound| n >= bound).count() as i32;
    let reduction = 1 + later.min(depth / 2) - i32::from(is_open) - i32::from(rank >= UNKNOWN);
    reduction.clamp(0, depth - 2)
}
