//! A plain minimax, which looks at every turn: what the search without pruning is compared with, here and in `examples/minimax`.

use std::ops::ControlFlow;

use domain::rules::duchess::DuchessPosition;
use domain::rules::duck::DuckPosition;
use domain::rules::outcome::Outcome;
use domain::rules::position::Position;
use domain::rules::seat::{Seat, Side};
use engine::score::Score;
use engine::{Evaluation, duchess, duck};

/// The score of a position that is looked at so many turns ahead.
pub fn minimax(position: &Position, evaluation: Evaluation, depth: u32) -> Score {
    match position {
        Position::Duck(position) => of_duck(position, evaluation, depth, 0, Score::loss_in(0), Score::win_in(0)),
        Position::Duchess(position) => {
            of_duchess(position, position.seat_to_move(), depth, duchess::evaluate_for, &mut Vec::new())
        }
        Position::Chess(_) => panic!("nobody searches in chess"),
    }
}

/// Duck games, `ply` turns from the root: every turn, but for what cannot matter because it is no better than `alpha` or no worse
/// than `beta`.
fn of_duck(
    position: &DuckPosition,
    evaluation: Evaluation,
    depth: u32,
    ply: u32,
    mut alpha: Score,
    beta: Score,
) -> Score {
    if let Some(result) = position.result() {
        let own = position.color().fold_wb(Side::WHITE, Side::BLACK);
        return if result.outcome == Outcome::Win(own) { Score::win_in(ply) } else { Score::loss_in(ply) };
    }
    if ply > 0 && position.halfmove_clock() >= 100 {
        return Score::DRAW;
    }
    if depth == 0 {
        return duck::evaluate(position, evaluation);
    }
    let mut best = Score::loss_in(0);
    let _ = position.try_for_each_turn(|turn| {
        best = best.max(-of_duck(&position.play(turn), evaluation, depth - 1, ply + 1, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    best
}

/// What a position is said to be worth for a seat where nobody looks on.
pub type Leaf = fn(&DuchessPosition, Seat) -> Score;

/// What is known of the best play to a depth, by looking at everything: a seat's side plays against all others.
pub fn of_duchess(position: &DuchessPosition, us: Seat, depth: u32, leaf: Leaf, path: &mut Vec<u64>) -> Score {
    let (seating, plies) = (position.set_up().seating(), path.len() as u32);
    let is_ours = |side: Side| side == seating.side(us);
    match position.result().map(|result| result.outcome) {
        Some(Outcome::Win(winner)) if is_ours(winner) => return Score::win_in(plies),
        Some(Outcome::Win(_)) => return Score::loss_in(plies),
        Some(_) => return Score::DRAW,
        None => {}
    }
    if plies > 0 && (position.may_claim_hundred_turns() || path.contains(&position.key())) {
        return Score::DRAW;
    }
    if depth == 0 {
        return leaf(position, us);
    }
    path.push(position.key());
    let mut scores = Vec::new();
    position.for_each_turn(|turn| scores.push(of_duchess(&position.play(turn), us, depth - 1, leaf, path)));
    path.pop();
    let best = if is_ours(seating.side(position.seat_to_move())) { scores.iter().max() } else { scores.iter().min() };
    best.copied().unwrap_or(Score::DRAW)
}
