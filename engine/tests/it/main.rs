//! What an engine finds, and how.

mod chance;
mod limits;
mod minimax;
mod puzzles;
mod uci;
