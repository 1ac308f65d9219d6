//! The 64-bit key of a position: the same on every machine and in every version, so that it can be stored.
//!
//! It is a Zobrist key: the exclusive or of one number for each thing that matters for repetition. Number `n` (from 0) is
//! output `n` of SplitMix64 started from the state 0, as for the duck games. The numbers stand for:
//!
//! | numbers | what |
//! |---|---|
//! | 0 to 8477 | a piece on a square: `(seat * 9 + role) * 157 + square`, with P N B R Q K D F W from 0 |
//! | 8478 to 8483 | the seat to move |
//! | 8484 to 8489 | a seat that is out |
//! | 8490 to 8894 | what is taken from a seat: `((seat * 9 + role) * 8 + count`, from 1 to 7 |
//! | 8922 to 8926 | the set-up: six, four, three, two by two, two |

use super::{DuchessPosition, Role, Square};

const TO_MOVE: usize = 6 * Role::ALL.len() * Square::COUNT;
const OUT: usize = TO_MOVE + 6;
const TAKEN: usize = OUT + 6;
const SET_UP: usize = TAKEN + 6 * Role::ALL.len() * 8;

impl DuchessPosition {
    /// A number that two positions share if they are the same for repetition: set-up, pieces, seat to move, what is taken,
    /// who is out. Different positions share it once in 2^64.
    pub fn key(&self) -> u64 {
        let pieces = self.board.pieces().map(|(square, piece)| {
            (piece.seat.index() * Role::ALL.len() + piece.role as usize) * Square::COUNT + square.index()
        });
        let seats = self.set_up.seating().seats();
        let out = seats.clone().filter(|&seat| self.is_out(seat)).map(|seat| OUT + seat.index());
        let taken = seats.flat_map(|seat| {
            let taken = self.taken(seat);
            taken.roles().map(move |role| {
                TAKEN + (seat.index() * Role::ALL.len() + role as usize) * 8 + taken.count(role).min(7)
            })
        });
        let single = [TO_MOVE + self.seat.index(), SET_UP + self.set_up as usize];
        pieces.chain(out).chain(taken).chain(single).fold(0, |key, n| key ^ number(n))
    }

    /// Whether the two are the same for repetition; what [`key`](Self::key) says in a number, without any doubt.
    pub fn repeats(&self, other: &Self) -> bool {
        self.set_up == other.set_up
            && self.seat == other.seat
            && self.out == other.out
            && self.taken == other.taken
            && self.board == other.board
    }
}

/// Output `n` of SplitMix64 from the state 0.
const fn number(n: usize) -> u64 {
    let mut z = (n as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
