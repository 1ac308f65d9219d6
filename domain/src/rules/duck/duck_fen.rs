//! [`DuckFen`]: what a FEN says, possible or not; a [`DuckPosition`] is made of it only when it is possible.

use std::num::NonZeroU32;

use shakmaty::{Bitboard, Board, ByColor, CastlingSide, Color, Rank, Role, Square, attacks};

use super::moves::corner;
use super::position::CHECKS_TO_WIN;
use super::{DuckFenError, DuckPosition};

/// Everything a FEN of the duck games holds, unchecked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuckFen {
    /// The pieces.
    pub board: Board,
    /// The duck, if it is on the board.
    pub duck: Option<Square>,
    /// Who is to move.
    pub color: Color,
    /// The squares of the rooks that may castle, of a1, h1, a8 and h8.
    pub castling: Bitboard,
    /// The square a pawn has just passed.
    pub en_passant: Option<Square>,
    /// Turns since the last capture or pawn move.
    pub halfmoves: u32,
    /// The number of the next full move.
    pub fullmoves: NonZeroU32,
    /// The checks given, in Three-Check Duck Chess.
    pub checks: Option<ByColor<u8>>,
}

impl From<&DuckPosition> for DuckFen {
    fn from(position: &DuckPosition) -> Self {
        Self {
            board: position.board.clone(),
            duck: position.duck,
            color: position.color,
            castling: position.castling,
            en_passant: position.en_passant,
            halfmoves: position.halfmoves,
            fullmoves: position.fullmoves,
            checks: position.checks,
        }
    }
}

impl TryFrom<DuckFen> for DuckPosition {
    type Error = DuckFenError;

    /// Refuses positions that no game can reach with its pieces. There is no check, so kings may be attacked and may
    /// stand side by side. The game may have been decided by the last turn: by capturing the king of the side to move,
    /// or by the third check.
    fn try_from(setup: DuckFen) -> Result<Self, DuckFenError> {
        Color::ALL.into_iter().try_for_each(|color| setup.check_pieces(color))?;
        if let Some(square) = (setup.board.pawns() & Bitboard::BACKRANKS).first() {
            return Err(DuckFenError::PawnOnLastRank { square });
        }
        if let Some(square) = setup.duck.filter(|&square| setup.board.occupied().contains(square)) {
            return Err(DuckFenError::DuckOnPiece { square });
        }
        setup.check_castling()?;
        if let Some(color) = setup.checks.and_then(|given| (given[setup.color] >= CHECKS_TO_WIN).then_some(setup.color))
        {
            return Err(DuckFenError::ThirdCheckGiven { color });
        }
        let en_passant = setup.possible_en_passant()?;
        Ok(Self {
            board: setup.board,
            duck: setup.duck,
            color: setup.color,
            castling: setup.castling & Bitboard::CORNERS,
            en_passant,
            halfmoves: setup.halfmoves,
            fullmoves: setup.fullmoves,
            checks: setup.checks,
        })
    }
}

impl DuckFen {
    /// Makes it a position of a game in which checks are counted or are not: where they are and the FEN does not say how
    /// many have been given, none has.
    pub(crate) fn count_checks(&mut self, counted: bool) -> Result<(), DuckFenError> {
        match (counted, self.checks) {
            (false, None) | (true, Some(_)) => Ok(()),
            (true, None) => {
                self.checks = Some(ByColor::default());
                Ok(())
            }
            (false, Some(_)) => Err(DuckFenError::ChecksNotCounted),
        }
    }

    fn check_pieces(&self, color: Color) -> Result<(), DuckFenError> {
        let pieces = self.board.by_color(color);
        let mut kings = (self.board.kings() & pieces).into_iter();
        match (kings.next(), kings.next()) {
            (None, _) if color != self.color => return Err(DuckFenError::NoKing { color }),
            (Some(first), Some(second)) => return Err(DuckFenError::TwoKings { color, first, second }),
            (None, _) | (Some(_), None) => {}
        }
        let pawns = (self.board.pawns() & pieces).count();
        if pawns > 8 {
            return Err(DuckFenError::TooManyPawns { color, count: pawns });
        }
        let count = pieces.count();
        if count > 16 {
            return Err(DuckFenError::TooManyPieces { color, count });
        }
        Ok(())
    }

    fn check_castling(&self) -> Result<(), DuckFenError> {
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let rook = corner(color, side);
                let king = Square::from_coords(shakmaty::File::E, color.backrank());
                if !self.castling.contains(rook) {
                    continue;
                }
                if self.board.piece_at(king) != Some(Role::King.of(color)) {
                    return Err(DuckFenError::CastlingWithoutKing { color, side, king });
                }
                if self.board.piece_at(rook) != Some(Role::Rook.of(color)) {
                    return Err(DuckFenError::CastlingWithoutRook { color, side, rook });
                }
            }
        }
        Ok(())
    }

    /// The en passant square if a pawn can capture there: other programs write it after every double step.
    fn possible_en_passant(&self) -> Result<Option<Square>, DuckFenError> {
        let Some(square) = self.en_passant else { return Ok(None) };
        let passer = !self.color;
        if square.rank() != passer.relative_rank(Rank::Third) {
            return Err(DuckFenError::EnPassantRank { square });
        }
        let pawn = Square::from_coords(square.file(), passer.relative_rank(Rank::Fourth));
        let origin = Square::from_coords(square.file(), passer.relative_rank(Rank::Second));
        if self.board.piece_at(pawn) != Some(Role::Pawn.of(passer)) {
            return Err(DuckFenError::EnPassantWithoutPawn { square, pawn });
        }
        if let Some(occupied) = (self.board.occupied() & (Bitboard::from(square) | origin)).first() {
            return Err(DuckFenError::EnPassantBehindPiece { square, occupied });
        }
        let takers = self.board.by_piece(Role::Pawn.of(self.color));
        let takes = self.duck != Some(square) && attacks::pawn_attacks(passer, square).intersects(takers);
        Ok(takes.then_some(square))
    }
}
