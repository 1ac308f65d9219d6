//! [`Entry`]: what is known of a piece move, wherever the duck was.

use shakmaty::{Bitboard, Square};

use super::Verdict;
use super::symmetry::Symmetry;

/// What a piece move is worth to the seat that made it, before it moves the duck; that turn is the first that is counted.
///
/// It depends on where the duck is only in so far as the duck must not stay there. So there is one square for the duck that
/// is best, and what it brings; and if the duck stands on that very square, what the best of the others brings.
///
/// Tables have millions of them, so one takes four bytes: 13 bits for each of the verdicts, six for the square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry(u32);

const VERDICT_BITS: u32 = 13;

impl Entry {
    /// What is reached with the duck on a square that nothing is better than, that square, and what is reached if the duck is there
    /// and has to leave it.
    pub const fn new(best: Verdict, duck: Square, exception: Verdict) -> Self {
        let (best, exception) = (best.to_number() as u32, exception.to_number() as u32);
        Self(best | exception << VERDICT_BITS | (duck as u32) << (2 * VERDICT_BITS))
    }

    /// What is reached with the duck on its best square.
    pub const fn best(self) -> Verdict {
        Verdict::from_number((self.0 & ((1 << VERDICT_BITS) - 1)) as u16)
    }

    /// What is reached if the duck is on its best square, and has to leave it.
    pub const fn exception(self) -> Verdict {
        Verdict::from_number((self.0 >> VERDICT_BITS & ((1 << VERDICT_BITS) - 1)) as u16)
    }

    /// A square for the duck that nothing is better than.
    pub const fn duck(self) -> Square {
        Square::new(self.0 >> (2 * VERDICT_BITS))
    }

    /// The entry as it was before a symmetry.
    #[must_use]
    pub const fn undo(self, symmetry: Symmetry) -> Self {
        Self::new(self.best(), symmetry.undo(self.duck()), self.exception())
    }

    /// What the piece move brings if the duck stands on this square.
    pub fn verdict(self, duck: Option<Square>) -> Verdict {
        if duck == Some(self.duck()) { self.exception() } else { self.best() }
    }

    /// The squares of the duck before the turn with which it wins in so many turns at most.
    pub fn won(self, most: u16) -> Bitboard {
        self.ducks_where(|verdict| matches!(verdict, Verdict::Win { plies } if plies <= most))
    }

    /// The squares of the duck before the turn with which it loses in so many turns at most.
    pub fn lost(self, most: u16) -> Bitboard {
        self.ducks_where(|verdict| matches!(verdict, Verdict::Loss { plies } if plies <= most))
    }

    fn ducks_where(self, is_so: impl Fn(Verdict) -> bool) -> Bitboard {
        let square = Bitboard::from(self.duck());
        let most = if is_so(self.best()) { !square } else { Bitboard::EMPTY };
        most | if is_so(self.exception()) { square } else { Bitboard::EMPTY }
    }
}
