//! Duchess.

mod board;
