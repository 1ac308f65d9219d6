//! How turns and variants are written in the Universal Chess Interface.

use domain::rules::duchess::SetUp;
use domain::rules::duck::{DuckPosition, DuckTurn};
use domain::rules::position::Position;
use domain::rules::turn::Turn;
use domain::rules::variant::Variant;
use shakmaty::Bitboard;

/// Every variant with its value of `UCI_Variant`.
pub(super) const VARIANTS: [(&str, Variant); 7] = [
    ("duck", Variant::Duck),
    ("threecheckduck", Variant::ThreeCheckDuck),
    ("duchess6", Variant::Duchess(SetUp::Six)),
    ("duchess4", Variant::Duchess(SetUp::Four)),
    ("duchess3", Variant::Duchess(SetUp::Three)),
    ("duchess2x2", Variant::Duchess(SetUp::TwoByTwo)),
    ("duchess2", Variant::Duchess(SetUp::Two)),
];

/// A turn in this position: of the duck games as Fairy-Stockfish writes it, of Duchess as Mallard does.
pub fn write(position: &Position, turn: Turn) -> String {
    match (position, turn) {
        (Position::Duck(position), Turn::Duck(turn)) => write_duck(position, turn),
        _ => position.write_turn(turn),
    }
}

/// `e2e4,e4d6`: the piece move, then its square again and the duck's. The capture of a king needs a duck there too.
fn write_duck(position: &DuckPosition, turn: DuckTurn) -> String {
    let (piece_move, to) = (turn.piece_move(), turn.to());
    let occupied = position.board().occupied().without(turn.from()).with(to) | Bitboard::from_iter(position.duck());
    match turn.duck().or_else(|| (!occupied).first()) {
        Some(duck) => format!("{piece_move},{to}{duck}"),
        None => piece_move.to_string(),
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
            let position = Position::Duck(fen.parse().unwrap());
            let turn = position.read_turn(read).unwrap();
            assert_eq!(write(&position, turn), written);
            assert_eq!(position.read_turn(written).unwrap(), turn);
        }
    }
}
