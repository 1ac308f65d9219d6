//! Writing a turn in the short notation of [duckchess.com](https://duckchess.com/): `Nf3@e5`, and no duck after the
//! capture of a king, `Qxe8`. There is no sign for check or mate.

use std::fmt;

use shakmaty::{Bitboard, CastlingSide, Role};

use super::{DuckPosition, DuckTurn, PieceMove};

impl DuckPosition {
    /// The turn in short notation.
    pub fn write_turn(&self, turn: DuckTurn) -> String {
        let mut text = String::with_capacity(10);
        // Writing to a string does not fail.
        let _ = self.write_turn_to(turn, &mut text);
        text
    }

    /// The piece move in short notation, without a duck.
    pub fn write_piece_move(&self, piece_move: PieceMove) -> String {
        let mut text = String::with_capacity(8);
        let _ = self.write_piece_move_to(piece_move, &mut text);
        text
    }

    /// Writes the turn in short notation without allocating.
    ///
    /// # Errors
    ///
    /// Those of the writer alone.
    pub fn write_turn_to(&self, turn: DuckTurn, out: &mut impl fmt::Write) -> fmt::Result {
        self.write_piece_move_to(turn.piece_move, out)?;
        let Some(duck) = turn.duck else { return Ok(()) };
        out.write_char('@')?;
        out.write_char(duck.file().char())?;
        out.write_char(duck.rank().char())
    }

    fn write_piece_move_to(&self, piece_move: PieceMove, out: &mut impl fmt::Write) -> fmt::Result {
        let PieceMove { role, from, to, capture, .. } = piece_move;
        if let Some(side) = piece_move.castling() {
            return out.write_str(match side {
                CastlingSide::KingSide => "O-O",
                CastlingSide::QueenSide => "O-O-O",
            });
        }
        let (file, rank) = match role {
            Role::Pawn => (capture.is_some(), false),
            _ => self.needed_to_tell(piece_move),
        };
        if role != Role::Pawn {
            out.write_char(role.upper_char())?;
        }
        if file {
            out.write_char(from.file().char())?;
        }
        if rank {
            out.write_char(from.rank().char())?;
        }
        if capture.is_some() {
            out.write_char('x')?;
        }
        out.write_char(to.file().char())?;
        out.write_char(to.rank().char())?;
        if let Some(role) = piece_move.promotion() {
            out.write_char('=')?;
            out.write_char(role.upper_char())?;
        }
        Ok(())
    }

    /// Whether the file and the rank are needed, because another such piece could go there too.
    fn needed_to_tell(&self, PieceMove { role, from, to, .. }: PieceMove) -> (bool, bool) {
        let others = self.movers(role, to).without(from);
        if others.is_empty() {
            return (false, false);
        }
        let same_file = others.intersects(Bitboard::from(from.file()));
        let same_rank = others.intersects(Bitboard::from(from.rank()));
        (!same_file || same_rank, same_file)
    }
}
