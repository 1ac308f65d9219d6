//! What is said of a search.

use std::time::Duration;

use domain::rules::outcome::RulesResult;
use domain::rules::position::Position;
use domain::rules::seat::Seating;
use domain::rules::turn::Turn;

use crate::report::{Found, Report};

/// The `info` line of a report, so long after `go`.
pub(super) fn info(position: &Position, report: &Report, elapsed: Duration) -> String {
    let (time, per_second) = (elapsed.as_millis(), per_second(report.nodes, elapsed));
    let Report { depth, deepest, number, nodes, hash_filled, line, .. } = report;
    format!(
        "info depth {depth} seldepth {deepest} multipv {number} score {} nodes {nodes} nps {per_second} hashfull {hash_filled} \
         time {time} pv {}",
        line.score,
        written(position, &line.turns).join(" ")
    )
}

/// How many positions a search has visited so far, or in all.
pub(super) fn total(nodes: u64, elapsed: Duration) -> String {
    format!("info nodes {nodes} nps {} time {}", per_second(nodes, elapsed), elapsed.as_millis())
}

/// That a search goes on in which no positions are counted.
pub(super) fn still_there(elapsed: Duration) -> String {
    format!("info time {}", elapsed.as_millis())
}

fn per_second(nodes: u64, elapsed: Duration) -> u128 {
    (u128::from(nodes) * 1_000_000).checked_div(elapsed.as_micros()).unwrap_or(0)
}

/// Why there is no turn to look for.
pub(super) fn game_over(result: RulesResult, seating: Seating) -> String {
    format!("the game is over ({}): there is no turn to look for", result.outcome.text(seating))
}

/// The turn to play, and the one that is expected after it.
pub(super) fn best_move(position: &Position, found: Option<&Found>) -> String {
    let Some(found) = found else { return "bestmove (none)".to_owned() };
    let line = &found.lines[0].turns;
    match written(position, &line[..line.len().min(2)]).as_slice() {
        [best, ponder] => format!("bestmove {best} ponder {ponder}"),
        best => format!("bestmove {}", best.concat()),
    }
}

/// The board of a duck game as its players see it, White below; no lines for Duchess.
pub(super) fn board(position: &Position) -> Vec<String> {
    let Position::Duck(_) = position else { return Vec::new() };
    let fen = position.fen();
    let ranks = fen.split([' ', '/']).zip((1..=8).rev()).map(|(rank, number)| {
        let squares = rank.chars().map(|square| match square.to_digit(10) {
            Some(empty) => " .".repeat(empty as usize),
            None => format!(" {square}"),
        });
        format!("{number} {}", squares.collect::<String>())
    });
    ranks.chain(["   a b c d e f g h".to_owned()]).collect()
}

/// The turns of a line that begins here.
fn written(position: &Position, turns: &[Turn]) -> Vec<String> {
    let mut position = position.clone();
    turns
        .iter()
        .map(|&turn| {
            let text = position.write_uci(turn);
            position = position.play(turn);
            text
        })
        .collect()
}
