//! The open challenges that suit a player.

use domain::rules::variant::Variant;
use jiff::Timestamp;

use super::challenge::Challenge;
use super::store;
use crate::accounts::PlayerId;
use crate::platform::database::Pool;
use crate::ratings::{self, Rating};

/// The most that are suggested.
const MAX_SUGGESTED: usize = 3;

/// A challenge to anyone, and how strong the challenger is at its game.
pub struct OpenChallenge {
    /// The challenge.
    pub challenge: Challenge,
    /// The challenger's rating.
    pub rating: Rating,
}

/// Of the newest challenges that a player can take those whose challengers are nearest to a rating.
///
/// # Errors
/// The database fails.
pub async fn near(pool: &Pool, player: PlayerId, rating: Rating, now: Timestamp) -> anyhow::Result<Vec<OpenChallenge>> {
    let part = store::in_lobby(pool, Some(player), None).await?;
    let challenges = part.map(|part| part.challenges).unwrap_or_default();
    let challengers: Vec<_> = challenges.iter().map(|challenge| challenge.challenger.id).collect();
    let ratings = ratings::of_players(pool, &challengers, now).await?;
    let of = |player, variant: Variant| ratings.get(&(player, variant)).copied().unwrap_or(Rating::NEW);
    let open = challenges
        .into_iter()
        .map(|challenge| OpenChallenge { rating: of(challenge.challenger.id, challenge.terms.variant), challenge });
    let mut open: Vec<_> = open.collect();
    // Those that are equally near stay in order, the newest first.
    open.sort_by(|one, other| {
        let distance = |open: &OpenChallenge| (open.rating.value - rating.value).abs();
        distance(one).total_cmp(&distance(other))
    });
    open.truncate(MAX_SUGGESTED);
    Ok(open)
}
