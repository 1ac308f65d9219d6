//! Whatever reads as a game is written so that it reads as the same game.
#![no_main]

use domain::pgn::Reader;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for game in Reader::new(bytes).flatten() {
        let written = game.to_string();
        let again: Vec<_> = Reader::new(written.as_bytes()).collect();
        assert_eq!(again, [Ok(game)], "{written}");
    }
});
