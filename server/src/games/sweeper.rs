//! What happens in games without their players: flags fall, outages of the site are noted, and the events of games that are
//! long over are archived. Every server sweeps; each overdue game is decided by one of them.

use std::time::Duration;

use futures_util::{StreamExt, future, stream};
use jiff::Timestamp;
use tokio_util::sync::CancellationToken;

pub use super::archive::archive;
use super::store::pending_leave;
use super::{GameId, Games, outages, store};
use crate::accounts::PlayerId;
use crate::platform::database::listen::Hub;
use crate::platform::now::Now;
use crate::platform::queue;

/// How often overdue games are looked for.
const SWEEP_INTERVAL: Duration = Duration::from_secs(1);

/// How often a server writes that the site is up.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(10);

/// How many games are decided at the same time.
const MAX_CONCURRENT_GAMES: usize = 8;

/// How often rows written by a server of an older version are looked for. Until they are rewritten, lists have to read
/// the logs of their games.
const REWRITE_INTERVAL: Duration = Duration::from_secs(60);

/// How often games are archived.
const ARCHIVE_INTERVAL: Duration = Duration::from_secs(60);

/// Sweeps until the server stops.
pub async fn run(games: Games, hub: Hub, now: Now, stop: CancellationToken) {
    let sweeps = queue::every(SWEEP_INTERVAL, stop.clone(), &hub, "overdue games decided", || sweep(&games, now.get()));
    let rows = async {
        // Immediately, because after an upgrade every row has to be rewritten.
        if let Some(Err(error)) = stop.run_until_cancelled(rewrite_rows(&games)).await {
            tracing::error!(error = format!("{error:#}"), "rows of games could not be rewritten");
        }
        let again = || rewrite_rows(&games);
        queue::every(REWRITE_INTERVAL, stop.clone(), &hub, "rows of games rewritten", again).await;
    };
    let beats = async {
        let beat = async || record_heartbeat(&games, now.get()).await.map(|()| 0);
        // Immediately, so that an outage ends when the server begins.
        if let Err(error) = beat().await {
            tracing::error!(
                error = format!("{error:#}"),
                "the first heartbeat failed, and the next will end an outage"
            );
        }
        queue::every(HEARTBEAT_INTERVAL, stop.clone(), &hub, "heartbeats", beat).await;
    };
    let outages = async {
        queue::every(HEARTBEAT_INTERVAL, stop.clone(), &hub, "outages noted in all running games", || {
            note_outages(&games, &now)
        })
        .await;
    };
    let archive = queue::every(ARCHIVE_INTERVAL, stop.clone(), &hub, "games archived", || archive(&games, now.get()));
    tokio::join!(sweeps, rows, beats, outages, archive);
}

/// Writes that the site is up, and notes the outage that ends now, if there was one.
///
/// # Errors
/// The database fails.
pub async fn record_heartbeat(games: &Games, now: Timestamp) -> anyhow::Result<()> {
    outages::record_heartbeat(&mut *games.pool().acquire().await?, now).await
}

/// Has every running game note the outages that there were, and returns how many of these are done with. A game's deadline
/// moves by that, so it may be looked at twice, which changes nothing.
///
/// # Errors
/// The database fails; games that were decided stay decided.
pub async fn note_outages(games: &Games, now: &Now) -> anyhow::Result<usize> {
    let mut done = 0;
    while let Some(outage) = outages::lease(games.pool(), now.get()).await? {
        let mut cursor = outages::Cursor::NONE;
        loop {
            let (ids, until_here) = outages::games_to_update(games.pool(), outage, cursor).await?;
            if ids.is_empty() {
                break;
            }
            decide_each(games, ids, now.get()).await;
            outages::renew(games.pool(), outage, now.get()).await?;
            cursor = until_here;
        }
        outages::finish(games.pool(), outage, now.get()).await?;
        done += 1;
    }
    Ok(done)
}

/// Decides every game that is overdue or has pending leave, and returns how many there were. If two servers take the
/// same game, the second waits for the first and then finds nothing to do.
///
/// # Errors
/// The database fails; games that were decided stay decided.
pub async fn sweep(games: &Games, now: Timestamp) -> anyhow::Result<usize> {
    let pending = pending_leave::games_with_pending_leave(games.pool(), None).await?;
    let (mut decided, mut left_out) = (pending.len(), Vec::new());
    decide_each(games, pending, now).await;
    let mut before: Vec<GameId> = Vec::new();
    loop {
        let overdue = store::overdue(games.pool(), now - store::GRACE, &left_out).await?;
        if overdue.is_empty() {
            return Ok(decided);
        }
        // One that is still overdue is another in the database than in memory: the next sweep reads its log.
        let (still, overdue): (Vec<_>, Vec<_>) = overdue.into_iter().partition(|id| before.contains(id));
        still.iter().for_each(|id| games.remembered().forget(id));
        left_out.extend(still.iter().map(GameId::to_string));
        decided += overdue.len();
        before.clone_from(&overdue);
        left_out.extend(decide_each(games, overdue, now).await);
    }
}

/// Rewrites the rows of running games that lack a countdown, and returns how many there were.
///
/// # Errors
/// The database fails; rows that were written stay written.
pub async fn rewrite_rows(games: &Games) -> anyhow::Result<usize> {
    let (mut written, mut left_out) = (0, Vec::new());
    loop {
        let outdated = store::outdated(games.pool(), &left_out).await?;
        if outdated.is_empty() {
            return Ok(written);
        }
        for id in outdated {
            match store::rewrite(games.pool(), &id).await {
                Ok(true) => {
                    games.unwritable.note_success(&id);
                    written += 1;
                }
                Ok(false) => left_out.push(id.to_string()),
                Err(error) => {
                    games.unwritable.note_failure(&id, &error);
                    left_out.push(id.to_string());
                }
            }
        }
    }
}

/// Records the leave that a player has just taken or ended in their games, so that the next page shows it. The sweepers
/// do whatever this leaves undone.
///
/// # Errors
/// The database fails.
pub async fn record_leave_of(games: &Games, player: PlayerId, now: Timestamp) -> anyhow::Result<()> {
    let untold = pending_leave::games_with_pending_leave(games.pool(), Some(player)).await?;
    decide_each(games, untold, now).await;
    Ok(())
}

/// Decides games, and returns those that could not be decided. These must not hold up the others, nor must a game that
/// is still in its grace period.
async fn decide_each(games: &Games, ids: Vec<GameId>, now: Timestamp) -> Vec<String> {
    let games = games.clone();
    let deciding = stream::iter(ids).map(move |id| decide(games.clone(), id, now));
    deciding.buffer_unordered(MAX_CONCURRENT_GAMES).filter_map(future::ready).collect().await
}

/// Decides a game; its name, if it cannot be decided.
async fn decide(games: Games, id: GameId, now: Timestamp) -> Option<String> {
    match games.decide(&id, now, |_| Ok(Vec::new())).await {
        Ok(_) => {
            games.undecidable.note_success(&id);
            None
        }
        Err(error) => {
            games.undecidable.note_failure(&id, &error);
            Some(id.to_string())
        }
    }
}
