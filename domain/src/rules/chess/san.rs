//! Writing a turn in standard algebraic notation, with the signs for check and mate: `Nf3`, `exd8=Q+`, `Qxf7#`.

use shakmaty::{Bitboard, CastlingSide, Role};

use super::{ChessPosition, ChessTurn};
use crate::rules::duck::PieceMove;

impl ChessPosition {
    /// The turn in standard algebraic notation.
    pub fn write_turn(&self, turn: ChessTurn) -> String {
        let mut text = self.write_piece_move(turn.0);
        let after = self.play(turn);
        if after.king_in_check().is_some() {
            text.push(if after.has_turn() { '+' } else { '#' });
        }
        text
    }

    /// The move without a sign for check.
    pub fn write_piece_move(&self, piece_move: PieceMove) -> String {
        match piece_move.castling() {
            Some(CastlingSide::KingSide) => return "O-O".to_owned(),
            Some(CastlingSide::QueenSide) => return "O-O-O".to_owned(),
            None => {}
        }
        let (role, from, to) = (piece_move.role(), piece_move.from(), piece_move.to());
        let is_capture = piece_move.capture().is_some();
        let (file, rank) = match role {
            Role::Pawn => (is_capture, false),
            _ => self.needed_to_tell(piece_move),
        };
        let letter = (role != Role::Pawn).then(|| role.upper_char());
        let origin = [file.then(|| from.file().char()), rank.then(|| from.rank().char())];
        let sign = is_capture.then_some('x');
        let target = [to.file().char(), to.rank().char()];
        let becomes = piece_move.promotion().map(|role| ['=', role.upper_char()]);
        let before = letter.into_iter().chain(origin.into_iter().flatten()).chain(sign);
        before.chain(target).chain(becomes.into_iter().flatten()).collect()
    }

    /// Whether the file and the rank are needed, because another such piece could go there too.
    fn needed_to_tell(&self, piece_move: PieceMove) -> (bool, bool) {
        let (from, to) = (piece_move.from(), piece_move.to());
        let others = self.pieces().movers(piece_move.role(), to).without(from);
        let is_free = |&other: &shakmaty::Square| self.is_safe(piece_move.made_from(other));
        let others: Bitboard = others.into_iter().filter(is_free).collect();
        if others.is_empty() {
            return (false, false);
        }
        let same_file = others.intersects(Bitboard::from(from.file()));
        let same_rank = others.intersects(Bitboard::from(from.rank()));
        (!same_file || same_rank, same_file)
    }
}
