//! Whatever reads as a position is one that can be played, and its FEN says it again.
#![no_main]

use domain::duck::{DuckPosition, DuckSetup};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(setup) = text.parse::<DuckSetup>() {
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
});
