//! How strong a player is at a variant, by Glicko-2: <https://www.glicko.net/glicko/glicko2.pdf>.
//!
//! Glickman's paper rates all games of a period at once. Games by correspondence end a few a month, and players want to
//! see what each did: so every game is a period of its own for its two players, rated at its end with both as they
//! stood just before. Weeks without a rated game are periods too, of no games: in each the deviation grows.

use std::fmt;

use jiff::{SignedDuration, Timestamp};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2_rating_period};

/// A rating that is less sure than this, in points, is shown as provisional.
pub const PROVISIONAL: f64 = 110.0;
/// The deviation of somebody nobody knows anything about, in points: time does not make it larger.
const MAX_DEVIATION: f64 = 350.0;
/// Without games, the deviation grows by this long a period. With the usual volatility of 0.06 it takes some one and a
/// half years from a deviation of 60 points until the rating is provisional again.
pub const IDLE_PERIOD: SignedDuration = SignedDuration::from_hours(7 * 24);
/// How many points one of Glickman's scale is: volatilities are in his.
pub const POINTS_OF_SCALE: f64 = 173.7178;
/// How much volatilities may change, and how exactly they are computed: the paper's own example has these.
const CONFIG: Glicko2Config = Glicko2Config { tau: 0.5, convergence_tolerance: 0.000_001 };

/// What is believed of a player's strength at an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// In points; 1500 for a new player.
    pub value: f64,
    /// The standard deviation of that, in points: 350 for a new player, 50 for one who plays a lot.
    pub deviation: f64,
    /// How much the strength seems to change from game to game; 0.06 for a new player.
    pub volatility: f64,
}

/// What a player scored against another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// 1
    Win,
    /// ½
    Draw,
    /// 0
    Loss,
}

impl Score {
    const fn outcome(self) -> Outcomes {
        match self {
            Self::Win => Outcomes::WIN,
            Self::Draw => Outcomes::DRAW,
            Self::Loss => Outcomes::LOSS,
        }
    }
}

impl Rating {
    /// Of a player without rated games.
    pub const NEW: Self = Self { value: 1500.0, deviation: MAX_DEVIATION, volatility: 0.06 };

    /// Whether too little is known to rely on it: the deviation is above 110 points.
    pub fn is_provisional(&self) -> bool {
        self.deviation > PROVISIONAL
    }

    /// The rating when so much time has passed without a rated game: as many periods as whole weeks.
    #[must_use]
    pub fn after_idling(self, from: Timestamp, to: Timestamp) -> Self {
        let periods = to.duration_since(from).as_secs() / IDLE_PERIOD.as_secs();
        let mut rating = Glicko2Rating::from(self);
        for _ in 0..periods {
            if rating.deviation >= MAX_DEVIATION {
                break;
            }
            rating = decay_deviation(&rating);
        }
        rating.into()
    }

    /// The rating after a game in which the player scored so against each of some others.
    #[must_use]
    pub fn after_game(self, scores: &[(Self, Score)]) -> Self {
        let results: Vec<_> = scores.iter().map(|&(other, score)| (other.into(), score.outcome())).collect();
        Self::from(glicko2_rating_period(&self.into(), &results, &CONFIG)).bounded()
    }

    /// The opponent that a whole side is to one of the players of another: as much stronger than they as the side is than
    /// theirs on the mean, so that it does not matter who of a side is the stronger; and known as well as its players are.
    ///
    /// ```text
    /// Ann 1700 and Ben 1500 against Cy 1800 and Di 1600: to Ann they are one of 1800, to Ben one of 1600.
    /// ```
    #[must_use]
    pub fn opponent_to(self, own_side: &[Self], side: &[Self]) -> Self {
        let mean = |side: &[Self]| side.iter().map(|rating| rating.value).sum::<f64>() / side.len().max(1) as f64;
        let squares: f64 = side.iter().map(|rating| rating.deviation.powi(2)).sum();
        Self {
            value: self.value + mean(side) - mean(own_side),
            deviation: (squares / side.len().max(1) as f64).sqrt(),
            volatility: Self::NEW.volatility,
        }
    }

    /// A period adds a little to the deviation before the game takes from it; that must not lift it over its most.
    fn bounded(self) -> Self {
        Self { deviation: self.deviation.min(MAX_DEVIATION), ..self }
    }

    /// Whole points, as they are shown.
    pub fn points(&self) -> i64 {
        self.value.round() as i64
    }
}

/// `1623`, or `1500?` while it is provisional.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.points(), if self.is_provisional() { "?" } else { "" })
    }
}

impl From<Rating> for Glicko2Rating {
    fn from(Rating { value: rating, deviation, volatility }: Rating) -> Self {
        Self { rating, deviation, volatility }
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(Glicko2Rating { rating: value, deviation, volatility }: Glicko2Rating) -> Self {
        Self { value, deviation, volatility }
    }
}

/// What a game did to a rating, in the points that are shown: `+12`, `−8`, `±0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// The rating before the game.
    pub before: Rating,
    /// And after it.
    pub after: Rating,
}

impl Change {
    /// The points won, so that those shown before and after differ by them.
    pub fn points(&self) -> i64 {
        self.after.points() - self.before.points()
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.points() {
            0 => f.write_str("±0"),
            won @ 1.. => write!(f, "+{won}"),
            lost => write!(f, "−{}", lost.abs()),
        }
    }
}

#[cfg(test)]
#[path = "rating_tests.rs"]
mod tests;
