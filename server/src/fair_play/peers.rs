//! [`Peers`]: what other players of about the same rating do, and whether that is enough to compare with.

use domain::rules::variant::Variant;

use super::choices::{Choices, Measure};
use super::store;
use crate::accounts::PlayerId;
use crate::platform::database::Pool;

/// How far their rating before a game may be from the player's: the first that brings enough of them, or the last.
const WITHIN: [u32; 2] = [100, 200];
/// Fewer are not compared with: one who stands out would be their spread.
pub const FEWEST_PLAYERS: usize = 10;
/// Of how many turns a player's figures say something: with fewer, chance moves them more than play does.
pub const FEWEST_TURNS: u32 = 40;

/// Figures that differ by less are the same, but for rounding.
const SAME: f64 = 1e-9;

/// Other players of about the same rating.
#[derive(Debug)]
pub struct Peers {
    /// How far their rating was from the player's, at most.
    pub within: u32,
    /// What each did in all games at such a rating; only who has made enough turns.
    pub players: Vec<Choices>,
    /// How many games that was.
    pub games: i64,
}

/// What is usual among them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Usual {
    /// The mean of the players.
    pub mean: f64,
    /// Their standard deviation.
    pub deviation: f64,
}

impl Peers {
    /// Those of a player who has such a rating.
    ///
    /// # Errors
    /// The database fails.
    pub async fn load(pool: &Pool, player: PlayerId, variant: Variant, rating: f64) -> anyhow::Result<Self> {
        let mut peers = Self::within(pool, player, variant, rating, WITHIN[0]).await?;
        for within in &WITHIN[1..] {
            if peers.players.len() < FEWEST_PLAYERS {
                peers = Self::within(pool, player, variant, rating, *within).await?;
            }
        }
        Ok(peers)
    }

    async fn within(pool: &Pool, player: PlayerId, variant: Variant, rating: f64, within: u32) -> anyhow::Result<Self> {
        let mut peers = Self { within, players: Vec::new(), games: 0 };
        for (games, choices) in store::of_others(pool, player, variant, rating, f64::from(within)).await? {
            if choices.turns >= FEWEST_TURNS {
                peers.players.push(choices);
                peers.games += games;
            }
        }
        Ok(peers)
    }

    /// How many turns of theirs there are.
    pub fn turns(&self) -> u64 {
        self.players.iter().map(|choices| u64::from(choices.turns)).sum()
    }

    /// What is usual among them, if there are enough of them.
    pub fn usual(&self, measure: Measure) -> Option<Usual> {
        if self.players.len() < FEWEST_PLAYERS {
            return None;
        }
        let count = self.players.len() as f64;
        let mean = self.players.iter().map(|choices| choices.mean(measure)).sum::<f64>() / count;
        let squares: f64 = self.players.iter().map(|choices| (choices.mean(measure) - mean).powi(2)).sum();
        Some(Usual { mean, deviation: (squares / (count - 1.0)).sqrt() })
    }
}

impl Usual {
    /// How many standard deviations a value is above the mean; `None` if all are the same.
    pub fn distance(&self, value: f64) -> Option<f64> {
        (self.deviation > SAME).then(|| (value - self.mean) / self.deviation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peers(firsts: &[u32]) -> Peers {
        let player = |&first: &u32| Choices { turns: 100, ranks: [first, 0, 0], first_moves: first, lost: 2.0 };
        Peers { within: 100, players: firsts.iter().map(player).collect(), games: 40 }
    }

    #[test]
    fn what_is_usual_is_the_mean_of_players_and_how_they_differ() {
        let usual = peers(&[20, 22, 24, 26, 28, 20, 22, 24, 26, 28]).usual(Measure::First).unwrap();
        assert!((usual.mean - 0.24).abs() < 1e-9 && (usual.deviation - 0.0298).abs() < 0.0001, "{usual:?}");
        assert!((usual.distance(0.33).unwrap() - 3.02).abs() < 0.01);
        let lost = peers(&[20; 10]).usual(Measure::Lost).unwrap();
        assert!((lost.mean - 0.02).abs() < 1e-9 && lost.distance(0.01).is_none(), "they do not differ: {lost:?}");
    }

    #[test]
    fn few_players_are_not_compared_with() {
        assert_eq!(peers(&[20; 9]).usual(Measure::First), None);
    }
}
