//! [`Ending`]: which men are on the board.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use arrayvec::ArrayVec;
use domain::rules::duck::{DuckFen, DuckPosition, PROMOTIONS};
use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};

use super::symmetry::{Symmetry, images, king_slot, king_slots, slot_king};

/// The most men that a table has, kings counted.
pub const MOST_MEN: usize = 4;

/// Men and where they stand, in any order.
pub(super) type Placed = ArrayVec<(Piece, Square), MOST_MEN>;

/// The squares of an ending's men, in its order.
pub(super) type Squares = ArrayVec<Square, MOST_MEN>;

/// The men of an ending: White is the side that is written first.
///
/// ```
/// use engine::tables::Ending;
/// let ending: Ending = "KRvKB".parse().unwrap();
/// assert_eq!(ending.to_string(), "KRvKB");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// The white king, the black king, the other men of White, those of Black.
    men: ArrayVec<Piece, MOST_MEN>,
}

/// A text that names no ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an ending is written like KQvK or KRvKB, with at most {MOST_MEN} men and pawns of one side at most")]
pub struct NoEnding;

impl Ending {
    /// Its men, the kings first.
    pub fn men(&self) -> &[Piece] {
        &self.men
    }

    pub(super) fn has_pawns(&self) -> bool {
        self.men.iter().any(|man| man.role == Role::Pawn)
    }

    /// How many numbers its positions have, without the duck and the seat to move.
    pub(super) fn size(&self) -> usize {
        king_slots(self.has_pawns()) * 64_usize.pow(self.men.len() as u32 - 1)
    }

    /// The number of a position, and what brought it to the squares under which it is stored. The squares are as White
    /// would see them, were `is_flipped` not set.
    pub(super) fn number(&self, squares: &[Square], is_flipped: bool) -> (usize, Symmetry) {
        let has_pawns = self.has_pawns();
        let king = if is_flipped { squares[0].flip_vertical() } else { squares[0] };
        let symmetry = Symmetry::normalising(king, has_pawns).after_vertical(is_flipped);
        let slot = king_slot(symmetry.apply(squares[0]), has_pawns);
        let number = squares[1..].iter().fold(slot, |number, &square| number * 64 + symmetry.apply(square) as usize);
        (number, symmetry)
    }

    /// The number of the same position mirrored at the diagonal, where both are kept: with the white king on the diagonal, and no pawns.
    pub(super) fn twin(&self, number: usize) -> Option<usize> {
        let squares = self.squares(number).filter(|_| !self.has_pawns())?;
        let mirrored: Squares = squares.into_iter().map(Square::flip_diagonal).collect();
        Some(self.number(&mirrored, false).0).filter(|&twin| twin != number)
    }

    /// The squares of a number; none if two men would stand on one, or a pawn where none can.
    pub(super) fn squares(&self, number: usize) -> Option<Squares> {
        let mut squares = Squares::new();
        let others = self.men.len() - 1;
        squares.push(slot_king(number >> (6 * others), self.has_pawns()));
        for n in (0..others).rev() {
            squares.push(Square::new((number >> (6 * n)) as u32 & 63));
        }
        let cannot_stand = |(n, &square): (usize, &Square)| {
            let is_pawn = self.men[n].role == Role::Pawn;
            squares[..n].contains(&square) || is_pawn && Bitboard::BACKRANKS.contains(square)
        };
        let is_possible = !squares.iter().enumerate().any(cannot_stand);
        is_possible.then_some(squares)
    }

    /// The squares of its men; the men given must be its own, or those of the other colour if `is_flipped`.
    pub(super) fn arrange(&self, placed: &[(Piece, Square)], is_flipped: bool) -> Squares {
        let mut left: Placed = placed.iter().copied().collect();
        let of = |man: Piece| Piece { color: if is_flipped { !man.color } else { man.color }, ..man };
        let places = self.men.iter().filter_map(|&man| {
            let place = left.iter().position(|&(piece, _)| piece == of(man))?;
            Some(left.swap_remove(place).1)
        });
        places.collect()
    }

