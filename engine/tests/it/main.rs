//! What an engine finds, and how.

mod chance;
mod duchess;
mod limits;
mod minimax;
mod puzzles;
mod uci;
