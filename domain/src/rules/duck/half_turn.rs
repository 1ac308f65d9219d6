//! [`HalfTurn`]: the moment between the piece move and the duck.

use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square, attacks};

use super::piece_move::Special;
use super::{DuckPosition, DuckTurn, DuckTurnError, PieceMove};

/// A piece has moved, but the duck has not: what a page shows while the player chooses the duck's square.
///
/// ```
/// use domain::rules::duck::DuckPosition;
/// use shakmaty::Square;
///
/// let start = DuckPosition::start();
/// let half = start.half_turn(start.read_piece_move("e4").unwrap());
/// assert_eq!(half.duck_squares().count(), 32);
/// let turn = half.turn(Some(Square::E5)).unwrap();
/// assert_eq!(start.play(turn).to_string(), "rnbqkbnr/pppppppp/8/4*3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HalfTurn {
    piece_move: PieceMove,
    /// The duck is where it was, the next seat is to move, the en passant square is not yet hidden by the duck.
    after: DuckPosition,
}

impl HalfTurn {
    pub(super) fn new(before: &DuckPosition, piece_move: PieceMove) -> Self {
        let mover = before.color;
        let mut after = before.clone();
        move_pieces(&mut after.board, piece_move);
        after.castling.discard(Bitboard::from(piece_move.from) | piece_move.to);
        if piece_move.role == Role::King {
            after.castling.discard(mover.backrank());
        }
        if piece_move.captures_king() {
            after.castling.discard(mover.other().backrank());
        }
        after.en_passant = passed_square(&after.board, piece_move, mover);
        let irreversible = piece_move.capture.is_some() || piece_move.role == Role::Pawn;
        after.halfmoves = if irreversible { 0 } else { before.halfmoves.saturating_add(1) };
        after.fullmoves = before.fullmoves.saturating_add(u32::from(mover.is_black()));
        after.color = !mover;
        Self { piece_move, after }
    }

    /// What has been moved.
    pub const fn piece_move(&self) -> PieceMove {
        self.piece_move
    }

    /// Whose turn it is after this one.
    pub const fn next_color(&self) -> Color {
        self.after.color
    }

    /// The pieces after the move.
    pub const fn board(&self) -> &Board {
        &self.after.board
    }

    /// Where the duck still is.
    pub const fn duck(&self) -> Option<Square> {
        self.after.duck
    }

    /// Where the duck may go: every empty square but its own, or none when the king has been captured.
    pub fn duck_squares(&self) -> Bitboard {
        if self.piece_move.captures_king() { Bitboard::EMPTY } else { !self.after.blockers() }
    }

    /// The whole turn, if the duck may go there; `None` for the capture of a king, which ends the game at once.
    ///
    /// # Errors
    ///
    /// When the duck is missing, is not moved or is put on a piece. A duck after the capture of a king is ignored,
    /// because other programs write one.
    pub fn turn(&self, duck: Option<Square>) -> Result<DuckTurn, DuckTurnError> {
        let piece_move = self.piece_move;
        if piece_move.captures_king() {
            return Ok(DuckTurn { piece_move, duck: None });
        }
        let square = duck.ok_or(DuckTurnError::DuckMissing)?;
        if self.after.duck == Some(square) {
            return Err(DuckTurnError::DuckNotMoved { square });
        }
        match self.after.board.piece_at(square) {
            None => Ok(DuckTurn { piece_move, duck }),
            Some(piece) => {
                Err(DuckTurnError::DuckOnPiece { square, role: piece.role, yours: piece.color != self.after.color })
            }
        }
    }

    /// The position that would follow without a duck on the board: every piece move that is legal with the duck on some
    /// square is legal in it. Checks of Three-Check are not counted, for the duck may stand in their way.
    pub fn without_duck(&self) -> DuckPosition {
        DuckPosition { duck: None, ..self.after.clone() }
    }

    /// The position after the turn, with the duck on one of the [`duck_squares`](Self::duck_squares), or `None` after the
    /// capture of a king: for programs that try many squares, since it checks nothing.
    ///
    /// Another square makes a position that no game reaches, though nothing panics.
    pub fn finish(&self, duck: Option<Square>) -> DuckPosition {
        let mut after = self.after.clone();
        if let Some(square) = duck {
            after.duck = duck;
            after.en_passant = after.en_passant.filter(|&passed| passed != square);
        }
        let is_check = || after.board.king_of(after.color).is_some_and(|king| after.is_attacked(king, !after.color));
        if after.checks.is_some()
            && is_check()
            && let Some(given) = &mut after.checks
        {
            given[!after.color] = given[!after.color].saturating_add(1);
        }
        after
    }
}

/// Moves what stands on the move's square, so that not even a move of another position gives a side more pieces.
fn move_pieces(board: &mut Board, piece_move: PieceMove) {
    let PieceMove { from, to, .. } = piece_move;
    if let Some((rook_from, rook_to)) = piece_move.castling_rook() {
        let king = board.remove_piece_at(from);
        let rook = board.remove_piece_at(rook_from);
        king.into_iter().for_each(|piece| board.set_piece_at(to, piece));
        rook.into_iter().for_each(|piece| board.set_piece_at(rook_to, piece));
        return;
    }
    if let (Special::EnPassant, Some(square)) = (piece_move.special, piece_move.capture_square()) {
        board.discard_piece_at(square);
    }
    if let Some(piece) = board.remove_piece_at(from) {
        board.set_piece_at(to, Piece { role: piece_move.promotion().unwrap_or(piece.role), ..piece });
    }
}

/// The square that a double step has passed, if an enemy pawn can capture there.
fn passed_square(board: &Board, piece_move: PieceMove, mover: Color) -> Option<Square> {
    let PieceMove { role, from, to, .. } = piece_move;
    if role != Role::Pawn || from.distance(to) != 2 {
        return None;
    }
    let passed = Square::from_coords(from.file(), mover.relative_rank(Rank::Third));
    let takers = board.by_piece(Role::Pawn.of(!mover));
    attacks::pawn_attacks(mover, passed).intersects(takers).then_some(passed)
}
