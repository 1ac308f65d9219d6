//! Looking for a forced win of so many turns, without leaving out any turn of either seat.

use std::time::Instant;

use domain::rules::position::Position;

use crate::certain::shortest_win;
use crate::limits::Limits;
use crate::proof::{LONGEST, Prover};
use crate::report::Report;
use crate::score::Certain;

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
    // It bounds what follows as well.
    if let Some(time) = limits.time {
        limits.stop.stop_at(began + time);
    }
    let mut prover = Prover::until(limits.stop.clone());
    match shortest_win(duck, most, &mut prover) {
        Some(line) => {
            let depth = line.score.certain().map_or(0, Certain::plies);
            let elapsed = began.elapsed();
            Proof::Win(Report { depth, deepest: depth, number: 1, line, nodes: 0, elapsed, hash_filled: 0 })
        }
        None if prover.is_stopped() => Proof::Unknown,
        None => Proof::NoWin,
    }
}
