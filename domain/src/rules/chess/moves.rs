//! Which turns are legal: the piece moves of the duck games that leave no king in check.

use std::ops::ControlFlow;

use shakmaty::{Board, CastlingSide, Color, Role, Square};

use super::{ChessPosition, ChessTurn, ChessTurnError};
use crate::rules::duck::PieceMove;
use crate::rules::perft::Perft;

impl ChessPosition {
    /// How many legal turns there are.
    pub fn count_turns(&self) -> u64 {
        let mut count = 0;
        self.for_each_turn(|_| count += 1);
        count
    }

    /// Whether there is a legal turn; looks no further than the first.
    pub fn has_turn(&self) -> bool {
        self.try_for_each_turn(|_| ControlFlow::Break(())).is_break()
    }

    /// Calls `visit` with every legal turn.
    pub fn for_each_turn(&self, mut visit: impl FnMut(ChessTurn)) {
        self.pieces().for_each_piece_move(|piece_move| {
            if self.is_safe(piece_move) {
                visit(ChessTurn(piece_move));
            }
        });
    }

    /// Calls `visit` with every legal turn until it breaks off.
    pub fn try_for_each_turn<B>(&self, mut visit: impl FnMut(ChessTurn) -> ControlFlow<B>) -> ControlFlow<B> {
        self.pieces().try_for_each_piece_move(|piece_move| match self.is_safe(piece_move) {
            true => visit(ChessTurn(piece_move)),
            false => ControlFlow::Continue(()),
        })
    }

    /// Whether this turn can be made here.
    pub fn is_legal(&self, turn: ChessTurn) -> bool {
        self.pieces().is_legal_piece_move(turn.0) && self.is_safe(turn.0)
    }

    /// Whether a pawn may be captured en passant.
    pub(super) fn has_en_passant(&self) -> bool {
        let is_one = |turn: ChessTurn| turn.0.is_en_passant();
        let found = self.try_for_each_turn(|turn| match is_one(turn) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        found.is_break()
    }

    /// Whether a piece move, possible but for the king, leaves the mover's king out of check.
    pub(super) fn is_safe(&self, piece_move: PieceMove) -> bool {
        self.why_unsafe(piece_move).is_none()
    }

    /// What check forbids about a piece move that is possible without it.
    pub(super) fn why_unsafe(&self, piece_move: PieceMove) -> Option<ChessTurnError> {
        if let (Some(side), Some((_, passed))) = (piece_move.castling(), piece_move.castling_rook()) {
            if let Some(king) = self.king_in_check() {
                return Some(ChessTurnError::CastlingInCheck { side, king });
            }
            if let Some(error) = self.why_not_through(side, passed) {
                return Some(error);
            }
        }
        let half = self.pieces().half_turn(piece_move);
        let king = half.board().king_of(self.color())?;
        let (role, square) = attacker(half.board(), king, !self.color())?;
        Some(match piece_move.role() {
            Role::King => ChessTurnError::KingThreatened { to: king, role, square },
            _ if self.king_in_check().is_some() => ChessTurnError::StillInCheck { king, role, square },
            _ => ChessTurnError::LeavesKing { king, role, square },
        })
    }

    /// Why the king does not castle over a square.
    fn why_not_through(&self, side: CastlingSide, passed: Square) -> Option<ChessTurnError> {
        let (role, square) = attacker(self.pieces().board(), passed, !self.color())?;
        Some(ChessTurnError::CastlingThroughCheck { side, passed, role, square })
    }
}

/// A piece of a colour that attacks a square, and where it stands.
fn attacker(board: &Board, target: Square, by: Color) -> Option<(Role, Square)> {
    let square = board.attacks_to(target, by, board.occupied()).first()?;
    Some((board.role_at(square)?, square))
}

impl Perft for ChessPosition {
    fn count_turns(&self) -> u64 {
        self.count_turns()
    }

    fn for_each_successor(&self, mut visit: impl FnMut(&Self)) {
        self.for_each_turn(|turn| visit(&self.play(turn)));
    }
}
