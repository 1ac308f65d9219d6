//! The work on a position of the analysis board.

use anyhow::ensure;

use super::line::EvaluatedLine;
use super::position_store::{self, PositionKey};
use crate::engines::{Search, SearchLimit};
use crate::jobs::{self, Job, Workshop};

/// Counted in positions, so that everybody is told the same.
const LIMIT: SearchLimit = SearchLimit::Nodes(400_000);

/// How many lines are shown.
const LINES: usize = 3;

/// Searches the position of a job.
///
/// # Errors
/// The engine or the database fails.
pub async fn evaluate(workshop: &mut Workshop<'_>, job: &Job) -> anyhow::Result<()> {
    let pool = workshop.games.pool();
    let key = PositionKey::read(job.variant, &job.subject);
    let position = match key {
        Some(key) => position_store::to_search(&mut *pool.acquire().await?, key).await?,
        None => None,
    };
    let Some((key, position)) = key.zip(position) else {
        jobs::finish(&mut *pool.acquire().await?, job).await?;
        return Ok(());
    };
    let mut search = Search::new(position, LIMIT);
    search.lines = LINES;
    let found = workshop.engines.search(&search).await?;
    let lines = EvaluatedLine::all(search.position(), &found);
    ensure!(!lines.is_empty(), "the engine says no score");
    let mut transaction = pool.begin().await?;
    // Where nothing was written the job stays this worker's until its lease ends, and is then done anew.
    if jobs::finish(&mut transaction, job).await?
        && position_store::write(&mut transaction, key, search.position(), &lines).await?
    {
        transaction.commit().await?;
    }
    Ok(())
}
