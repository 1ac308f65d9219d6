//! The board of the duck games as a stage and a scene.

use super::drawing::{Ground, Held, Letter, Mark, Piece, PlacedPiece, Scene, Shade, Stage};
use crate::boards::square::{Placed, SquareBoard};

/// The side of a square and of the board.
const SQUARE: u16 = 100;
const BOARD: u16 = 8 * SQUARE;
/// The size of the letters at the edge.
const LETTER: u16 = 17;
/// Pixels of a PNG and of a GIF, the same number for each of eight squares.
const STILL_WIDTH: u32 = 800;
const FILM_WIDTH: u16 = 480;

impl From<&SquareBoard> for Scene {
    fn from(board: &SquareBoard) -> Self {
        let mark = |mark: &Placed| {
            let (x, y) = place(mark);
            Mark::Symbol { name: mark.name, x, y, side: SQUARE }
        };
        let figure = |piece: &Placed| {
            let (x, y) = place(piece);
            PlacedPiece { piece: Piece::Plain(piece.name), x, y, side: SQUARE }
        };
        Self {
            marks: board.marks().iter().chain(board.kings_in_reach()).map(mark).collect(),
            pieces: board.pieces().iter().map(figure).collect(),
        }
    }
}

impl From<&SquareBoard> for Stage {
    fn from(board: &SquareBoard) -> Self {
        let letters = board.coordinates().into_iter().map(|letter| Letter {
            text: letter.text.to_string(),
            x: letter.x as i16,
            y: letter.y as i16,
            held: if letter.text.is_alphabetic() { Held::End } else { Held::Start },
            size: LETTER,
            on: if letter.on_light { Shade::Light } else { Shade::Dark },
        });
        Self {
            corner: (0, 0),
            size: (BOARD, BOARD),
            still_width: STILL_WIDTH,
            film_width: FILM_WIDTH,
            ground: vec![
                Ground { shade: Shade::Light, path: format!("M0 0H{BOARD}V{BOARD}H0Z"), line: None },
                Ground { shade: Shade::Dark, path: board.dark_squares().to_owned(), line: None },
            ],
            letters: letters.collect(),
        }
    }
}

fn place(placed: &Placed) -> (i16, i16) {
    (placed.x as i16, placed.y as i16)
}
