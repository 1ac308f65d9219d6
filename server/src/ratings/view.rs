//! Ratings as pages show them: next to a name, and on the player's page.

use anyhow::Context;
use domain::rules::seat::Seat;
use domain::rules::variant::Variant;
use jiff::Timestamp;
use serde::Deserialize;

use super::pool::RatingPool;
use super::rating::{Change, Rating};
use crate::games::GameId;
use crate::web::moment::Moment;
use crate::wording;

/// How many of the last games are listed.
pub const MAX_LISTED_GAMES: usize = 10;
/// How many of the last games the chart covers.
pub const MAX_CHARTED_GAMES: i64 = 100;

/// The rating next to a player's name at a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeatRating {
    /// Before the game if it was counted, else now.
    pub rating: Rating,
    /// The change by the game.
    pub change: Option<Change>,
    /// Whether the game has ended and waits to be rated.
    pub is_due: bool,
}

impl SeatRating {
    /// The present value of a rating that was stored at an instant; a new player's if there is none.
    pub fn now(written: Option<(Rating, Timestamp)>, now: Timestamp) -> Self {
        let rating = written.map_or(Rating::NEW, |(rating, at)| rating.after_idling(at, now));
        Self { rating, change: None, is_due: false }
    }

    /// The rating before a rated game, with the change.
    pub fn counted(change: Change) -> Self {
        Self { rating: change.before, change: Some(change), is_due: false }
    }
}

/// A player's rating in a variant.
pub struct VariantRating {
    /// The variant.
    pub variant: Variant,
    /// The rating.
    pub rating: Rating,
    /// How many games have counted.
    pub games: i32,
}

/// A game that counted.
pub struct HistoryLine {
    /// Which.
    pub game: GameId,
    /// Against whom; empty if that is not known.
    pub against: String,
    /// When it ended.
    pub ended_at: Timestamp,
    /// The rating change.
    pub change: Change,
}

impl HistoryLine {
    /// When it ended.
    pub fn ended(&self) -> Moment {
        Moment(self.ended_at)
    }
}

/// A player's rating in a variant, and how it came about.
pub struct PlayerRating {
    /// The present rating.
    pub current: VariantRating,
    /// The last games, the last first.
    pub last: Vec<HistoryLine>,
    /// Those of the chart before them; of these it is not known who played.
    pub earlier: Vec<HistoryLine>,
    /// The chart, if it has at least two steps.
    pub line: Option<RatingLine>,
}

impl PlayerRating {
    /// What it comes from: `after 12 rated games`.
    pub fn after_games(&self) -> String {
        wording::ratings::after_games(self.current.games, self.current.rating.is_provisional())
    }

    /// How many of the last games there are: `The last 10 rated games`.
    pub fn last_games(&self) -> String {
        wording::ratings::last_games(self.last.len())
    }

    /// How many games of the chart are not among the last: `12 more games of the chart`.
    pub fn earlier_games(&self) -> String {
        wording::ratings::earlier_games(self.earlier.len())
    }
}

/// A player's ratings in each pool: one a variant, the one with the most games first.
pub struct PlayerRatings {
    /// Among people.
    pub people: Vec<PlayerRating>,
    /// In games with computers.
    pub computers: Vec<PlayerRating>,
}

impl PlayerRatings {
    /// The present ratings of a player, of what is stored of them in any order of pools.
    ///
    /// # Errors
    /// What is stored cannot be read.
    pub fn of(stored: Vec<StoredRating>, now: Timestamp) -> anyhow::Result<Self> {
        let (mut people, mut computers) = (Vec::new(), Vec::new());
        for each in stored {
            let of_pool = match RatingPool::by_key(&each.pool).context("a rating is of no pool")? {
                RatingPool::People => &mut people,
                RatingPool::Computers => &mut computers,
            };
            of_pool.push(each.read(now)?);
        }
        Ok(Self { people, computers })
    }
}

/// What is stored of a rating and how it came about.
#[derive(Debug, Deserialize)]
pub struct StoredRating {
    pool: String,
    variant: String,
    rating: f64,
    deviation: f64,
    volatility: f64,
    games: i32,
    rated_at: Timestamp,
    /// The last first.
    changes: Vec<StoredChange>,
}

/// What is stored of a game that counted. Who played is there of the last games alone.
#[derive(Debug, Deserialize)]
struct StoredChange {
    game_id: String,
    seat: usize,
    ended_at: Timestamp,
    rating_before: f64,
    deviation_before: f64,
    rating_after: f64,
    deviation_after: f64,
    players: Vec<String>,
}