    /// How many positions of the board the one with this number stands for.
    pub(super) fn images(&self, number: usize) -> u64 {
        images(number >> (6 * (self.men.len() - 1)), self.has_pawns())
    }

    /// The position of a number, with the duck and who is to move.
    pub(super) fn position(&self, number: usize, duck: Square, next: Color) -> Option<DuckPosition> {
        let mut board = Board::empty();
        for (square, &man) in self.squares(number)?.into_iter().zip(&self.men) {
            board.set_piece_at(square, man);
        }
        let fen = DuckFen {
            board,
            duck: Some(duck),
            color: next,
            castling: Bitboard::EMPTY,
            en_passant: None,
            halfmoves: 0,
            fullmoves: NonZeroU32::MIN,
            checks: None,
        };
        fen.try_into().ok()
    }

    /// The endings that a capture or a promotion leads to, each written in one of its two ways.
    pub fn leads_to(&self) -> Vec<Self> {
        let mut found = Vec::new();
        let mut note = |men: ArrayVec<Piece, MOST_MEN>| {
            let ending = Self { men };
            if !found.contains(&ending) {
                found.push(ending);
            }
        };
        for (n, man) in self.men.iter().enumerate().skip(2) {
            let mut left = self.men.clone();
            left.remove(n);
            let pawns: Vec<usize> = (0..left.len()).filter(|&n| left[n].role == Role::Pawn).collect();
            note(left.clone());
            for (pawn, role) in pawns.into_iter().flat_map(|pawn| PROMOTIONS.map(|role| (pawn, role))) {
                let mut promoted = left.clone();
                promoted[pawn].role = role;
                note(promoted);
            }
            if man.role == Role::Pawn {
                for role in PROMOTIONS {
                    let mut promoted = self.men.clone();
                    promoted[n].role = role;
                    note(promoted);
                }
            }
        }
        found
    }

    pub(super) fn signature(&self) -> Signature {
        Signature::of(self.men.iter().copied())
    }
}

/// How many men of each kind there are: the same for the same men in another order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Signature(u32);

impl Signature {
    pub fn of(men: impl Iterator<Item = Piece>) -> Self {
        let others = men.filter(|man| man.role != Role::King);
        Self(others.map(|man| 1 << (3 * (man.role as u32 - 1) + if man.color.is_white() { 0 } else { 15 })).sum())
    }

    /// That of the same men in the other colours.
    pub const fn flipped(self) -> Self {
        Self(self.0 >> 15 | (self.0 & 0x7fff) << 15)
    }
}

impl FromStr for Ending {
    type Err = NoEnding;

    fn from_str(text: &str) -> Result<Self, NoEnding> {
        let (white, black) = text.split_once('v').ok_or(NoEnding)?;
        let others = |side: &str, color| -> Result<Vec<Piece>, NoEnding> {
            let letters = side.strip_prefix('K').ok_or(NoEnding)?.chars();
            let men = letters.map(|letter| match letter {
                'P' | 'N' | 'B' | 'R' | 'Q' => Role::from_char(letter).map(|role| role.of(color)).ok_or(NoEnding),
                _ => Err(NoEnding),
            });
            men.collect()
        };
        let (white, black) = (others(white, Color::White)?, others(black, Color::Black)?);
        let has_pawns = |men: &[Piece]| men.iter().any(|man| man.role == Role::Pawn);
        // Pawns of both sides could capture en passant, which no number of a position tells.
        if white.len() + black.len() + 2 > MOST_MEN || has_pawns(&white) && has_pawns(&black) {
            return Err(NoEnding);
        }
        let kings = [Color::White, Color::Black].map(|color| Role::King.of(color));
        Ok(Self { men: kings.into_iter().chain(white).chain(black).collect() })
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in [Color::White, Color::Black] {
            f.write_str(if color.is_white() { "" } else { "v" })?;
            for man in self.men.iter().filter(|man| man.color == color) {
                write!(f, "{}", man.role.upper_char())?;
            }
        }
        Ok(())
    }
}
