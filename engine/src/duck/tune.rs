//! The numbers of the evaluation, in centipawns.

/// A number for the middle game and one for the end.
pub(super) type Phased = (i16, i16);

/// What a piece is worth, pawn to king. Nothing blocks a knight, and a duck blocks all others.
pub(super) const MATERIAL: [Phased; 6] = [(90, 120), (430, 400), (310, 300), (420, 480), (860, 900), (0, 0)];

/// What each square that it reaches is worth, knight to queen, beyond an average number of them.
pub(super) const MOBILITY: [Phased; 4] = [(5, 4), (5, 5), (3, 5), (2, 4)];
/// The average number of squares.
pub(super) const USUAL_MOBILITY: [i16; 4] = [4, 5, 6, 12];

/// How much an attack on a square beside the king, or on the king, weighs: pawn to queen.
pub(super) const RING_WEIGHT: [i16; 5] = [4, 14, 9, 12, 22];
/// What an attack on the king itself weighs more.
pub(super) const KING_WEIGHT: i16 = 20;
/// The attacks' weights, squared and divided by this, are centipawns.
pub(super) const DANGER_DIVISOR: i32 = 48;
/// The most that danger costs.
pub(super) const MOST_DANGER: i32 = 450;

/// A pawn that no enemy pawn can stop, by its rank from its own side.
pub(super) const PASSED: [Phased; 8] = [(0, 0), (2, 8), (4, 12), (8, 25), (22, 50), (50, 95), (100, 170), (0, 0)];
/// A pawn without a neighbour.
pub(super) const ISOLATED: Phased = (-9, -9);
/// A pawn behind another.
pub(super) const DOUBLED: Phased = (-8, -14);
/// A pawn in front of the own king, on the second and third rank.
pub(super) const SHELTER: [i16; 2] = [14, 8];
/// Two bishops.
pub(super) const BISHOP_PAIR: Phased = (20, 30);
/// A rook on a file without own pawns, and without any.
pub(super) const ROOK_FILES: [Phased; 2] = [(10, 6), (20, 10)];
/// To be on move.
pub(super) const TEMPO: i16 = 16;
/// Checks given in Three-Check Duck Chess.
pub(super) const CHECKS: [i16; 4] = [0, 120, 420, 0];

/// Pieces on squares, seen by White with rank 8 on top: pawn to king.
#[rustfmt::skip]
pub(super) const SQUARES: [[i8; 64]; 6] = [
    [
          0,   0,   0,   0,   0,   0,   0,   0,
         40,  45,  45,  45,  45,  45,  45,  40,
         16,  18,  22,  26,  26,  22,  18,  16,
          6,   8,  12,  20,  20,  12,   8,   6,
          0,   2,   8,  18,  18,   6,   2,   0,
         -2,   2,   2,   6,   6,  -2,   2,  -2,
          0,   4,   0, -12, -12,   4,   6,   0,
          0,   0,   0,   0,   0,   0,   0,   0,
    ],
    [
        -40, -25, -10, -10, -10, -10, -25, -40,
        -20,  -5,   8,  10,  10,   8,  -5, -20,
         -5,  14,  22,  26,  26,  22,  14,  -5,
         -2,  12,  20,  26,  26,  20,  12,  -2,
         -6,   6,  15,  20,  20,  15,   6,  -6,
        -12,   3,  10,  12,  12,  10,   3, -12,
        -22, -10,   0,   2,   2,   0, -10, -22,
        -40, -22, -16, -14, -14, -16, -22, -40,
    ],
    [
        -10,  -8,  -8,  -8,  -8,  -8,  -8, -10,
         -6,   2,   2,   2,   2,   2,   2,  -6,
          0,   6,   8,   8,   8,   8,   6,   0,
          0,   8,  10,  12,  12,  10,   8,   0,
          0,   6,  12,  12,  12,  12,   6,   0,
          0,   8,   8,   8,   8,   8,   8,   0,
         -2,   8,   2,   5,   5,   2,   8,  -2,
        -10,  -6, -10,  -8,  -8, -10,  -6, -10,
    ],
    [
          4,   6,   8,   8,   8,   8,   6,   4,
          8,  12,  14,  14,  14,  14,  12,   8,
          0,   4,   6,   6,   6,   6,   4,   0,
         -3,   0,   3,   3,   3,   3,   0,  -3,
         -4,   0,   2,   3,   3,   2,   0,  -4,
         -5,   0,   0,   2,   2,   0,   0,  -5,
         -6,   0,   0,   2,   2,   0,   0,  -6,
         -2,   0,   4,   6,   6,   4,   0,  -2,
    ],
    [
         -6,   0,   4,   6,   6,   4,   0,  -6,
          0,   2,   6,   8,   8,   6,   2,   0,
          0,   6,   8,  10,  10,   8,   6,   0,
          0,   4,   8,  10,  10,   8,   4,   0,
          0,   4,   6,   8,   8,   6,   4,   0,
         -2,   4,   4,   4,   4,   4,   4,  -2,
         -6,   0,   4,   4,   4,   2,   0,  -6,
        -10,  -6,  -4,   0,  -4,  -8,  -8, -12,
    ],
    [
        -60, -60, -60, -60, -60, -60, -60, -60,
        -55, -55, -60, -60, -60, -60, -55, -55,
        -50, -50, -55, -55, -55, -55, -50, -50,
        -45, -45, -50, -50, -50, -50, -45, -45,
        -35, -35, -40, -45, -45, -40, -35, -35,
        -18, -22, -28, -32, -32, -28, -22, -18,
          2,   0, -12, -20, -20, -14,   2,   4,
         16,  24,   8,  -8,   0,  -6,  22,  18,
    ],
];
/// The king's squares when few pieces are left.
#[rustfmt::skip]
pub(super) const KING_AT_THE_END: [i8; 64] = [
    -35, -25, -15, -10, -10, -15, -25, -35,
    -20,  -5,   5,  10,  10,   5,  -5, -20,
    -10,   8,  20,  25,  25,  20,   8, -10,
    -10,   8,  22,  28,  28,  22,   8, -10,
    -12,   5,  18,  25,  25,  18,   5, -12,
    -15,   0,  10,  15,  15,  10,   0, -15,
    -22,  -8,   0,   4,   4,   0,  -8, -22,
    -40, -28, -20, -15, -15, -20, -28, -40,
];
