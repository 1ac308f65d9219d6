//! Plays Duck Chess, Three-Check Duck Chess and Duchess for programs that speak the Universal Chess Interface.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{BufRead, Read, Write, stdin, stdout};

use engine::uci::Session;

/// The longest line that is read: a game of thousands of turns fits in.
const LONGEST_LINE: u64 = 1 << 20;

fn main() {
    let mut session = Session::new(RandomState::new().build_hasher().finish(), |line| {
        let mut out = stdout().lock();
        // Nobody reads any more: the end of input follows.
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    });
    let mut input = stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => (),
        }
        if session.obey(&String::from_utf8_lossy(&line)).is_break() {
            return;
        }
    }
    session.end();
}
