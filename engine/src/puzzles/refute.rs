//! What refutes each turn that is not the solution.

use domain::rules::duck::piece_part;
use domain::rules::duck::{DuckPosition, DuckTurn, HalfTurn};
use domain::rules::puzzle::Refutations;
use shakmaty::Square;

use super::find::look;
use crate::Engine;
use crate::proof::{Answer, Prover, spoiling};

/// How many positions the engine looks at for the reply that a person would expect.
const GLANCE: u64 = 1_200;

/// Replies after which the seat does not win in the turns that are left: what the engine would play where that does, else any.
/// `None` if a turn cannot be refuted.
pub fn refute_wins(
    position: &DuckPosition,
    solution: DuckTurn,
    turns: usize,
    engine: &mut Engine,
    prover: &mut Prover,
) -> Option<Refutations> {
    each_try(position, solution, |after, is_first| {
        if prover.is_stopped() {
            return None;
        }
        if is_first
            && let Some((reply, _)) = look(engine, after, GLANCE, &[])
            && prover.win(&after.play(reply), turns - 1).is_none()
        {
            return Some(Answer::Turn(reply));
        }
        prover.defence(after, turns - 1)
    })
}

/// Replies that win in so many turns.
pub fn refute_losses(
    position: &DuckPosition,
    solution: DuckTurn,
    turns: usize,
    prover: &mut Prover,
) -> Option<Refutations> {
    each_try(position, solution, |after, _| (1..=turns).find_map(|turns| prover.win(after, turns)))
}

/// Gathers an answer to each turn that is not the solution. `answer` is told whether it is the first with this piece move.
fn each_try(
    position: &DuckPosition,
    solution: DuckTurn,
    mut answer: impl FnMut(&DuckPosition, bool) -> Option<Answer>,
) -> Option<Refutations> {
    let mut refutations = Refutations::new();
    for piece_move in position.piece_moves() {
        let half = position.half_turn(piece_move);
        let mut replies: Vec<String> = Vec::new();
        let mut ducks = half.duck_squares();
        if piece_move == solution.piece_move() {
            solution.duck().into_iter().for_each(|duck| ducks.discard(duck));
        }
        while let Some(duck) = ducks.first() {
            ducks.discard(duck);
            let after = half.finish(Some(duck));
            if let Answer::Turn(reply) = answer(&after, replies.is_empty())? {
                replies.push(reply.to_string());
                ducks = spoiling(ducks, &after, reply, |duck: Square| finish(&half, duck));
            }
        }
        if !replies.is_empty() {
            refutations.insert(piece_part(&piece_move.to_string()).to_owned(), replies.join(" "));
        }
    }
    Some(refutations)
}

fn finish(half: &HalfTurn, duck: Square) -> DuckPosition {
    half.finish(Some(duck))
}
