//! How strong a player is at a variant, by Glicko-2: <https://www.glicko.net/glicko/glicko2.pdf>.
//!
//! Glickman's paper rates all games of a period at once. Games by correspondence end a few a month, and players want to
//! see what each did: so every game is a period of its own for its two players, rated at its end with both as they
//! stood just before. Weeks without a rated game are periods too, of no games: in each the deviation grows.

use std::fmt;

use jiff::{SignedDuration, Timestamp};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2};

/// A rating that is less sure than this, in points, is shown as provisional.
const PROVISIONAL: f64 = 110.0;
/// The deviation of somebody nobody knows anything about, in points: time does not make it larger.
const MOST_DEVIATION: f64 = 350.0;
/// Without games, the deviation grows by this long a period. With the usual volatility of 0.06 it takes some one and a
/// half years from a deviation of 60 points until the rating is provisional again.
const IDLE_PERIOD: SignedDuration = SignedDuration::from_hours(7 * 24);
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

/// What the first of two players scored.
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
    /// 1, 0.5 or 0.
    pub const fn points(self) -> f64 {
        match self {
            Self::Win => 1.0,
            Self::Draw => 0.5,
            Self::Loss => 0.0,
        }
    }

    /// The score of that many points.
    pub fn of_points(points: f64) -> Self {
        match points {
            1.0 => Self::Win,
            0.0 => Self::Loss,
            _ => Self::Draw,
        }
    }
}

impl Rating {
    /// Of a player without rated games.
    pub const NEW: Self = Self { value: 1500.0, deviation: MOST_DEVIATION, volatility: 0.06 };

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
            if rating.deviation >= MOST_DEVIATION {
                break;
            }
            rating = decay_deviation(&rating);
        }
        rating.into()
    }

    /// The ratings of two players after a game between them.
    pub fn after_game(first: Self, second: Self, score: Score) -> (Self, Self) {
        let outcome = match score {
            Score::Win => Outcomes::WIN,
            Score::Draw => Outcomes::DRAW,
            Score::Loss => Outcomes::LOSS,
        };
        let (first, second) = glicko2(&first.into(), &second.into(), &outcome, &CONFIG);
        (Self::from(first).bounded(), Self::from(second).bounded())
    }

    /// A period adds a little to the deviation before the game takes from it; that must not lift it over its most.
    fn bounded(self) -> Self {
        Self { deviation: self.deviation.min(MOST_DEVIATION), ..self }
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
