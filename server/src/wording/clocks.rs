//! The names of time controls, and their figures.

use domain::correspondence::time_control::{TimeControl, TimeControlKind};
use jiff::SignedDuration;

use super::plural;

/// What people call a kind of time control.
pub trait ClockNames {
    /// Its name: `Standard`.
    fn name(&self) -> &'static str;
}

impl ClockNames for TimeControlKind {
    fn name(&self) -> &'static str {
        match self {
            Self::Standard => "Standard",
            Self::Leisure => "Leisure",
            Self::Fast => "Fast",
            Self::Blitz => "Blitz",
        }
    }
}

/// A time control as people read it.
pub trait TimeControlWords {
    /// `30 days + 1 day a turn, at most 45 days`
    fn in_words(&self) -> String;
}

impl TimeControlWords for TimeControl {
    fn in_words(&self) -> String {
        let (bank, increment, cap) = (length(self.bank), length(self.increment), length(self.cap));
        format!("{bank} + {increment} a turn, at most {cap}")
    }
}

/// A length of time in whole days, or in hours where it is not a whole number of days.
pub fn length(time: SignedDuration) -> String {
    let hours = time.as_hours();
    match hours % 24 {
        0 => plural(hours / 24, "1 day".to_owned(), format!("{} days", hours / 24)),
        _ => plural(hours, "1 hour".to_owned(), format!("{hours} hours")),
    }
}
