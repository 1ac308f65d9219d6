//! The squares of the turn that led to a position. Rows keep them beside its FEN, so that lists can mark the last turn
//! without reading a game's log.

use std::str::FromStr;

use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::turn::Turn;

use super::BoardView;

/// Where the piece came from, where it went, and where the duck did, if it did: `g1 f3 e5`, `1b2 1c4`.
pub fn squares_of(turn: Turn) -> String {
    let (from, to, duck) = match turn {
        Turn::Duck(turn) => (turn.from().to_string(), turn.to().to_string(), turn.duck()),
        Turn::Chess(turn) => (turn.from().to_string(), turn.to().to_string(), None),
        Turn::Duchess(turn) => (turn.from().to_string(), turn.to().to_string(), None),
    };
    match duck {
        Some(duck) => format!("{from} {to} {duck}"),
        None => format!("{from} {to}"),
    }
}

impl BoardView {
    /// A position as a list shows it to a seat. `last` are the [squares](squares_of) of the turn that led to it; without them,
    /// or if they cannot be read, nothing is marked.
    pub fn in_list(position: &Position, last: Option<&str>, seen_from: Seat, label: String) -> Self {
        let last = last.unwrap_or_default();
        match Self::new(position, None, seen_from, label) {
            Self::Square(board) => Self::Square(match read(last)[..] {
                [from, to] => board.with_marks(&[("from", from), ("to", to)]),
                [from, to, duck] => board.with_marks(&[("from", from), ("to", to), ("duck", duck)]),
                _ => board,
            }),
            Self::Round(board) => Self::Round(match read(last)[..] {
                [from, to] => board.with_marks(from, to),
                _ => board,
            }),
        }
    }
}

/// The squares of a text; none at all if one of them is not a square.
fn read<S: FromStr>(squares: &str) -> Vec<S> {
    squares.split_whitespace().map(str::parse).collect::<Result<_, _>>().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use domain::rules::variant::Variant;

    use super::*;

    /// What is marked after a turn from the start, as a list shows it.
    fn marked(variant: Variant, turn: &str) -> Vec<String> {
        let start = Position::start(variant);
        let turn = start.read_turn(turn).unwrap();
        let board = BoardView::in_list(&start.play(turn), Some(&squares_of(turn)), Seat::FIRST, String::new());
        match board {
            BoardView::Square(board) => {
                board.marks().iter().map(|mark| format!("{} {}", mark.name, mark.square)).collect()
            }
            BoardView::Round(board) => {
                board.marks().iter().map(|mark| format!("{} {}", mark.name, mark.square)).collect()
            }
        }
    }

    #[test]
    fn the_last_turn_is_marked_on_every_board() {
        assert_eq!(marked(Variant::Duck, "Nf3@e5"), ["from g1", "to f3", "duck e5"]);
        assert_eq!(marked(Variant::Chess, "Nf3"), ["from g1", "to f3"]);
        let duchess = "duchess-2".parse().unwrap();
        assert_eq!(marked(duchess, "1c3-1c4"), ["from 1c3", "to 1c4"]);
    }

    #[test]
    fn what_cannot_be_read_marks_nothing() {
        for squares in [None, Some(""), Some("g1"), Some("g1 f9 e5"), Some("g1 f3 e5 a1"), Some("castles")] {
            let board = BoardView::in_list(&Position::start(Variant::Duck), squares, Seat::FIRST, String::new());
            let BoardView::Square(board) = board else { panic!("the board is round") };
            assert!(board.marks().is_empty(), "{squares:?}");
        }
    }
}
