//! What the net sees of a board.

use shakmaty::{Board, Color, File, Piece, Square};

/// Into how many zones the squares of the own king fall. Each has inputs of its own.
pub const ZONES: usize = 7;
/// How many inputs there are: for each zone six roles of two colours on each square.
pub const INPUTS: usize = ZONES * PLACES;
/// How many inputs there are in a zone.
pub const PLACES: usize = 2 * 6 * 64;
/// How many views there are.
pub(super) const VIEWS: usize = 2 * 2 * ZONES;

/// The zones of the left half, the own back rank below: the corner where kings castle to, what is in front of it, the square that
/// the king comes from, and so on; the farther up the rarer, and so the wider.
#[rustfmt::skip]
const ZONE: [[u8; 4]; 8] = [
    [6, 6, 6, 6],
    [6, 6, 6, 6],
    [6, 6, 6, 6],
    [6, 6, 6, 6],
    [5, 5, 5, 5],
    [5, 5, 5, 5],
    [3, 3, 4, 4],
    [0, 0, 1, 2],
];

/// How a seat sees a board, by where its king is: its own pieces first and its own back rank below; mirrored, so that its king is
/// on the left half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    seen_by: Color,
    mirrored: bool,
    zone: u8,
}

impl View {
    /// The view of a seat.
    pub fn of(board: &Board, seen_by: Color) -> Self {
        let Some(king) = board.king_of(seen_by) else { return Self { seen_by, mirrored: false, zone: 0 } };
        let view = Self { seen_by, mirrored: king.file() >= File::E, zone: 0 };
        let seen = view.seen(king);
        Self { zone: ZONE[7 - seen.rank() as usize][seen.file() as usize & 3], ..view }
    }

    /// The input of a piece on a square.
    pub fn input(self, piece: Piece, square: Square) -> usize {
        let color = usize::from(piece.color != self.seen_by);
        let place = (color * 6 + piece.role as usize - 1) * 64 + self.seen(square).to_usize();
        usize::from(self.zone) * PLACES + place
    }

    /// A number for each view, below [`VIEWS`].
    pub(super) fn index(self) -> usize {
        (usize::from(self.zone) * 2 + usize::from(self.mirrored)) * 2 + usize::from(self.seen_by.is_black())
    }

    /// Where a square is in this view.
    fn seen(self, square: Square) -> Square {
        let square = if self.seen_by.is_white() { square } else { square.flip_vertical() };
        if self.mirrored { square.flip_horizontal() } else { square }
    }
}
