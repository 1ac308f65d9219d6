//! Reading a turn: finds the legal turn that a text means, or says what is wrong with it.

use shakmaty::{Bitboard, Role, Square};

use super::{ChessPosition, ChessTurn, ChessTurnError};
use crate::rules::duck::{DUCK_SIGNS, DuckTurnError, PieceMove};

impl ChessPosition {
    /// Reads a turn in any notation in use, and only if it is legal here.
    ///
    /// ```
    /// use domain::rules::chess::ChessPosition;
    ///
    /// let position: ChessPosition = "4k3/8/8/8/1b6/8/3N4/4K1N1 w - - 0 1".parse().unwrap();
    /// let turn = position.read_turn("Nf3").unwrap();
    /// assert_eq!(turn.to_string(), "g1f3", "the other knight must stay where it is");
    /// assert_eq!(position.read_turn("d2f3").unwrap_err().code(), "leaves-king");
    /// ```
    ///
    /// # Errors
    /// When the text is no turn, or the turn is not legal or not unique: each by its own reason.
    pub fn read_turn(&self, text: &str) -> Result<ChessTurn, ChessTurnError> {
        let bishop = || text.trim_start().strip_prefix('b').map(|rest| format!("B{rest}"));
        // Where no pawn of the b-file can do it, a small b is a bishop: people type so.
        self.find_turn(text).or_else(|error| bishop().and_then(|text| self.find_turn(&text).ok()).ok_or(error))
    }

    fn find_turn(&self, text: &str) -> Result<ChessTurn, ChessTurnError> {
        let piece_move = match self.pieces().read_piece_move(text) {
            Ok(_) if text.contains(DUCK_SIGNS) => return Err(ChessTurnError::NoDuckHere),
            Ok(piece_move) => piece_move,
            Err(DuckTurnError::Ambiguous { role, to, candidates }) => self.only_safe_one(role, to, candidates)?,
            Err(error) => return Err(error.into()),
        };
        self.why_unsafe(piece_move).map_or(Ok(ChessTurn(piece_move)), Err)
    }

    /// Of several pieces that could go to a square the only one that may.
    fn only_safe_one(&self, role: Role, to: Square, candidates: Bitboard) -> Result<PieceMove, ChessTurnError> {
        let mut found = None;
        let mut safe = Bitboard::EMPTY;
        self.for_each_turn(|ChessTurn(piece_move)| {
            if piece_move.role() == role && piece_move.to() == to && candidates.contains(piece_move.from()) {
                safe.add(piece_move.from());
                found = Some(piece_move);
            }
        });
        let candidates = if safe.is_empty() { candidates } else { safe };
        let ambiguous = || DuckTurnError::Ambiguous { role, to, candidates }.into();
        found.filter(|_| !safe.more_than_one()).ok_or_else(ambiguous)
    }
}
