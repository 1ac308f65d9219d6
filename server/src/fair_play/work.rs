//! The work on a game: one position at a time, so that whoever waits for an engine comes first.

use anyhow::ensure;

use super::choices::RANKS;
use super::{counting, store};
use crate::engines::{Search, SearchLimit};
use crate::evaluation::EvaluatedLine;
use crate::explorer;
use crate::games::{self, GameId};
use crate::jobs::{self, Job, Workshop};

/// As much as for an analysis: the same on every machine, and for every game.
const LIMIT: SearchLimit = SearchLimit::Nodes(200_000);

/// Searches the next position of a finished game; after the last writes what the game says of its players.
///
/// # Errors
/// The engine or the database fails, or the game is not over.
pub async fn examine(workshop: &mut Workshop<'_>, job: &Job) -> anyhow::Result<()> {
    let id = GameId::stored(job.subject.clone());
    let pool = workshop.games.pool();
    let Some(stored) = games::load(pool, &id).await? else {
        let mut transaction = pool.begin().await?;
        if jobs::finish(&mut transaction, job).await? {
            store::give_up(&mut transaction, &id).await?;
            transaction.commit().await?;
        }
        return Ok(());
    };
    let game = &stored.game;
    ensure!(game.conclusion().is_some(), "the game is running");
    let shared_turns = explorer::shared_turns(pool, game, counting::SHARED_BY).await?;
    let mut found = store::found(&mut *pool.acquire().await?, &id).await?;
    let to_search = counting::to_search(game, shared_turns);
    let mut left = to_search.iter().filter(|ply| !found.contains_key(ply));
    let (next, is_last) = (left.next().copied(), left.next().is_none());
    let mut lines = Vec::new();
    if let Some(ply) = next {
        let mut search = Search::of_game(game, ply, LIMIT);
        search.lines = RANKS;
        lines = EvaluatedLine::all(search.position(), &workshop.engines.search(&search).await?);
        ensure!(!lines.is_empty(), "the engine says no score");
    }
    let mut transaction = pool.begin().await?;
    if !jobs::finish_part(&mut transaction, job, is_last).await? {
        return Ok(());
    }
    if is_last {
        found.extend(next.map(|ply| (ply, lines)));
        // What others have played meanwhile may have made more of the game an opening.
        found.retain(|ply, _| to_search.contains(ply));
        let choices = counting::choices(game, &found);
        store::write(&mut transaction, &id, game.seating(), &choices).await?;
    } else if let Some(ply) = next {
        store::keep(&mut transaction, &id, ply, &lines).await?;
    }
    transaction.commit().await?;
    Ok(())
}
