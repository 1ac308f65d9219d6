//! Why a piece cannot do what a text asks: slow and exact, for turns that have been found not to be legal.

use super::moves::Mover;
use super::{DuchessPosition, DuchessTurn, DuchessTurnError, Piece, Reach, Role, Square};
use crate::rules::seat::{Colour, Seat};

impl DuchessPosition {
    pub(super) fn why_not(&self, said: Option<Role>, from: Square, to: Square) -> DuchessTurnError {
        if self.result.is_some() {
            return DuchessTurnError::GameOver;
        }
        let open = self.set_up.squares();
        if let Some(square) = [from, to].into_iter().find(|&square| !open.contains(square)) {
            return DuchessTurnError::Folded { square };
        }
        let Some(Piece { seat, role }) = self.board.piece_at(from) else {
            return DuchessTurnError::EmptySquare { square: from };
        };
        if seat != self.seat {
            let (owner, mover) = (self.colour(seat), self.colour(self.seat));
            return DuchessTurnError::NotYourPiece { square: from, role, owner, mover };
        }
        if let Some(said) = said.filter(|&said| said != role) {
            return DuchessTurnError::OtherPiece { square: from, role, said };
        }
        if let Some(occupied) = self.why_not_onto(to) {
            return occupied;
        }
        if Mover::new(self, self.seat).targets(role, from).contains(to) {
            return self.why_not_safe(role, from, to);
        }
        self.why_not_its_way(role, from, to)
    }

    /// Why nobody of the mover's side can go to a square: who stands there.
    fn why_not_onto(&self, square: Square) -> Option<DuchessTurnError> {
        let Piece { seat, role } = self.board.piece_at(square)?;
        let seating = self.set_up.seating();
        let owner = self.colour(seat);
        if seat == self.seat {
            Some(DuchessTurnError::OwnPiece { square, role })
        } else if seating.side(seat) == seating.side(self.seat) {
            Some(DuchessTurnError::PartnersPiece { square, role, owner })
        } else {
            (role == Role::King).then_some(DuchessTurnError::KingIsNotCaptured { square, owner })
        }
    }

    /// What would threaten the king after the turn.
    fn why_not_safe(&self, role: Role, from: Square, to: Square) -> DuchessTurnError {
        let capture = self.board.piece_at(to).map(|piece| piece.role);
        let mut after = self.clone();
        after.move_piece(DuchessTurn { role, from, to, capture, promotion: None });
        let threat = after.checking(self.seat).and_then(|square| Some((square, after.board.piece_at(square)?.role)));
        match (threat, after.king(self.seat)) {
            (Some((square, threat)), Some(_)) if role == Role::King => {
                DuchessTurnError::KingThreatened { to, role: threat, square }
            }
            (Some((square, threat)), Some(king)) => DuchessTurnError::LeavesKing { king, role: threat, square },
            _ => DuchessTurnError::NotItsWay { role, from, to },
        }
    }

    fn why_not_its_way(&self, role: Role, from: Square, to: Square) -> DuchessTurnError {
        let reach = Reach::of(self.set_up).from(from);
        let blocker = |square| self.board.piece_at(square).map(|piece| piece.role);
        match role {
            Role::Pawn if reach.corners.contains(to) => return DuchessTurnError::NothingToCapture { from, to },
            Role::Pawn if reach.edges.contains(to) => {
                if let Some(blocker) = blocker(to) {
                    return DuchessTurnError::PawnBlocked { from, to, blocker };
                }
            }
            _ => {}
        }
        let rook = reach.rook_rays.iter().filter(|_| role.moves_as_rook());
        let bishop = reach.bishop_rays.iter().filter(|_| role.moves_as_bishop());
        let blocked = rook.chain(bishop).find_map(|ray| {
            let way = &ray[..ray.iter().position(|&square| square == to)?];
            way.iter().find_map(|&square| Some((square, blocker(square)?)))
        });
        blocked.map_or(DuchessTurnError::NotItsWay { role, from, to }, |(square, blocker)| DuchessTurnError::Blocked {
            role,
            from,
            to,
            square,
            blocker,
        })
    }

    fn colour(&self, seat: Seat) -> Colour {
        self.set_up.seating().colour(seat)
    }
}
