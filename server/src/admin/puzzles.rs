//! `mallard puzzles`: what players report, and what an operator does about it.

use std::io::Write;

use anyhow::ensure;

use super::open_database;
use crate::platform::config::{Config, PuzzleCommand};
use crate::platform::database::Pool;
use crate::platform::day::day_of;
use crate::platform::now::Now;
use crate::puzzles::{self, Retired};

/// Does what an operator wants done about puzzles.
///
/// # Errors
/// There is no such puzzle, or the database cannot be reached; worded for the operator.
pub async fn puzzles(config: &Config, command: PuzzleCommand) -> anyhow::Result<()> {
    let pool = open_database(config).await?;
    let done = carry_out(&pool, command).await;
    pool.close();
    done
}

async fn carry_out(pool: &Pool, command: PuzzleCommand) -> anyhow::Result<()> {
    let now = Now::system().get();
    match command {
        PuzzleCommand::Reports => {
            let reports = puzzles::reports(pool).await?;
            if reports.is_empty() {
                writeln!(std::io::stderr(), "No puzzle has been reported.")?;
            }
            for report in reports {
                writeln!(std::io::stdout(), "{report}")?;
            }
        }
        PuzzleCommand::Retire { number, because } => {
            let because = because.filter(|because| !because.trim().is_empty());
            let done = puzzles::retire(pool, number, &Retired { at: now, because }, day_of(now)).await?;
            ensure!(done, "there is no puzzle {number}");
            puzzles::choose_daily(pool, now).await?;
            writeln!(std::io::stderr(), "Puzzle {number} is not offered any more, and its page says so.")?;
        }
        PuzzleCommand::Reinstate { number } => {
            ensure!(puzzles::reinstate(pool, number).await?, "there is no puzzle {number}");
            writeln!(std::io::stderr(), "Puzzle {number} is offered.")?;
        }
    }
    Ok(())
}
