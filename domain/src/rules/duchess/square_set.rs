//! [`SquareSet`]: some of the 157 squares, a bit for each.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use super::Square;

const WORDS: usize = Square::COUNT.div_ceil(64);

/// A set of squares.
///
/// ```
/// use domain::rules::duchess::{Square, SquareSet};
/// let set: SquareSet = ["1c3", "V"].into_iter().map(|name| name.parse::<Square>().unwrap()).collect();
/// assert_eq!(set.count(), 2);
/// assert!(set.contains(Square::VORTEX) && (!set).count() == 155);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct SquareSet([u64; WORDS]);

impl SquareSet {
    /// No square.
    pub const EMPTY: Self = Self([0; WORDS]);
    /// Every square of the whole board.
    pub const FULL: Self = Self([u64::MAX, u64::MAX, (1 << (Square::COUNT % 64)) - 1]);

    /// A set of one.
    pub const fn of(square: Square) -> Self {
        let mut set = Self::EMPTY;
        set.insert(square);
        set
    }

    /// Whether the square is in it.
    #[inline]
    pub const fn contains(&self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 != 0
    }

    /// Puts a square in.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
    }

    /// Takes a square out.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// The set without a square.
    #[must_use]
    pub const fn without(mut self, square: Square) -> Self {
        self.remove(square);
        self
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// Whether both have a square.
    #[inline]
    pub fn intersects(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// How many there are.
    #[inline]
    pub const fn count(&self) -> usize {
        (self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()) as usize
    }

    /// The first in the order of the squares' numbers.
    #[inline]
    pub fn first(self) -> Option<Square> {
        self.into_iter().next()
    }
}

impl BitAnd for SquareSet {
    type Output = Self;
    #[inline]
    fn bitand(self, Self([a, b, c]): Self) -> Self {
        Self([self.0[0] & a, self.0[1] & b, self.0[2] & c])
    }
}

impl BitOr for SquareSet {
    type Output = Self;
    #[inline]
    fn bitor(self, Self([a, b, c]): Self) -> Self {
        Self([self.0[0] | a, self.0[1] | b, self.0[2] | c])
    }
}

impl Not for SquareSet {
    type Output = Self;
    /// Every other square of the whole board.
    #[inline]
    fn not(self) -> Self {
        let [a, b, c] = self.0;
        Self([!a, !b, !c]) & Self::FULL
    }
}

impl BitAndAssign for SquareSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for SquareSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |mut set, square| {
            set.insert(square);
            set
        })
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares { set: self, word: 0 }
    }
}

/// The squares of a set in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Squares {
    set: SquareSet,
    word: usize,
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while let Some(bits) = self.set.0.get_mut(self.word) {
            if *bits != 0 {
                let bit = bits.trailing_zeros();
                *bits &= *bits - 1;
                return Some(Square::from_number((self.word * 64) as u8 + bit as u8));
            }
            self.word += 1;
        }
        None
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
