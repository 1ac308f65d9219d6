//! Turns as engines write them.

use shakmaty::Bitboard;

use super::{DuckPosition, DuckTurn};

impl DuckPosition {
    /// The turn as Fairy-Stockfish writes it, `e2e4,e4d6`: the piece move, then its square again and the duck's. The capture of
    /// a king needs a duck there too, on any empty square.
    pub fn write_uci(&self, turn: DuckTurn) -> String {
        let (piece_move, to) = (turn.piece_move(), turn.to());
        let occupied = self.board().occupied().without(turn.from()).with(to) | Bitboard::from_iter(self.duck());
        match turn.duck().or_else(|| (!occupied).first()) {
            Some(duck) => format!("{piece_move},{to}{duck}"),
            None => piece_move.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written is what Fairy-Stockfish writes, and is read again.
    #[test]
    fn turns_are_written_as_fairy_stockfish_does() {
        for (fen, read, written) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e4@d6", "e2e4,e4d6"),
            ("r3k2r/8/8/8/*7/8/8/R3K2R w KQkq - 0 1", "O-O@b1", "e1g1,g1b1"),
            ("4k3/P7/8/8/*7/8/8/4K3 w - - 0 1", "a8=Q@b1", "a7a8q,a8b1"),
            ("4k3/8/8/8/*7/8/8/K3R3 w - - 0 1", "Rxe8", "e1e8,e8b1"),
        ] {
            let position: DuckPosition = fen.parse().unwrap();
            let turn = position.read_turn(read).unwrap();
            assert_eq!(position.write_uci(turn), written);
            assert_eq!(position.read_turn(written).unwrap(), turn);
        }
    }
}
