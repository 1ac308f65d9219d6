//! The symmetries of the board, by which most positions need not be stored.

use shakmaty::{File, Rank, Square};

/// Flips of the board, done in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Symmetry {
    horizontal: bool,
    vertical: bool,
    diagonal: bool,
}

impl Symmetry {
    /// What brings a king to where it is in a table: to the files a to d, and without pawns into the triangle a1 d1 d4.
    pub const fn normalising(king: Square, has_pawns: bool) -> Self {
        let horizontal = king.file() as u32 > File::D as u32;
        if has_pawns {
            return Self { horizontal, vertical: false, diagonal: false };
        }
        let vertical = king.rank() as u32 > Rank::Fourth as u32;
        let flipped = Self { horizontal, vertical, diagonal: false }.apply(king);
        Self { horizontal, vertical, diagonal: flipped.rank() as u32 > flipped.file() as u32 }
    }

    /// This one after a vertical flip, if there is one.
    pub const fn after_vertical(self, is_flipped: bool) -> Self {
        Self { vertical: self.vertical != is_flipped, ..self }
    }

    pub const fn apply(self, square: Square) -> Square {
        let square = if self.horizontal { square.flip_horizontal() } else { square };
        let square = if self.vertical { square.flip_vertical() } else { square };
        if self.diagonal { square.flip_diagonal() } else { square }
    }

    /// Where `apply` found the square that it brought here.
    pub const fn undo(self, square: Square) -> Square {
        let square = if self.diagonal { square.flip_diagonal() } else { square };
        let square = if self.vertical { square.flip_vertical() } else { square };
        if self.horizontal { square.flip_horizontal() } else { square }
    }
}

/// How many squares the white king of a table may stand on.
pub(super) const fn king_slots(has_pawns: bool) -> usize {
    if has_pawns { 32 } else { 10 }
}

/// The number of a normalised king's square.
pub(super) const fn king_slot(king: Square, has_pawns: bool) -> usize {
    let (file, rank) = (king.file() as usize, king.rank() as usize);
    if has_pawns { rank * 4 + file } else { [0, 3, 5, 6][rank] + file }
}

/// The square of that number.
pub(super) const fn slot_king(slot: usize, has_pawns: bool) -> Square {
    if has_pawns {
        return Square::new((slot / 4 * 8 + slot % 4) as u32);
    }
    let rank = match slot {
        0..4 => 0,
        4..7 => 1,
        7..9 => 2,
        _ => 3,
    };
    Square::new((rank * 8 + slot - [0, 3, 5, 6][rank]) as u32)
}

/// How many positions of the board one with the king on this slot stands for.
pub(super) const fn images(slot: usize, has_pawns: bool) -> u64 {
    let king = slot_king(slot, has_pawns);
    if has_pawns {
        2
    } else if king.file() as u32 == king.rank() as u32 {
        4
    } else {
        8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_king_is_brought_to_a_slot_and_back() {
        for has_pawns in [false, true] {
            let mut counts = vec![0; king_slots(has_pawns)];
            for king in Square::ALL {
                let symmetry = Symmetry::normalising(king, has_pawns);
                let slot = king_slot(symmetry.apply(king), has_pawns);
                assert_eq!(symmetry.undo(slot_king(slot, has_pawns)), king);
                assert_eq!(symmetry.apply(king), slot_king(slot, has_pawns));
                counts[slot] += 1;
            }
            let images: Vec<u64> = (0..king_slots(has_pawns)).map(|slot| images(slot, has_pawns)).collect();
            assert_eq!(counts, images, "each slot stands for as many squares");
        }
    }
}
