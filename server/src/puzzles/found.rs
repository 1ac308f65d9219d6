//! Puzzles that workers find in games played here, long after their end: one position at a time, so that whoever waits for an
//! engine comes first.
//!
//! Mallard's own engine says what it has found. That a turn wins and no other does it has proved; all else is checked here.

use std::ops::RangeInclusive;
use std::time::Duration;

use anyhow::ensure;
use domain::correspondence::game::Game;
use domain::rules::ply::Ply;
use domain::rules::position::Position;
use domain::rules::puzzle::Puzzle;

use super::store::{self, Origin, Progress};
use crate::engines::{EngineFailure, Search, SearchLimit};
use crate::evaluation;
use crate::games::{self, GameId};
use crate::jobs::{self, Job, Workshop};

/// What takes longer is no puzzle: nearly all positions take less than a second, and a turn may wait meanwhile.
const LIMIT: SearchLimit = SearchLimit::Time(Duration::from_secs(20));

/// How many puzzles are made of a game at most, and how many plies they are apart at least: those that are near have one idea.
const MOST: usize = 2;
const APART: u32 = 12;

/// The ratings that an engine may give.
const RATINGS: RangeInclusive<u32> = 600..=2600;

/// Looks for a puzzle in the next position of a finished game, if there is one left.
///
/// # Errors
/// The engine or the database fails, the engine lies, or the game is not over.
pub async fn look_through(workshop: &mut Workshop<'_>, job: &Job) -> anyhow::Result<()> {
    let id = GameId::stored(job.subject.clone());
    let pool = workshop.games.pool();
    let Some(stored) = games::load(pool, &id).await? else {
        jobs::finish(&mut *pool.acquire().await?, job).await?;
        return Ok(());
    };
    let game = &stored.game;
    ensure!(game.conclusion().is_some(), "the game is running");
    let mut progress = store::progress(&mut *pool.acquire().await?, &id).await?;
    let next = next_ply(evaluation::goes_on_at(game), &progress);
    let found = match next {
        Some(ply) => find(workshop, game, ply).await?.map(|puzzle| (puzzle, ply)),
        None => None,
    };
    let mut transaction = pool.begin().await?;
    if let Some((puzzle, ply)) = found
        // Nobody is told about a running game.
        && !evaluation::is_on_a_board(&mut transaction, puzzle.start()).await?
        && let Some(number) = store::add(&mut transaction, puzzle, &Origin { game: id.clone(), ply }).await?
    {
        tracing::info!(puzzle = number, game = id.as_str(), ply = ply.0, "a puzzle was found");
        progress.found.push(ply);
    }
    progress.next = next.map_or(progress.next, Ply::next);
    let is_last = next_ply(evaluation::goes_on_at(game), &progress).is_none();
    if !jobs::finish_part(&mut transaction, job, is_last).await? {
        return Ok(());
    }
    store::note_progress(&mut transaction, &id, progress.next, is_last).await?;
    transaction.commit().await?;
    Ok(())
}

/// The ply whose position is the next to be looked at, of those at which a game goes on.
fn next_ply(mut goes_on_at: impl Iterator<Item = Ply>, progress: &Progress) -> Option<Ply> {
    if progress.found.len() >= MOST {
        return None;
    }
    let apart = progress.found.iter().max().map_or(Ply::START, |last| Ply(last.0 + APART));
    goes_on_at.find(|&ply| ply >= progress.next.max(apart))
}

/// The puzzle that the engine finds in a position, if it does so in time.
async fn find(workshop: &mut Workshop<'_>, game: &Game, ply: Ply) -> anyhow::Result<Option<Puzzle>> {
    let search = Search::of_game(game, ply, LIMIT);
    match workshop.engines.find_puzzle(&search).await {
        Ok(found) => {
            found.iter().try_for_each(|puzzle| check(puzzle, search.position()))?;
            Ok(found)
        }
        Err(EngineFailure::TimedOut) => {
            tracing::info!(ply = ply.0, fen = search.position().fen(), "the look for a puzzle took too long");
            Ok(None)
        }
        Err(failure) => Err(failure.into()),
    }
}

/// Whether a puzzle is of this position, and its page has an answer to every try. That its line is legal its type says.
fn check(puzzle: &Puzzle, position: &Position) -> anyhow::Result<()> {
    let start = puzzle.start();
    ensure!(
        start.variant() == position.variant() && start.fen() == position.fen(),
        "the engine's puzzle begins in another position"
    );
    ensure!(RATINGS.contains(&puzzle.rating()), "the engine rates a puzzle {}", puzzle.rating());
    for task in 0..puzzle.goal().tasks() {
        let mut is_answered = true;
        if let Some(position) = puzzle.position(task) {
            position.for_each_turn(|turn| is_answered &= puzzle.judge(task, turn).is_some());
        }
        ensure!(is_answered, "the engine's puzzle has no answer to some turn");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(next: u32, found: &[u32]) -> Option<u32> {
        // A game of thirty turns, the last of which ended it.
        let found = found.iter().copied().map(Ply).collect();
        next_ply((0..30).map(Ply), &Progress { next: Ply(next), found }).map(|ply| ply.0)
    }

    #[test]
    fn each_ply_is_looked_at_once_and_puzzles_are_apart() {
        assert_eq!(next(0, &[]), Some(0));
        assert_eq!(next(7, &[]), Some(7));
        assert_eq!(next(8, &[7]), Some(19));
        assert_eq!(next(21, &[7]), Some(21));
        assert_eq!(next(22, &[21]), None, "too little of the game is left");
        assert_eq!(next(22, &[7, 21]), None, "there are two");
        assert_eq!(next(30, &[]), None);
    }
}
