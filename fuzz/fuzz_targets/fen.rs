//! Positions as text.
#![no_main]

#[path = "../../domain/tests/it/readers.rs"]
#[expect(dead_code, reason = "the other readers have fuzzers of their own")]
mod readers;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| readers::fen(bytes));
