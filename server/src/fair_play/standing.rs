//! [`Standing`]: a player's rated games of a variant, and those of their peers.

use domain::rules::variant::Variant;
use jiff::Timestamp;

use super::choices::{Choices, Measure};
use super::peers::Peers;
use super::store;
use crate::accounts::PlayerId;
use crate::games::GameId;
use crate::platform::database::Pool;

/// A player's rated games of a variant, and those of their peers.
#[derive(Debug)]
pub struct Standing {
    /// The variant.
    pub variant: Variant,
    /// How far workers have come.
    pub progress: Progress,
    /// The games that say something, the last first.
    pub games: Vec<JudgedGame>,
    /// What the player did in all of them.
    pub choices: Choices,
    /// The mean of their rating before these games.
    pub rating: f64,
    /// What others of that rating do.
    pub peers: Peers,
}

/// How many of a player's rated games have been looked at.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// All that have been, whether they say anything or not.
    pub done: i64,
    /// Those that wait.
    pub waiting: i64,
    /// Those that were given up.
    pub failed: i64,
}

/// A game that says something of a player.
#[derive(Debug)]
pub struct JudgedGame {
    /// Which.
    pub id: GameId,
    /// When it ended.
    pub ended_at: Timestamp,
    /// Against whom.
    pub against: String,
    /// The player's rating before it.
    pub rating: f64,
    /// What they did.
    pub choices: Choices,
}

/// How many games are named.
const MOST_STRIKING: usize = 5;
/// Games with fewer turns that count are not named: by chance many of them are the engine's.
const FEWEST_TURNS: u32 = 12;

impl Standing {
    /// How a player stands in each variant of which they have rated games, the one with the most first.
    ///
    /// # Errors
    /// The database fails.
    pub async fn load(pool: &Pool, player: PlayerId) -> anyhow::Result<Vec<Self>> {
        let mut standings = Vec::new();
        for (variant, progress) in store::progress(pool, player).await? {
            let games = store::games_of(pool, player, variant).await?;
            let mut choices = Choices::default();
            games.iter().for_each(|game| choices += game.choices);
            let rating = games.iter().map(|game| game.rating).sum::<f64>() / games.len().max(1) as f64;
            let peers = Peers::load(pool, player, variant, rating).await?;
            standings.push(Self { variant, progress, games, choices, rating, peers });
        }
        Ok(standings)
    }

    /// The games in which more turns than usual were the engine's first choice, the most striking first. Where nothing is known
    /// of others, what is usual is the player's own mean.
    pub fn striking(&self) -> Vec<&JudgedGame> {
        let usual = self.peers.usual(Measure::First).map(|usual| usual.mean);
        let usual = usual.unwrap_or_else(|| self.choices.mean(Measure::First));
        let surprise = |game: &JudgedGame| game.choices.surprise(usual);
        let stands_out = |game: &&JudgedGame| game.choices.turns >= FEWEST_TURNS && surprise(game) > 0.0;
        let mut striking: Vec<_> = self.games.iter().filter(stands_out).collect();
        striking.sort_by(|one, other| surprise(other).total_cmp(&surprise(one)));
        striking.truncate(MOST_STRIKING);
        striking
    }
}