impl StoredRating {
    fn read(self, now: Timestamp) -> anyhow::Result<PlayerRating> {
        let variant: Variant = self.variant.parse()?;
        let stood = Rating { value: self.rating, deviation: self.deviation, volatility: self.volatility };
        let current = VariantRating { variant, rating: stood.after_idling(self.rated_at, now), games: self.games };
        let mut last: Vec<_> = self.changes.into_iter().map(|change| change.read(variant)).collect();
        let line = RatingLine::new(&last);
        let earlier = last.split_off(MAX_LISTED_GAMES.min(last.len()));
        Ok(PlayerRating { current, last, earlier, line })
    }
}

impl StoredChange {
    fn read(self, variant: Variant) -> HistoryLine {
        let rating = |value, deviation| Rating { value, deviation, volatility: Rating::NEW.volatility };
        HistoryLine {
            game: GameId::stored(self.game_id),
            against: wording::players_line(variant.seating(), Seat::new(self.seat), &self.players),
            ended_at: self.ended_at,
            change: Change {
                before: rating(self.rating_before, self.deviation_before),
                after: rating(self.rating_after, self.deviation_after),
            },
        }
    }
}

/// A chart of a rating over the last games: one step per game, the newest on the right.
pub struct RatingLine {
    /// The ratings, the oldest first.
    values: Vec<i64>,
}

impl RatingLine {
    /// The width of the picture, in its own units.
    pub const WIDTH: i64 = 320;
    /// Its height.
    pub const HEIGHT: i64 = 80;
    /// The room on the left for what the levels are called.
    const LABELS: i64 = 32;
    /// What levels may be apart.
    const STEPS: [i64; 7] = [10, 20, 50, 100, 200, 500, 1000];
    /// Most spaces between levels.
    const SPACES: i64 = 3;
    /// The margin that keeps the line from being clipped.
    const MARGIN: i64 = 4;

    fn new(newest_first: &[HistoryLine]) -> Option<Self> {
        let oldest = newest_first.last()?.change.before.points();
        let after = newest_first.iter().rev().map(|line| line.change.after.points());
        let values: Vec<_> = std::iter::once(oldest).chain(after).collect();
        (values.len() > 2).then_some(Self { values })
    }

    /// The lowest rating.
    pub fn lowest(&self) -> i64 {
        self.values.iter().copied().min().unwrap_or_default()
    }

    /// The highest rating.
    pub fn highest(&self) -> i64 {
        self.values.iter().copied().max().unwrap_or_default()
    }

    /// How many games it covers.
    pub fn games(&self) -> usize {
        self.values.len() - 1
    }

    /// The corners of the line: `4,60 160,4`.
    pub fn points(&self) -> String {
        let width = Self::WIDTH - Self::LABELS - Self::MARGIN;
        let across = |n: usize| Self::LABELS + width * n as i64 / self.games() as i64;
        let corners = self.values.iter().enumerate().map(|(n, &value)| format!("{},{}", across(n), self.down(value)));
        corners.collect::<Vec<_>>().join(" ")
    }

    /// How far below the upper edge a rating is drawn.
    fn down(&self, rating: i64) -> i64 {
        let (low, spread) = (self.lowest(), (self.highest() - self.lowest()).max(1));
        Self::HEIGHT - Self::MARGIN - (Self::HEIGHT - 2 * Self::MARGIN) * (rating - low) / spread
    }

    /// The round ratings that lines are drawn at, each with its distance from the upper edge.
    pub fn levels(&self) -> Vec<(i64, i64)> {
        let (low, high) = (self.lowest(), self.highest());
        let step = Self::STEPS.into_iter().find(|step| (high - low) / step <= Self::SPACES).unwrap_or(high.max(1));
        let first = (low + step - 1) / step;
        (first..=high / step).map(|level| (level * step, self.down(level * step))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_has_a_few_round_levels_within_it() {
        for (values, expected) in [
            (vec![1500, 1512, 1498], vec![1500, 1510]),
            (vec![1500, 1500, 1500], vec![1500]),
            (vec![1503, 1503, 1503], vec![]),
            (vec![1210, 1800, 1655], vec![1400, 1600, 1800]),
            (vec![0, 2999, 100], vec![0, 1000, 2000]),
        ] {
            let line = RatingLine { values };
            let levels = line.levels();
            assert_eq!(levels.iter().map(|(rating, _)| *rating).collect::<Vec<_>>(), expected);
            assert!(levels.iter().all(|(_, y)| (0..=RatingLine::HEIGHT).contains(y)), "{levels:?}");
        }
    }
}
