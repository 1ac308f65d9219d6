//! A position of Duchess in words: for screen readers, and for players who do not know the figures yet.

use domain::rules::duchess::{Role, Square};

use super::RoundBoard;
use crate::wording::{pieces_captured, pieces_on};

/// What a seat has, in the order of its pieces' worth.
pub struct SeatWords {
    /// `Red`
    pub seat: &'static str,
    /// `king 1c1; queen 1c2; …`
    pub pieces: String,
    /// What has been taken from it: `2 pawns, bishop`; empty if nothing has.
    pub taken: String,
}

/// The kinds as they are listed.
const ORDER: [Role; 9] = [
    Role::King,
    Role::Queen,
    Role::Duchess,
    Role::Fortress,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Wizard,
    Role::Pawn,
];

impl RoundBoard {
    /// What every seat has on the board, and what it has lost.
    pub fn in_words(&self) -> Vec<SeatWords> {
        let seats = self.set_up().seating().seats();
        seats
            .map(|seat| {
                let board = self.position.board();
                let of = |role: Role| {
                    let squares = board.of(seat, role).into_iter().map(|square: Square| square.to_string());
                    let squares: Vec<_> = squares.collect();
                    (!squares.is_empty()).then(|| pieces_on(role, &squares))
                };
                let pieces: Vec<_> = ORDER.into_iter().filter_map(of).collect();
                let taken = self.position.captured(seat);
                let lost =
                    |role: Role| Some(taken.count(role)).filter(|&count| count > 0).map(|n| pieces_captured(role, n));
                let lost: Vec<_> = ORDER.into_iter().filter_map(lost).collect();
                SeatWords { seat: self.name(seat), pieces: pieces.join("; "), taken: lost.join(", ") }
            })
            .collect()
    }
}
