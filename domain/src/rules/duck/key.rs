//! The 64-bit key of a position: the same on every machine and in every version, so that it can be stored.
//!
//! It is a Zobrist key: the exclusive or of one number for each thing that matters for repetition. Number `n` (from 0) is
//! output `n` of SplitMix64 started from the state 0 (Steele, Lea, Flood 2014; `java.util.SplittableRandom`): the first is
//! `0xe220a8397b1dcdaf`. The numbers stand for, with squares counted a1 = 0, b1 = 1 to h8 = 63:
//!
//! | numbers | what |
//! |---|---|
//! | 0 to 767 | a piece on a square: `(color * 6 + role) * 64 + square`, White 0, Black 1, and P N B R Q K from 0 |
//! | 768 to 831 | the duck on a square |
//! | 832 to 835 | the right to castle: white king's side, white queen's side, black king's side, black queen's side |
//! | 836 to 843 | a pawn can be captured en passant on the file a to h |
//! | 844 | Black is to move |
//! | 845 to 852 | checks given: `color * 4 + checks`; only in Three-Check Duck Chess, where 0 checks have numbers too |

use shakmaty::{CastlingSide, Color, Piece, Role, Square};

use super::moves::corner;
use super::position::CHECKS_TO_WIN;
use super::{DuckPosition, DuckTurn, PieceMove};

const DUCK: usize = 768;
const CASTLING: usize = 832;
const EN_PASSANT: usize = 836;
const BLACK_TO_MOVE: usize = 844;
const CHECKS: usize = 845;

static NUMBERS: [u64; 853] = splitmix();

impl DuckPosition {
    /// A number that two positions share if they are the same for repetition: pieces, duck, castling rights, en passant,
    /// seat to move, checks given. Different positions share it once in 2^64.
    ///
    /// ```
    /// assert_eq!(domain::rules::duck::DuckPosition::start().key(), 0x1997_842c_7eed_0c90);
    /// ```
    pub fn key(&self) -> u64 {
        self.board.iter().fold(self.key_beside_pieces(), |key, (square, piece)| key ^ piece_number(piece, square))
    }

    /// The key of the position after a turn made here, worked out from this one's key: only what the turn changes is
    /// looked at.
    ///
    /// ```
    /// use domain::rules::duck::DuckPosition;
    ///
    /// let start = DuckPosition::start();
    /// let turn = start.read_turn("e4@e6").unwrap();
    /// let after = start.play(turn);
    /// assert_eq!(start.key_after(start.key(), turn, &after), after.key());
    /// ```
    pub fn key_after(&self, key: u64, turn: DuckTurn, after: &Self) -> u64 {
        let piece_move = turn.piece_move;
        let PieceMove { role, from, to, .. } = piece_move;
        let (mover, other) = (self.color, !self.color);
        let becomes = piece_move.promotion().unwrap_or(role);
        let mut key = key ^ piece_number(role.of(mover), from) ^ piece_number(becomes.of(mover), to);
        if let (Some(captured), Some(square)) = (piece_move.capture(), piece_move.capture_square()) {
            key ^= piece_number(captured.of(other), square);
        }
        if let Some((rook_from, rook_to)) = piece_move.castling_rook() {
            let rook = Role::Rook.of(mover);
            key ^= piece_number(rook, rook_from) ^ piece_number(rook, rook_to);
        }
        key ^ self.key_beside_pieces() ^ after.key_beside_pieces()
    }

    /// The duck's part of the key: the key without it is that of the position with the duck lifted.
    pub fn duck_key(&self) -> u64 {
        self.duck.map_or(0, |square| NUMBERS[DUCK + square.to_usize()])
    }

    /// The part of the key that does not depend on the pieces.
    fn key_beside_pieces(&self) -> u64 {
        let mut key = self.duck_key();
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if self.castling.contains(corner(color, side)) {
                    key ^= NUMBERS[CASTLING + color_index(color) * 2 + usize::from(side.is_queen_side())];
                }
            }
        }
        if let Some(square) = self.en_passant {
            key ^= NUMBERS[EN_PASSANT + square.file().to_usize()];
        }
        if self.color.is_black() {
            key ^= NUMBERS[BLACK_TO_MOVE];
        }
        if let Some(given) = self.checks {
            for color in Color::ALL {
                key ^= NUMBERS[CHECKS + color_index(color) * 4 + usize::from(given[color].min(CHECKS_TO_WIN))];
            }
        }
        key
    }

    /// Whether the two are the same for repetition: exactly, where [`key`](Self::key) could collide.
    pub fn repeats(&self, other: &Self) -> bool {
        self.board == other.board
            && self.duck == other.duck
            && self.castling == other.castling
            && self.en_passant == other.en_passant
            && self.color == other.color
            && self.checks == other.checks
    }
}

fn piece_number(piece: Piece, square: Square) -> u64 {
    NUMBERS[(color_index(piece.color) * 6 + piece.role as usize - 1) * 64 + square.to_usize()]
}

const fn color_index(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

const fn splitmix() -> [u64; 853] {
    let mut numbers = [0; 853];
    let mut state = 0_u64;
    let mut n = 0;
    while n < numbers.len() {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        numbers[n] = z ^ (z >> 31);
        n += 1;
    }
    numbers
}
