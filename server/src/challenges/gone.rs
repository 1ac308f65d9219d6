//! Somebody goes for good: their challenges end, and those that wait for them.

use anyhow::bail;
use jiff::Timestamp;

use super::challenge::Answer;
use super::places::Change;
use super::store;
use crate::accounts::Player;
use crate::games::Games;

/// How often the lists are gone through, which have a limited length.
const MAX_ROUNDS: usize = 100;

/// Withdraws the open challenges of a player, declines those to them, and gives up their places, as they could do themselves.
///
/// # Errors
/// The database fails; what has ended stays so.
pub async fn end_all_of(games: &Games, player: &Player, now: Timestamp) -> anyhow::Result<()> {
    for _ in 0..MAX_ROUNDS {
        let (made, sent) =
            (store::made_by(games.pool(), player.id).await?, store::sent_to(games.pool(), player.id).await?);
        if made.is_empty() && sent.is_empty() {
            return Ok(());
        }
        // What is refused has ended meanwhile.
        for challenge in made {
            let _ = store::answer(games, &challenge.id, player, Answer::Withdraw, now).await?;
        }
        for challenge in sent {
            if challenge.is_for_many() {
                let _ = store::change(games, &challenge.id, player, &Change::Leave, now).await?;
            } else {
                let _ = store::answer(games, &challenge.id, player, Answer::Decline, now).await?;
            }
        }
    }
    bail!("the challenges of a player do not end")
}
