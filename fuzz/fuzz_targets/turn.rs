//! Whatever reads as a turn is legal, and is written so that it reads as the same turn.
#![no_main]

use domain::duck::DuckPosition;
use libfuzzer_sys::fuzz_target;

const POSITIONS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P*2/2NPBN2/PPPQ1PPP/R3K2R b KQkq - 1 9",
    "r3k2r/8/8/8/8/8/8/R3K2*R w KQkq - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/7*/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "1n2k3/P1P5/8/8/4*3/8/5p1p/4K1N1 w - - 0 1",
    "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP*1PP/RNBQKBNR b KQkq - 0 3",
    "4k3/8/8/Q1Q5/8/Q1Q2N2/8/1N2K3 w - - 0 1 +2+2",
    "7k/8/8/8/8/p1p5/P*P5/KB6 w - - 0 1",
];

fuzz_target!(|input: (u8, &str)| {
    let (which, text) = input;
    let Ok(position) = POSITIONS[which as usize % POSITIONS.len()].parse::<DuckPosition>() else { return };
    match position.read_turn(text) {
        Err(reason) => assert!(!reason.to_string().is_empty()),
        Ok(turn) => {
            assert!(position.is_legal(turn));
            assert_eq!(position.read_turn(&position.write_turn(turn)), Ok(turn));
            assert_eq!(position.read_turn(&turn.to_string()), Ok(turn));
        }
    }
});
