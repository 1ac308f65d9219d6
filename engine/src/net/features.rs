//! What the net sees of a board.

use shakmaty::{Board, Color, File, Piece, Square};

/// How many inputs there are: six roles of two colours on each square.
pub const INPUTS: usize = 2 * 6 * 64;

/// The input of a piece on a square as a seat sees it: its own pieces first and its own back rank below; mirrored, the a-file is
/// on the right.
pub fn feature(seen_by: Color, mirrored: bool, piece: Piece, square: Square) -> usize {
    let square = if seen_by.is_white() { square } else { square.flip_vertical() };
    let square = if mirrored { square.flip_horizontal() } else { square };
    let color = usize::from(piece.color != seen_by);
    (color * 6 + piece.role as usize - 1) * 64 + square.to_usize()
}

/// Whether a seat sees the board mirrored: so that its own king is always on the left half.
pub fn is_mirrored(board: &Board, seen_by: Color) -> bool {
    board.king_of(seen_by).is_some_and(|king| king.file() >= File::E)
}
