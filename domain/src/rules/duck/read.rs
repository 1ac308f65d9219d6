//! Reading a turn: finds the legal turn that a text means, or says what is wrong with it.

use shakmaty::{Bitboard, CastlingSide, Rank, Role, Square, attacks};

use super::piece_move::Special;
use super::text::{self, Origin, PieceText, SquareNames, TurnText};
use super::{DuckPosition, DuckTurn, DuckTurnError, PieceMove};
use crate::rules::quoted::shortened;

impl DuckPosition {
    /// Reads a turn in any notation in use, and only if it is legal here.
    ///
    /// ```
    /// use domain::rules::duck::DuckPosition;
    ///
    /// let start = DuckPosition::start();
    /// let turn = start.read_turn("Nf3@e5").unwrap();
    /// assert_eq!(start.read_turn("g1f3,f3e5").unwrap(), turn);
    /// assert_eq!(start.read_turn("Nf3@e2").unwrap_err().code(), "duck-on-piece");
    /// ```
    ///
    /// # Errors
    ///
    /// When the text is no turn, or the turn is not legal or not unique: each by its own reason.
    pub fn read_turn(&self, text: &str) -> Result<DuckTurn, DuckTurnError> {
        let read = TurnText::read(text).ok_or_else(|| unreadable(text))?;
        let bishop = || TurnText::read(&format!("B{}", text.trim_start().strip_prefix('b')?));
        // Where no pawn of the b-file can do it, a small b is a bishop: people type so.
        self.find_turn(read).or_else(|error| bishop().and_then(|read| self.find_turn(read).ok()).ok_or(error))
    }

    /// Reads a turn of a file that is known to count its squares so.
    pub(crate) fn read_turn_in(&self, text: &str, squares: SquareNames) -> Result<DuckTurn, DuckTurnError> {
        match TurnText::read_squares(text, squares) {
            Some(read) if squares == SquareNames::Fourteen => self.find_turn(read),
            _ => self.read_turn(text),
        }
    }

    /// Reads a piece move without its duck. If a duck follows, it is only used to tell two pieces apart.
    ///
    /// # Errors
    ///
    /// As [`read_turn`](Self::read_turn).
    pub fn read_piece_move(&self, text: &str) -> Result<PieceMove, DuckTurnError> {
        let read = TurnText::read(text).ok_or_else(|| unreadable(text))?;
        self.find_piece_move(read)
    }

    fn find_turn(&self, text: TurnText) -> Result<DuckTurn, DuckTurnError> {
        let piece_move = self.find_piece_move(text)?;
        match text.duck {
            Some(square) if !piece_move.captures_king() => {
                if piece_move.emptied_from(!self.blockers()).contains(square) {
                    return Ok(DuckTurn { piece_move, duck: Some(square) });
                }
                self.half_turn(piece_move).turn(Some(square))
            }
            None if !piece_move.captures_king() => Err(DuckTurnError::DuckMissing),
            _ => Ok(DuckTurn { piece_move, duck: None }),
        }
    }

    fn find_piece_move(&self, TurnText { piece, duck }: TurnText) -> Result<PieceMove, DuckTurnError> {
        if self.is_decided() {
            return Err(DuckTurnError::GameOver);
        }
        match piece {
            PieceText::Castling(side) => self.find_castling(side),
            PieceText::Move { role, origin, to, promotion } => {
                if let Some(side) = self.castling_by_squares(role, origin, to) {
                    return self.find_castling(side);
                }
                let (role, from) = self.find_piece(role, origin, to, duck)?;
                self.complete(role, from, to, promotion)
            }
        }
    }

    /// The one piece that the text can mean.
    fn find_piece(
        &self,
        role: Option<Role>,
        origin: Origin,
        to: Square,
        duck: Option<Square>,
    ) -> Result<(Role, Square), DuckTurnError> {
        let ours = self.board.by_color(self.color);
        if let Some(square) = origin.square() {
            let found = self.board.role_at(square).filter(|_| ours.contains(square));
            return match found {
                Some(found) if role.is_none_or(|role| role == found) && self.targets(found, square).contains(to) => {
                    Ok((found, square))
                }
                _ => Err(self.why_not(role, origin, to)),
            };
        }
        let role = role.unwrap_or(Role::Pawn);
        let mut candidates = self.movers(role, to) & origin.mask(role, to);
        if candidates.more_than_one() {
            // Fairy-Stockfish disambiguates over the whole turn: the duck may stand where only one of them was.
            let possible = |&from: &Square| duck.is_some_and(|duck| duck == from);
            candidates = candidates.into_iter().find(possible).map_or(candidates, Bitboard::from);
        }
        match (candidates.first(), candidates.more_than_one()) {
            (Some(from), false) => Ok((role, from)),
            (Some(_), true) => Err(DuckTurnError::Ambiguous { role, to, candidates }),
            (None, _) => Err(self.why_not(Some(role), origin, to)),
        }
    }

