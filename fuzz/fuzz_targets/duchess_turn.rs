//! Turns of Duchess.
#![no_main]

#[path = "../../domain/tests/it/duchess_readers.rs"]
#[expect(dead_code, reason = "the other readers have fuzzers of their own")]
mod readers;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| readers::turn(bytes));
