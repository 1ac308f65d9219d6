//! What must hold for whatever a reader is given. The fuzzers of `fuzz/` call these same functions; here they are called
//! with the texts that fuzzing began from and with those it found worth keeping.

use domain::rules::duck::{DuckFen, DuckPosition};
use domain::rules::pgn::PgnReader;

/// Where turns are read: castling, en passant, promotions, checks, and a game that is over.
const POSITIONS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P*2/2NPBN2/PPPQ1PPP/R3K2R b KQkq - 1 9",
    "r3k2r/8/8/8/8/8/8/R3K1*R w KQkq - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/7*/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "1n2k3/P1P5/8/8/4*3/8/5p1p/4K1N1 w - - 0 1",
    "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP*1PP/RNBQKBNR b KQkq - 0 3",
    "4k3/8/8/Q1Q5/8/Q1Q2N2/8/1N2K3 w - - 0 1 +2+2",
    "7k/8/8/8/8/p1p5/P*P5/KB6 w - - 0 1",
];

/// Whatever reads as a position is one that can be played, and its FEN says it again.
pub fn fen(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Ok(setup) = text.parse::<DuckFen>() {
        assert_eq!(setup.to_string().parse(), Ok(setup));
    }
    let Ok(position) = text.parse::<DuckPosition>() else { return };
    assert_eq!(position.to_string().parse(), Ok(position.clone()));
    let mut turns = 0;
    position.for_each_turn(|turn| {
        turns += 1;
        if turns % 97 == 1 {
            assert_eq!(position.read_turn(&position.write_turn(turn)), Ok(turn));
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
    let position: DuckPosition = POSITIONS[usize::from(which) % POSITIONS.len()].parse().expect("these can be played");
    match position.read_turn(text) {
        Err(reason) => assert!(!reason.to_string().is_empty()),
        Ok(turn) => {
            assert!(position.is_legal(turn));
            assert_eq!(position.read_turn(&position.write_turn(turn)), Ok(turn));
            assert_eq!(position.read_turn(&turn.to_string()), Ok(turn));
        }
    }
}

/// Whatever reads as a game is written so that it reads as the same game.
pub fn pgn(bytes: &[u8]) {
    for game in PgnReader::new(bytes).flatten() {
        let written = game.to_string();
        let again: Vec<_> = PgnReader::new(written.as_bytes()).collect();
        assert_eq!(again, [Ok(game)], "{written}");
    }
}

/// Gives the reader every text that is kept for it.
#[cfg(test)]
pub fn each_seed(of: &str, check: fn(&[u8])) {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds").join(of);
    let seeds: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|seed| seed.unwrap().path()).collect();
    assert!(!seeds.is_empty());
    seeds.iter().for_each(|seed| check(&std::fs::read(seed).unwrap()));
}

#[cfg(test)]
mod tests {
    use super::each_seed;

    #[test]
    fn positions_that_fuzzing_found() {
        each_seed("fen", super::fen);
    }

    #[test]
    fn turns_that_fuzzing_found() {
        each_seed("turn", super::turn);
    }

    #[test]
    fn games_that_fuzzing_found() {
        each_seed("pgn", super::pgn);
    }
}
