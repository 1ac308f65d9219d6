//! Everybody for themselves: each seat takes the turn that is best for itself (Luckhardt and Irani, "An algorithmic solution of N-person
//! games", 1986), and captures until nothing more is won by them. Nothing can be pruned so.

use domain::rules::duchess::{DuchessPosition, DuchessTurn};
use domain::rules::seat::MAX_SEATS;
use engine::duchess::evaluate_for;

use super::player::turns;

/// How good a position is for each seat, in centipawns.
type Scores = [i32; MAX_SEATS];

/// How many captures in a row are looked at beyond the depth.
const MOST_CAPTURES: i32 = 8;

/// The best turn that so many positions show: a turn deeper each time, the best so far first.
pub fn best_turn(position: &DuchessPosition, nodes: u64) -> DuchessTurn {
    let mut turns = turns(position);
    let us = position.seat_to_move().index();
    let mut left = nodes;
    for depth in 0.. {
        let mut best: Option<(i32, usize)> = None;
        for (n, &turn) in turns.iter().enumerate() {
            let score = look(&position.play(turn), depth, &mut left)[us];
            if left == 0 {
                break;
            }
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, n));
            }
        }
        if let Some((_, n)) = best {
            turns[..=n].rotate_right(1);
        }
        if left == 0 || turns.len() == 1 {
            break;
        }
    }
    turns[0]
}

fn look(position: &DuchessPosition, depth: i32, left: &mut u64) -> Scores {
    *left = left.saturating_sub(1);
    let us = position.seat_to_move().index();
    let mut best: Option<Scores> = None;
    if depth <= 0 || position.result().is_some() {
        // Who need not capture may leave it as it is.
        best = Some(judge(position));
    }
    let mut consider = |turn| {
        if *left > 0 {
            let scores = look(&position.play(turn), depth - 1, left);
            if best.is_none_or(|best| scores[us] > best[us]) {
                best = Some(scores);
            }
        }
    };
    if position.result().is_none() {
        if depth > 0 {
            position.for_each_turn(&mut consider);
        } else if depth > -MOST_CAPTURES {
            position.for_each_capture_or_promotion(&mut consider);
        }
    }
    best.unwrap_or_else(|| judge(position))
}

fn judge(position: &DuchessPosition) -> Scores {
    let mut scores = Scores::default();
    for seat in position.set_up().seating().seats() {
        scores[seat.index()] = evaluate_for(position, seat).as_centipawns();
    }
    scores
}
