//! What things are worth to the evaluation by hand.

use zerocopy::{FromBytes, Immutable, IntoBytes};

/// A number for the middle game and one for the end.
pub type Phased = [i16; 2];

/// The numbers of the evaluation by hand, in centipawns where nothing else is said. Squares are seen by White, with the eighth rank
/// on top.
#[derive(Clone, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable)]
#[repr(C)]
pub struct Weights {
    /// What a piece is worth, pawn to king.
    pub material: [Phased; 6],
    /// What each square that it reaches is worth, knight to queen, beyond an average number of them.
    pub mobility: [Phased; 4],
    /// A pawn that no enemy pawn can stop, by its rank from its own side.
    pub passed: [Phased; 8],
    /// A pawn without a neighbour.
    pub isolated: Phased,
    /// A pawn behind another.
    pub doubled: Phased,
    /// Two bishops.
    pub bishop_pair: Phased,
    /// A rook on a file without own pawns, and without any.
    pub rook_files: [Phased; 2],
    /// How much an attack on a square beside the king, or on the king, weighs: pawn to queen. The sum of these weights, squared, is the danger.
    pub ring: [i16; 5],
    /// What an attack on the king itself weighs more.
    pub on_king: i16,
    /// The danger, divided by this, is centipawns. Never nought.
    pub danger_divisor: i16,
    /// The most that danger costs.
    pub most_danger: i16,
    /// A pawn in front of the own king, on the second and third rank.
    pub shelter: [i16; 2],
    /// To be on move.
    pub tempo: i16,
    /// Checks given in Three-Check Duck Chess.
    pub checks: [i16; 4],
    /// Pieces on squares, pawn to king.
    pub squares: [[i16; 64]; 6],
    /// The king's squares when few pieces are left.
    pub king_at_the_end: [i16; 64],
}

impl Weights {
    /// How many numbers there are.
    pub const COUNT: usize = size_of::<Self>() / size_of::<i16>();

    /// All numbers, one after the other.
    pub const fn numbers(&self) -> &[i16; Self::COUNT] {
        zerocopy::transmute_ref!(self)
    }

    /// The weights of these numbers.
    pub const fn of_numbers(numbers: [i16; Self::COUNT]) -> Self {
        zerocopy::transmute!(numbers)
    }
}

/// The average number of squares that a piece reaches, knight to queen.
pub(super) const USUAL_MOBILITY: [i16; 4] = [4, 5, 6, 12];
