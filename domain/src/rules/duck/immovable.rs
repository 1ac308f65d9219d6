//! Why nothing can be lifted from a square, for a player who has tried.

use shakmaty::{Bitboard, Role, Square, attacks};

use super::DuckPosition;
use super::moves::pushes;

/// Why no piece of the seat to move can go from a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are what a sentence names")]
pub enum Immovable {
    /// The duck is there, and moves after a piece.
    Duck,
    /// Nothing is there.
    Empty,
    /// The piece is the opponent's.
    NotYours(Role),
    /// The pawn has nothing to take, and something is ahead of it: a piece, or else the duck.
    Pawn { ahead: Square, by: Option<Role> },
    /// Pieces of its own are next to it wherever it could go, and the duck, if it is there too.
    Surrounded { role: Role, duck: Option<Square> },
}

impl DuckPosition {
    /// Why nothing can be lifted from a square; `None` if a piece there has a legal move.
    pub fn why_immovable(&self, square: Square) -> Option<Immovable> {
        if self.duck == Some(square) {
            return Some(Immovable::Duck);
        }
        let Some(piece) = self.board.piece_at(square) else { return Some(Immovable::Empty) };
        if piece.color != self.color {
            return Some(Immovable::NotYours(piece.role));
        }
        if self.piece_moves().into_iter().any(|piece_move| piece_move.from() == square) {
            return None;
        }
        if piece.role == Role::Pawn {
            let ahead = pushes(self.color, Bitboard::from(square), Bitboard::FULL).0.first()?;
            return Some(Immovable::Pawn { ahead, by: self.board.role_at(ahead) });
        }
        let next = attacks::attacks(square, piece, Bitboard::FULL);
        Some(Immovable::Surrounded { role: piece.role, duck: self.duck.filter(|&duck| next.contains(duck)) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_move_says_what_holds_it() {
        let position: DuckPosition = "4k3/8/8/8/8/4*3/PPPPPPPP/RNBQKBNR w KQ - 0 1".parse().unwrap();
        let why = |square: &str| position.why_immovable(square.parse().unwrap());
        assert_eq!(why("a2"), None);
        assert_eq!(why("e3"), Some(Immovable::Duck));
        assert_eq!(why("e5"), Some(Immovable::Empty));
        assert_eq!(why("e8"), Some(Immovable::NotYours(Role::King)));
        assert_eq!(why("e2"), Some(Immovable::Pawn { ahead: Square::E3, by: None }));
        assert_eq!(why("a1"), Some(Immovable::Surrounded { role: Role::Rook, duck: None }));
        let beside: DuckPosition = "4k3/8/8/8/8/8/P1PPPPPP/R*BQKBNR w KQ - 0 1".parse().unwrap();
        let surrounded = Immovable::Surrounded { role: Role::Rook, duck: Some(Square::B1) };
        assert_eq!(beside.why_immovable(Square::A1), Some(surrounded));
        let blocked: DuckPosition = "4k3/8/8/8/8/p7/P7/4K3 w - - 0 1".parse().unwrap();
        assert_eq!(
            blocked.why_immovable(Square::A2),
            Some(Immovable::Pawn { ahead: Square::A3, by: Some(Role::Pawn) })
        );
    }
}