    /// The pieces of this role that can go there.
    pub(in crate::rules) fn movers(&self, role: Role, to: Square) -> Bitboard {
        let pieces = self.board.by_piece(role.of(self.color));
        if role == Role::Pawn {
            return pieces.into_iter().filter(|&from| self.targets(role, from).contains(to)).collect();
        }
        if self.closed().contains(to) {
            return Bitboard::EMPTY;
        }
        pieces & attacks::attacks(to, role.of(self.color), self.blockers())
    }

    /// Adds what is captured and what the pawn becomes.
    fn complete(
        &self,
        role: Role,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<PieceMove, DuckTurnError> {
        let capture = self.board.role_at(to);
        let promotes = role == Role::Pawn && to.rank() == self.color.relative_rank(Rank::Eighth);
        let special = match promotion {
            Some(_) if !promotes => return Err(DuckTurnError::PromotionMisplaced),
            None | Some(Role::Pawn | Role::King) if promotes => {
                return Err(DuckTurnError::PromotionMissing { from, to });
            }
            Some(role) => Special::Promotion(role),
            None if role == Role::Pawn && self.en_passant == Some(to) && from.file() != to.file() => {
                let capture = Some(Role::Pawn);
                return Ok(PieceMove { role, from, to, capture, special: Special::EnPassant });
            }
            None => Special::None,
        };
        Ok(PieceMove { role, from, to, capture, special })
    }

    fn find_castling(&self, side: CastlingSide) -> Result<PieceMove, DuckTurnError> {
        if self.can_castle(side) {
            return Ok(PieceMove::castling_of(self.color, side));
        }
        Err(self.why_not_castle(side))
    }

    /// `e1g1`, and `e1h1` as programs for Chess960 write it: no other king move goes that far or onto its own rook.
    fn castling_by_squares(&self, role: Option<Role>, origin: Origin, to: Square) -> Option<CastlingSide> {
        let king = self.board.king_of(self.color)?;
        let named = match (role, origin.square()) {
            (Some(Role::King), None) => origin.mask(Role::King, to).contains(king),
            (None | Some(Role::King), Some(square)) => square == king,
            _ => false,
        };
        let home = PieceMove::castling_of(self.color, CastlingSide::KingSide).from;
        if !named || king != home {
            return None;
        }
        CastlingSide::ALL.into_iter().find(|&side| {
            let castling = PieceMove::castling_of(self.color, side);
            let corner = castling.castling_rook().map(|(corner, _)| corner);
            let own_rook = self.board.by_piece(Role::Rook.of(self.color)).contains(to);
            castling.to == to || corner == Some(to) && own_rook
        })
    }
}

impl Origin {
    /// The square, if the whole of it is said.
    pub(super) fn square(self) -> Option<Square> {
        Some(Square::from_coords(self.file?, self.rank?))
    }

    /// Where the piece may stand; a pawn of which nothing is said goes straight ahead.
    pub(super) fn mask(self, role: Role, to: Square) -> Bitboard {
        let file = self.file.or((role == Role::Pawn).then(|| to.file()));
        file.map_or(Bitboard::FULL, Bitboard::from) & self.rank.map_or(Bitboard::FULL, Bitboard::from)
    }
}

impl DuckTurn {
    /// Whether a text is written as a turn is, or as its piece move alone, in whatever position.
    pub fn is_meant_by(text: &str) -> bool {
        TurnText::read(text).is_some()
    }
}

/// Says which half of a text cannot be read.
fn unreadable(text: &str) -> DuckTurnError {
    let text = text.trim();
    match text::halves(text) {
        ("", None) => DuckTurnError::Empty,
        (_, None) => DuckTurnError::Unreadable { text: shortened(text) },
        ("", Some(_)) => DuckTurnError::PieceMissing,
        (piece, Some(duck)) => match TurnText::read(piece) {
            Some(_) => DuckTurnError::DuckUnreadable { text: shortened(duck) },
            None => DuckTurnError::PieceUnreadable { text: shortened(piece) },
        },
    }
}
