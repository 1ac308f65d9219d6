//! Why a piece cannot do what a text asks: slow and exact, for turns that have been found not to be legal.

use shakmaty::{Bitboard, CastlingSide, Role, Square, attacks};

use super::moves::pushes;
use super::text::Origin;
use super::{DuckPosition, DuckTurnError, PieceMove};

impl DuckPosition {
    pub(super) fn why_not(&self, role: Option<Role>, origin: Origin, to: Square) -> DuckTurnError {
        if let Some(from) = origin.square() {
            return self.why_not_from(role, from, to);
        }
        let role = role.unwrap_or(Role::Pawn);
        let all = self.board.by_piece(role.of(self.color));
        let mut pieces = all & origin.mask(role, to);
        if pieces.is_empty() && origin.file.is_none() && origin.rank.is_none() {
            // A pawn that does not stand on the file; any other piece is missing.
            pieces = all;
        }
        match (pieces.first(), pieces.more_than_one()) {
            (None, _) => DuckTurnError::NoSuchPiece { role, origin },
            (Some(from), false) => self.why_not_from(Some(role), from, to),
            (Some(_), true) => self.why_none_of(role, pieces, to),
        }
    }

    /// The reason of the one piece that could go there on an empty board, else of all together.
    fn why_none_of(&self, role: Role, pieces: Bitboard, to: Square) -> DuckTurnError {
        let reasons = || pieces.into_iter().map(|from| self.why_not_from(Some(role), from, to));
        let other_than_way = |reason: &DuckTurnError| !matches!(reason, DuckTurnError::NotItsWay { .. });
        reasons().find(other_than_way).unwrap_or(DuckTurnError::NoneCanGo { role, to })
    }

    fn why_not_from(&self, role: Option<Role>, from: Square, to: Square) -> DuckTurnError {
        if self.duck == Some(from) {
            return DuckTurnError::DuckIsNoPiece { square: from };
        }
        let Some(piece) = self.board.piece_at(from) else {
            return DuckTurnError::EmptySquare { square: from };
        };
        if piece.color != self.color {
            return DuckTurnError::NotYourPiece { square: from, role: piece.role };
        }
        if let Some(role) = role.filter(|&role| role != piece.role) {
            return DuckTurnError::NoSuchPiece { role, origin: Origin::from(from) };
        }
        let role = piece.role;
        if !self.on_an_empty_board(role, from).contains(to) {
            return DuckTurnError::NotItsWay { role, from, to };
        }
        if let Some(duck) = self.duck.filter(|&duck| (attacks::between(from, to) | to).contains(duck)) {
            return DuckTurnError::BlockedByDuck { role, from, to, duck };
        }
        if self.board.by_color(self.color).contains(to)
            && let Some(own) = self.board.role_at(to)
        {
            return DuckTurnError::OwnPiece { square: to, role: own };
        }
        if role == Role::Pawn && from.file() != to.file() {
            return match self.targets(role, from).contains(to) {
                true => DuckTurnError::CaptureWithoutFile { from, to },
                false => DuckTurnError::NothingToCapture { from, to },
            };
        }
        self.piece_between(from, to).map_or(DuckTurnError::NotItsWay { role, from, to }, |(square, blocker)| {
            DuckTurnError::BlockedByPiece { role, from, to, square, blocker }
        })
    }

    /// The first piece on the way, the target included.
    fn piece_between(&self, from: Square, to: Square) -> Option<(Square, Role)> {
        let way = (attacks::between(from, to) | to) & self.board.occupied();
        let square = way.into_iter().min_by_key(|&square| from.distance(square))?;
        Some((square, self.board.role_at(square)?))
    }

    fn on_an_empty_board(&self, role: Role, from: Square) -> Bitboard {
        if role != Role::Pawn {
            return attacks::attacks(from, role.of(self.color), Bitboard::EMPTY);
        }
        let (once, twice) = pushes(self.color, Bitboard::from(from), Bitboard::FULL);
        attacks::pawn_attacks(self.color, from) | once | twice
    }

    pub(super) fn why_not_castle(&self, side: CastlingSide) -> DuckTurnError {
        if !self.has_castling_right(self.color, side) {
            return DuckTurnError::CastlingRightLost { side };
        }
        let castling = PieceMove::castling_of(self.color, side);
        let way = castling.castling_rook().map_or(Bitboard::EMPTY, |(rook, _)| attacks::between(castling.from, rook));
        if let Some(duck) = self.duck.filter(|&duck| way.contains(duck)) {
            return DuckTurnError::CastlingBlockedByDuck { side, duck };
        }
        (way & self.board.occupied())
            .first()
            .and_then(|square| Some((square, self.board.role_at(square)?)))
            .map_or(DuckTurnError::CastlingRightLost { side }, |(square, blocker)| {
                DuckTurnError::CastlingBlockedByPiece { side, square, blocker }
            })
    }
}

impl From<Square> for Origin {
    fn from(square: Square) -> Self {
        Self { file: Some(square.file()), rank: Some(square.rank()) }
    }
}
