//! [`WatchOrder`]: which running games come first.

use crate::wording::watch as words;

/// Which running games come first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WatchOrder {
    /// Those of the strongest players.
    #[default]
    Rating,
    /// Those in which most turns a day are made.
    Pace,
    /// Those that others have opened most often within a week.
    Looks,
}

impl WatchOrder {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Rating, Self::Pace, Self::Looks];

    /// Its name in addresses.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Rating => "rating",
            Self::Pace => "pace",
            Self::Looks => "looks",
        }
    }

    /// The order of a name in addresses.
    pub fn by_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.key() == key)
    }

    /// What a person reads.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rating => words::HIGHEST_RATED,
            Self::Pace => words::FASTEST,
            Self::Looks => words::MOST_LOOKED_AT,
        }
    }
}
