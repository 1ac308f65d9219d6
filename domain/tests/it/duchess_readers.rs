//! What must hold for whatever a reader of Duchess is given. As in `readers.rs`, the fuzzers call these functions, and the
//! tests give them the texts that are kept.

use domain::rules::duchess::{DuchessFen, DuchessPosition};

/// Where turns are read: the start, teleportation and promotion, a check, and a game that is over.
const POSITIONS: [&str; 5] = [
    "4 1 R1a1W1b1K1c1F1d1R1e1B1a2N1b2Q1c2B1d2D1e2P1a3P1b3P1c3P1d3P1e3/K2c1/K4c1/K5c1",
    "4 1 K1c1P1a2W1b1/K2c1/K4c1W4c6/R5b4K5c1 FQ/-/-/- - 0 1",
    "2 1 K1c1P2e5P1c6/K4a1 PQN/- - 7 1",
    "6 1 K1c1W1b2/K2c1R1e1/K3c1/K4c1/K5c1D1c3/K6c1 - 3 12 7",
    "2 1 K1a1/R1c1R1e2K4c1",
];

/// Whatever reads as a position is one that can be played, and its FEN says it again.
pub fn fen(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Ok(fen) = text.parse::<DuchessFen>() {
        assert_eq!(fen.to_string().parse(), Ok(fen));
    }
    let Ok(position) = text.parse::<DuchessPosition>() else { return };
    assert_eq!(position.to_string().parse(), Ok(position.clone()));
    let mut turns = 0;
    position.for_each_turn(|turn| {
        turns += 1;
        assert_eq!(position.read_turn(&turn.to_string()), Ok(turn));
        if turns % 7 == 1 {
            let after = position.play(turn);
            let _ = (after.result(), after.key());
        }
    });
    assert_eq!(turns, position.count_turns());
}

/// Whatever reads as a turn is legal, and is written so that it reads as the same turn. The first byte chooses the
/// position.
pub fn turn(bytes: &[u8]) {
    let Some((&which, text)) = bytes.split_first() else { return };
    let Ok(text) = str::from_utf8(text) else { return };
    let position: DuchessPosition =
        POSITIONS[usize::from(which) % POSITIONS.len()].parse().expect("these are positions");
    match position.read_turn(text) {
        Err(reason) => assert!(!reason.to_string().is_empty()),
        Ok(turn) => {
            assert!(position.is_legal(turn));
            assert_eq!(position.read_turn(&turn.to_string()), Ok(turn));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::readers::each_seed;

    #[test]
    fn positions_that_are_kept() {
        each_seed("duchess_fen", super::fen);
    }

    #[test]
    fn turns_that_are_kept() {
        each_seed("duchess_turn", super::turn);
    }
}
