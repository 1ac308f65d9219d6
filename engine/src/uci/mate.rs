//! Looking for a forced win of so many turns, without leaving out any turn of either seat.

use std::time::Instant;

use domain::rules::position::Position;
use domain::rules::turn::Turn;

use crate::limits::Limits;
use crate::proof::{Answer, LONGEST, Prover};
use crate::report::{Line, Report};
use crate::score::Score;

/// What is known of short wins.
pub(super) enum Proof {
    /// There is one: the shortest.
    Win(Report),
    /// There is none of so many turns, nor a shorter one.
    NoWin,
    /// It is not known: so long a win cannot be proved, or the time was over.
    Unknown,
}

/// Looks for a win of so many turns, the capture of the king counted.
pub(super) fn prove(position: &Position, most: u32, limits: &Limits) -> Proof {
    let began = Instant::now();
    let most = most as usize;
    let Position::Duck(duck) = position else { return Proof::Unknown };
    if most > LONGEST || position.result().is_some() || limits.nodes.is_some() || !limits.only.is_empty() {
        return Proof::Unknown;
    }
    if let Some(time) = limits.time {
        limits.stop.stop_at(began + time);
    }
    let mut prover = Prover::until(limits.stop.clone());
    for turns in 1..=most {
        let win = prover.win(duck, turns);
        if prover.is_stopped() {
            return Proof::Unknown;
        }
        if let Some(Answer::Turn(turn)) = win {
            let depth = 2 * turns as u32 - 1;
            let line = Line { score: Score::win_in(depth), turns: vec![Turn::Duck(turn)] };
            let elapsed = began.elapsed();
            return Proof::Win(Report { depth, deepest: depth, number: 1, line, nodes: 0, elapsed, hash_filled: 0 });
        }
    }
    Proof::NoWin
}
