//! What is done when the fortnight is over, step by step: each is a transaction of its own or several, and changes nothing when it is
//! done again. So any server goes on where another was broken off, and two at it at once do no harm.

use std::time::Duration;

use domain::correspondence::action::{Action, ActionRequest};
use jiff::Timestamp;
use tokio_util::sync::CancellationToken;

use super::store;
use crate::accounts::{Player, PlayerId};
use crate::challenges;
use crate::games::{self, GameId, Games};
use crate::platform::database::{is_away, listen::Hub};
use crate::platform::now::Now;
use crate::platform::queue;

/// How often accounts are looked for whose time has come.
const LOOKED_FOR_EVERY: Duration = Duration::from_secs(60);

/// Deletes accounts until the server stops.
pub async fn run(games: Games, hub: Hub, now: Now, stop: CancellationToken) {
    let delete = async || {
        let done = delete_due(&games, now.get()).await;
        // Also of what was done for accounts that are not deleted yet.
        hub.notify();
        done
    };
    queue::every(LOOKED_FOR_EVERY, stop, &hub, "accounts deleted", delete).await;
}

/// Goes on with the accounts whose time has come, and says how many are deleted now. One that cannot be deleted does not hold up the
/// others.
///
/// # Errors
/// The database fails; what was done stays done.
pub async fn delete_due(games: &Games, now: Timestamp) -> anyhow::Result<usize> {
    let mut done = 0;
    for player in store::due(games.pool(), now).await? {
        match delete(games, player, now).await {
            Ok(is_done) => done += usize::from(is_done),
            Err(error) if is_away(&error) => return Err(error),
            Err(error) => {
                tracing::error!(player = player.0, error = format!("{error:#}"), "an account cannot be deleted yet");
            }
        }
    }
    Ok(done)
}

/// Deletes an account as far as that is possible by now, and says whether all of it is done.
async fn delete(games: &Games, player: PlayerId, now: Timestamp) -> anyhow::Result<bool> {
    let pool = games.pool();
    // From here on nobody acts for the player, so what is ended below does not begin anew.
    let Some(begun) = store::begin(pool, player, now).await? else { return Ok(false) };
    challenges::end_all_of(games, &Player { id: player, name: begun.name }, now).await?;
    let mut failed = FailedGames::default();
    for id in games::games_of(pool, player, true).await? {
        let resigned = resign(games, &id, player, now).await;
        failed.note(&id, resigned)?;
    }
    // There may be many games: they are gone through at first, and once more when there is nothing to wait for.
    if !begun.is_new && store::waits(pool, player, now).await? {
        return Ok(false);
    }
    for id in games::games_of(pool, player, false).await? {
        let deleted = games::delete_words(pool, &id, player).await;
        failed.note(&id, deleted)?;
    }
    games::delete_kibitz(pool, player).await?;
    store::finish(pool, player, &failed.0, now).await
}

/// The games in which something could not be done, as one that is damaged: they do not hold up the others, nor the name.
#[derive(Default)]
struct FailedGames(Vec<String>);

impl FailedGames {
    /// Notes what came of a game; fails only if the database is away.
    fn note(&mut self, id: &GameId, outcome: anyhow::Result<()>) -> anyhow::Result<()> {
        match outcome {
            Err(error) if is_away(&error) => return Err(error),
            Err(error) => {
                let error = format!("{error:#}");
                tracing::error!(game = id.as_str(), error, "a deleted player's game cannot be changed");
                self.0.push(id.to_string());
            }
            Ok(()) => {}
        }
        Ok(())
    }
}

/// Resigns a game for all seats of a player. Where partners play on, it is a vote like any other: it ends the game when they
/// resign too, and until then the seat's clock runs, and falls, as that of anybody who does not come back. A game that is over
/// refuses, and so does one in which the player's clock has run out: there is nothing to give up.
async fn resign(games: &Games, id: &GameId, player: PlayerId, now: Timestamp) -> anyhow::Result<()> {
    games
        .decide(id, now, |stored| {
            let Some(seat) = stored.seat_of(player) else { return Ok(Vec::new()) };
            let action = Action { request: ActionRequest::Resign, message: None, ply: stored.game.ply() };
            stored.game.act(seat, &action, now)
        })
        .await?;
    Ok(())
}
