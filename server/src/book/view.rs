//! The book as the panel of a game's page shows it.

use domain::rules::position::Position;
use domain::rules::seat::{Seating, Side};

use super::store::{self, DEPTH, GameRow, TurnRow};
use crate::platform::database::Pool;
use crate::web::moment::Moment;
use crate::wording;

/// The most turns that are shown of a position.
const MAX_TURNS: i64 = 12;

/// What the book knows of a position.
pub struct BookView {
    /// The turns, the most frequent first.
    pub lines: Vec<BookLine>,
    /// Games that came to the position, the last first.
    pub examples: Vec<Example>,
    /// Whether the position is beyond the end of the book.
    pub is_behind: bool,
    /// The headings of the first figure of each turn, which counts wins, and of the last.
    pub winners: [String; 2],
}

/// A turn and how the games went in which it was made.
pub struct BookLine {
    /// As it is written.
    pub turn: String,
    /// In how many games it was made.
    pub games: u32,
    /// Won by the first side, drawn, won by the second; with more than two sides those of the side that made the turn come first.
    pub results: [u32; 3],
}

/// A game that can be looked at.
pub struct Example {
    /// Its name in its address.
    pub id: String,
    /// `Kwik – Kwek`, or `Ann, Cleo – Ben, Dan`
    pub players: String,
    /// How it ended, in words.
    pub result: String,
    /// When.
    pub ended_at: Moment,
}

impl BookView {
    /// What the book knows of a position after so many turns.
    ///
    /// # Errors
    /// The database fails.
    pub async fn load(pool: &Pool, position: &Position, turns: usize) -> anyhow::Result<Self> {
        let is_behind = turns >= DEPTH;
        let rows = if is_behind { Vec::new() } else { store::turns_from(pool, position, MAX_TURNS).await? };
        let ids: Vec<_> = rows.iter().flat_map(|row| row.examples.iter().cloned()).collect();
        let seating = position.variant().seating();
        let games = if ids.is_empty() { Vec::new() } else { store::games(pool, &ids, seating).await? };
        let mover = seating.side(position.seat_to_move());
        Ok(Self {
            lines: rows.into_iter().map(|row| BookLine::new(row, seating, mover)).collect(),
            examples: games.into_iter().map(|game| Example::new(game, seating)).collect(),
            is_behind,
            winners: wording::who_won(seating, two_sides(seating)),
        })
    }
}

fn two_sides(seating: Seating) -> Option<[Side; 2]> {
    <[Side; 2]>::try_from(seating.sides().collect::<Vec<_>>()).ok()
}

impl BookLine {
    fn new(row: TurnRow, seating: Seating, mover: Side) -> Self {
        let lost = row.games - row.won - row.drawn;
        let is_second = two_sides(seating).is_some_and(|[_, second]| mover == second);
        let (first, second) = if is_second { (lost, row.won) } else { (row.won, lost) };
        let results = [first, row.drawn, second].map(i32::unsigned_abs);
        Self { turn: row.turn, games: row.games.unsigned_abs(), results }
    }

    /// The widths of the three parts of its bar, in hundredths.
    pub fn bar(&self) -> [u32; 3] {
        let [first, drawn, _] = self.results.map(|part| part * 100 / self.games.max(1));
        let second = if self.results[2] == 0 { 0 } else { 100 - first - drawn };
        [first, 100 - first - second, second]
    }
}

impl Example {
    fn new(game: GameRow, seating: Seating) -> Self {
        Self {
            id: game.id,
            players: wording::sides(seating, &game.players).join(" – "),
            result: wording::result(game.result, seating),
            ended_at: Moment(game.ended_at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_filled_and_shows_nothing_of_what_did_not_happen() {
        let bar = |first, drawn, second| {
            BookLine { turn: String::new(), games: first + drawn + second, results: [first, drawn, second] }.bar()
        };
        assert_eq!(bar(1, 1, 1), [33, 33, 34]);
        assert_eq!(bar(2, 0, 1), [66, 0, 34]);
        assert_eq!(bar(1, 2, 0), [33, 67, 0]);
        assert_eq!(bar(3, 0, 0), [100, 0, 0]);
    }
}
