//! Plays Duck Chess, Three-Check Duck Chess and Duchess for programs that speak the Universal Chess Interface.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{Write, stdin, stdout};

use engine::uci::Session;
use engine::uci::input::{self, Input, LONGEST_LINE};

fn main() {
    let mut session = Session::new(RandomState::new().build_hasher().finish(), |line| {
        let mut out = stdout().lock();
        // Nobody reads any more: the end of input follows.
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    });
    let mut input = stdin().lock();
    loop {
        match input::read(&mut input) {
            Ok(Input::Line(line)) => {
                if session.obey(&line).is_break() {
                    return;
                }
            }
            Ok(Input::TooLong) => session.complain(&format!("the line is longer than {LONGEST_LINE} bytes")),
            Ok(Input::End) | Err(_) => break,
        }
    }
    session.end();
}
