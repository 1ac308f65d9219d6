//! The puzzles that come with the server.

use anyhow::Context;
use domain::rules::puzzle::Puzzle;

use super::store;
use crate::platform::database::Pool;

/// Made by `cargo run -p engine --example puzzles`, as `server/puzzles/README.md` tells.
const FILE: &str = include_str!("../../puzzles/puzzles.jsonl");

/// Puts them into the database: those that are not there, and what has changed in those that are. Their ratings stay.
///
/// # Errors
/// The file is broken, or the database fails.
pub async fn load(pool: &Pool) -> anyhow::Result<()> {
    let read = |line: &'static str| {
        let puzzle: Puzzle = serde_json::from_str(line).with_context(|| format!("a shipped puzzle: {line}"))?;
        Ok((puzzle, line))
    };
    let puzzles: Vec<(Puzzle, &str)> = FILE.lines().map(read).collect::<anyhow::Result<_>>()?;
    store::put(pool, &puzzles).await
}
