//! What a table says, as docs/endings.md shows it.

use domain::rules::duck::DuckPosition;
use domain::rules::position::Position;
use domain::rules::turn::Turn;
use engine::tables::{Counts, Ending, Statistics, Tables};
use shakmaty::Color;

/// Prints a row of the table for each seat to move, and one of the longest wins.
pub fn print(tables: &Tables, ending: &Ending, statistics: &Statistics) {
    for color in [Color::White, Color::Black] {
        println!("{}", row(ending, color, statistics.counts(color)));
    }
    if let Some(position) = example(ending, statistics) {
        println!("`{position}`\n\n    {}\n", line(tables, &position));
    }
}

/// Without those positions in which a king can be captured at once.
fn row(ending: &Ending, color: Color, counts: &Counts) -> String {
    let won: u64 = counts.won.iter().sum::<u64>() - counts.won[1];
    let lost: u64 = counts.lost.iter().sum();
    let all = won + lost + counts.drawn;
    let share = |count: u64| format!("{:.3} % ({count})", 100.0 * count as f64 / all as f64);
    let longest = |of: &[u64], least: usize| {
        let plies = of.iter().rposition(|&count| count > 0).filter(|&plies| plies >= least);
        plies.map_or_else(|| "–".to_owned(), |plies| format!("{} ({plies})", plies.div_ceil(2)))
    };
    let columns = [
        format!("{ending}"),
        color.fold_wb("White", "Black").to_owned(),
        all.to_string(),
        share(won),
        share(counts.drawn),
        share(lost),
        longest(&counts.won, 2),
        longest(&counts.lost, 1),
    ];
    format!("| {} |", columns.join(" | "))
}

/// One of the longest wins of the ending.
fn example(ending: &Ending, statistics: &Statistics) -> Option<DuckPosition> {
    let length = |color| statistics.counts(color).won.iter().rposition(|&count| count > 0);
    let color = if length(Color::White) >= length(Color::Black) { Color::White } else { Color::Black };
    statistics.longest_win(ending, color)
}

/// Best play by both seats.
fn line(tables: &Tables, position: &DuckPosition) -> String {
    let mut position = position.clone();
    let mut words = Vec::new();
    while let Some(turn) = tables.ask(&position).and_then(|known| known.turn) {
        words.push(Position::Duck(position.clone()).write_turn(Turn::Duck(turn)));
        position = position.play(turn);
    }
    words.join(" ")
}
