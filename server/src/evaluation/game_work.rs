//! The work on a game that somebody has asked about: one position at a time, so that whoever waits at a board comes first, and
//! what a worker leaves behind that is killed is one position.

use anyhow::ensure;
use domain::correspondence::game::Game;
use domain::rules::ply::Ply;

use super::game_store;
use super::line::EvaluatedLine;
use crate::engines::{Search, SearchLimit};
use crate::games::{self, GameId};
use crate::jobs::{self, Job, Workshop};

/// Counted in positions, so that a game is judged the same on every machine.
const LIMIT: SearchLimit = SearchLimit::Nodes(200_000);

/// The best, and what it is to be compared with.
const LINES: usize = 2;

/// Searches the next position of a game, if there is one left.
///
/// # Errors
/// The engine or the database fails, or the game is not over.
pub async fn evaluate(workshop: &mut Workshop<'_>, job: &Job) -> anyhow::Result<()> {
    let id = GameId::stored(job.subject.clone());
    let pool = workshop.games.pool();
    let Some(stored) = games::load(pool, &id).await? else {
        jobs::finish(&mut *pool.acquire().await?, job).await?;
        return Ok(());
    };
    ensure!(stored.game.conclusion().is_some(), "the game is running");
    let searched = game_store::searched(&mut *pool.acquire().await?, &id).await?;
    let mut left = goes_on_at(&stored.game).filter(|ply| !searched.contains(ply));
    let next = left.next();
    let is_last = left.next().is_none();
    let found = match next {
        Some(ply) => {
            let mut search = Search::of_game(&stored.game, ply, LIMIT);
            search.lines = LINES;
            let found = workshop.engines.search(&search).await?;
            let lines = EvaluatedLine::all(search.position(), &found);
            ensure!(!lines.is_empty(), "the engine says no score");
            Some((ply, lines))
        }
        None => None,
    };
    let mut transaction = pool.begin().await?;
    if !jobs::finish_part(&mut transaction, job, is_last).await? {
        return Ok(());
    }
    let ended_at = is_last.then(|| workshop.now.get());
    match found {
        Some((ply, lines)) => game_store::write(&mut transaction, &id, ply, &lines, ended_at).await?,
        None => game_store::end(&mut transaction, &id, ended_at, None).await?,
    }
    transaction.commit().await?;
    Ok(())
}

/// The plies in whose positions a game goes on: those that can be searched.
pub fn goes_on_at(game: &Game) -> impl Iterator<Item = Ply> {
    let plies = (0..=game.turns().len()).map(Ply::after);
    plies.filter(|&ply| game.position_at(ply).is_some_and(|position| position.result().is_none()))
}
