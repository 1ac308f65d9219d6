//! The 64-bit key of a position: the same on every machine and in every version, so that it can be stored.
//!
//! It is a Zobrist key: the exclusive or of one number for each thing that matters for repetition. Number `n` (from 0) is
//! output `n` of SplitMix64 started from the state 0, as for the duck games. The numbers stand for:
//!
//! | numbers | what |
//! |---|---|
//! | 0 to 8477 | a piece on a square: `(seat * 9 + role) * 157 + square`, with P N B R Q K D F W from 0 |
//! | 8478 to 8483 | the seat to move |
//! | 8484 to 8489 | a seat that has dropped out |
//! | 8490 to 8894 | what is captured from a seat: `((seat * 9 + role) * 8 + count`, from 1 to 7 |
//! | 8922 to 8926 | the set-up: six, four, three, two by two, two |

use super::{DuchessPosition, DuchessTurn, Piece, Role, Square};
use crate::rules::seat::Seat;

const TO_MOVE: usize = 6 * Role::ALL.len() * Square::COUNT;
const OUT: usize = TO_MOVE + 6;
const CAPTURED: usize = OUT + 6;
const SET_UP: usize = CAPTURED + 6 * Role::ALL.len() * 8;

impl DuchessPosition {
    /// A number that two positions share if they are the same for repetition: set-up, pieces, seat to move, what is captured,
    /// who has dropped out. Different positions share it once in 2^64.
    pub fn key(&self) -> u64 {
        let pieces = self.board.pieces().map(|(square, piece)| piece_number(piece, square));
        let captured = self.set_up.seating().seats().map(|seat| self.key_of_captured(seat));
        pieces.chain(captured).fold(self.key_of_seats(), |key, number| key ^ number)
    }

    /// The key of the position after a turn made here, worked out from this one's key: only what the turn changes is
    /// looked at.
    ///
    /// ```
    /// use domain::rules::duchess::{DuchessPosition, SetUp};
    ///
    /// let start = DuchessPosition::start(SetUp::Six);
    /// let turn = start.read_turn("N1b2-1c4").unwrap();
    /// let after = start.play(turn);
    /// assert_eq!(start.key_after(start.key(), turn, &after), after.key());
    /// ```
    pub fn key_after(&self, key: u64, turn: DuchessTurn, after: &Self) -> u64 {
        let DuchessTurn { role, from, to, promotion, .. } = turn;
        let piece = |role| Piece { seat: self.seat, role };
        let moved = piece_number(piece(role), from) ^ piece_number(piece(promotion.unwrap_or(role)), to);
        let mut key = key ^ moved ^ self.key_of_seats() ^ after.key_of_seats();
        if let Some(captured) = self.board.piece_at(to) {
            key ^= piece_number(captured, to);
            key ^= self.key_of_captured(captured.seat) ^ after.key_of_captured(captured.seat);
        }
        if promotion.is_some() {
            key ^= self.key_of_captured(self.seat) ^ after.key_of_captured(self.seat);
        }
        key
    }

    /// The key of the position after [`pass`](Self::pass), from the key of this one.
    pub fn key_after_pass(&self, key: u64, after: &Self) -> u64 {
        key ^ self.key_of_seats() ^ after.key_of_seats()
    }

    /// The part of the key that depends on the set-up and its seats.
    fn key_of_seats(&self) -> u64 {
        let out = self.set_up.seating().seats().filter(|&seat| self.has_dropped_out(seat));
        let key = number(TO_MOVE + self.seat.index()) ^ number(SET_UP + self.set_up as usize);
        out.fold(key, |key, seat| key ^ number(OUT + seat.index()))
    }

    /// The part of the key that depends on the pieces captured from a seat.
    fn key_of_captured(&self, seat: Seat) -> u64 {
        let captured = self.captured(seat);
        let each = captured
            .roles()
            .map(|role| CAPTURED + (seat.index() * Role::ALL.len() + role as usize) * 8 + captured.count(role).min(7));
        each.fold(0, |key, n| key ^ number(n))
    }

    /// Whether the two are the same for repetition: exactly, where [`key`](Self::key) could collide.
    pub fn repeats(&self, other: &Self) -> bool {
        self.set_up == other.set_up
            && self.seat == other.seat
            && self.dropped_out == other.dropped_out
            && self.captured == other.captured
            && self.board == other.board
    }
}

fn piece_number(piece: Piece, square: Square) -> u64 {
    number((piece.seat.index() * Role::ALL.len() + piece.role as usize) * Square::COUNT + square.index())
}

/// Output `n` of SplitMix64 from the state 0.
const fn number(n: usize) -> u64 {
    let mut z = (n as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
