//! [`Entry`]: what is known of a piece move, wherever the duck was.

use shakmaty::{Bitboard, Square};

use super::Verdict;
use super::symmetry::Symmetry;

/// What a piece move is worth to the seat that made it, before it moves the duck; that turn is the first that is counted.
///
/// It depends on where the duck is only in so far as the duck must not stay there. So there is one square for the duck that
/// is best, and what it brings; and if the duck stands on that very square, what the best of the others brings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    /// What is reached with the duck on `square`, as the byte of a [`Verdict`].
    pub best: u8,
    /// A square for the duck that nothing is better than.
    pub square: u8,
    /// What is reached if the duck is on `square` and has to leave it.
    pub exception: u8,
}

impl Entry {
    /// A square for the duck that nothing is better than.
    pub const fn duck(self) -> Square {
        Square::new(self.square as u32 & 63)
    }

    /// The entry as it was before a symmetry.
    #[must_use]
    pub const fn undo(self, symmetry: Symmetry) -> Self {
        Self { square: symmetry.undo(self.duck()) as u8, ..self }
    }

    /// What the piece move brings if the duck stands on this square.
    pub fn verdict(self, duck: Option<Square>) -> Verdict {
        let is_exception = duck.is_some_and(|duck| duck as u8 == self.square);
        Verdict::from_byte(if is_exception { self.exception } else { self.best })
    }

    /// The squares of the duck before the turn with which it wins in so many turns at most.
    pub fn won(self, plies: u8) -> Bitboard {
        self.where_byte_is(1, plies)
    }

    /// The squares of the duck before the turn with which it loses in so many turns at most.
    pub fn lost(self, plies: u8) -> Bitboard {
        self.where_byte_is(128, plies)
    }

    fn where_byte_is(self, first: u8, plies: u8) -> Bitboard {
        let square = Bitboard(1 << (self.square & 63));
        let holds = |byte: u8| byte >= first && byte - first <= plies && (byte < 128) == (first < 128);
        let most = if holds(self.best) { !square } else { Bitboard::EMPTY };
        most | if holds(self.exception) { square } else { Bitboard::EMPTY }
    }
}
