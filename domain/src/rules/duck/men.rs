//! Which men stand where, in all ways that are as good as each other.

use shakmaty::Piece;

use super::DuckPosition;

impl DuckPosition {
    /// What is on each square: as it is, mirrored, with the colours exchanged, and both.
    pub(in crate::rules) fn men(&self) -> [[u8; 64]; 4] {
        let mut images = [[0; 64]; 4];
        for (square, piece) in self.board.iter() {
            let exchanged = Piece { color: !piece.color, ..piece };
            let seen = [
                (square, piece),
                (square.flip_horizontal(), piece),
                (square.flip_vertical(), exchanged),
                (square.rotate_180(), exchanged),
            ];
            for (image, (square, piece)) in images.iter_mut().zip(seen) {
                image[usize::from(square)] = code(piece);
            }
        }
        images
    }
}

const fn code(piece: Piece) -> u8 {
    piece.role as u8 + if piece.color.is_white() { 0 } else { 8 }
}
