//! Counting the games of so many turns, until told to stop.

use std::ops::ControlFlow;

use domain::rules::position::Position;

use crate::limits::Stop;

/// The most turns that are counted: far more than anybody can wait for.
pub(super) const MOST_TURNS: u32 = 32;

/// Depths up to this one are counted at a stretch.
pub(super) const AT_A_STRETCH: u32 = 2;

/// Says how many games begin with each turn, and how many there are in all.
pub(super) fn perft(position: &Position, depth: u32, stop: &Stop, say: &dyn Fn(&str)) {
    let mut nodes = 0;
    let counted = position.try_for_each_turn(|turn| match count(&position.play(turn), depth.max(1) - 1, stop) {
        Some(games) => {
            nodes += games;
            say(&format!("{}: {games}", position.write_uci(turn)));
            ControlFlow::Continue(())
        }
        None => ControlFlow::Break(()),
    });
    if counted.is_break() {
        say("info string the count was stopped");
    } else {
        say(&format!("\nNodes searched: {nodes}"));
    }
}

/// The games of so many turns; `None` once stopped.
fn count(position: &Position, depth: u32, stop: &Stop) -> Option<u64> {
    if stop.is_stopped() {
        return None;
    }
    if depth <= AT_A_STRETCH {
        return Some(position.perft(depth));
    }
    let mut nodes = 0;
    let counted = position.try_for_each_turn(|turn| match count(&position.play(turn), depth - 1, stop) {
        Some(games) => {
            nodes += games;
            ControlFlow::Continue(())
        }
        None => ControlFlow::Break(()),
    });
    counted.is_continue().then_some(nodes)
}
