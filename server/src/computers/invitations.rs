//! What computer players are asked: they accept challenges and take seats at once.

use domain::rules::variant::Variant;
use jiff::Timestamp;

use super::store::{self, Computers};
use crate::accounts::Player;
use crate::challenges::{self, Answer, ChallengeId, Change, Terms};
use crate::games::Games;

/// How many games one player may have going with computers: each takes a worker's time.
pub const MOST_RUNNING: i64 = 20;

/// Answers all that computers are asked, and returns how many challenges there were. A challenge is declined where no engine plays
/// the variant, or when its player has `MOST_RUNNING` games with computers.
///
/// # Errors
/// The database fails; what was answered stays answered.
pub async fn answer(games: &Games, computers: &Computers, now: Timestamp) -> anyhow::Result<usize> {
    let waiting = challenges::waiting_for(games.pool(), &computers.ids()).await?;
    let variants = if waiting.is_empty() { Vec::new() } else { store::variants(games.pool(), now).await? };
    let mut answered = 0;
    for (id, computer) in &waiting {
        match answer_one(games, id, computer, &variants, now).await {
            Ok(()) => answered += 1,
            // What one worker cannot read must not keep computers from answering others.
            Err(error) => tracing::warn!(challenge = %id, error = format!("{error:#}"), "a challenge is not answered"),
        }
    }
    Ok(answered)
}

/// Answers for one computer. What was taken back meanwhile, or answered by another worker, needs no answer.
async fn answer_one(
    games: &Games,
    id: &ChallengeId,
    computer: &Player,
    variants: &[Variant],
    now: Timestamp,
) -> anyhow::Result<()> {
    let Some(challenge) = challenges::load(games.pool(), id).await? else { return Ok(()) };
    let running = store::count_running(&mut *games.pool().acquire().await?, challenge.challenger.id).await?;
    let Terms { variant, .. } = challenge.terms;
    let accepts = running < MOST_RUNNING && variants.contains(&variant);
    if challenge.is_for_many() {
        let change = if accepts { Change::Take(None) } else { Change::Leave };
        challenges::change(games, id, computer, &change, now).await?;
    } else {
        let answer = if accepts { Answer::Accept } else { Answer::Decline };
        challenges::answer(games, id, computer, answer, now).await?;
    }
    Ok(())
}
