//! Instants and lengths of time as people read them.

use std::fmt;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use crate::wording::plural;

/// An instant: `28 May 2024, 14:03 UTC`. Pages write it as their reader has chosen: see [`Times`](crate::web::times::Times).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment(pub Timestamp);

impl Moment {
    /// For `<time datetime>`, in whole seconds: `2024-05-28T14:03:00Z`.
    pub fn iso(&self) -> String {
        self.0.to_zoned(TimeZone::UTC).strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.to_zoned(TimeZone::UTC).strftime("%-d %b %Y, %H:%M UTC"))
    }
}

/// A length of time in its two largest units: `28 days 4 h`, `4 h 10 min`, `less than a minute`, `no time`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length(pub SignedDuration);

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minutes = self.0.as_mins();
        let (days, hours, minutes) = (minutes / (24 * 60), minutes / 60 % 24, minutes % 60);
        let day = plural(days, "day", "days");
        match (days, hours, minutes) {
            _ if self.0 <= SignedDuration::ZERO => f.write_str("no time"),
            (..=0, ..=0, ..=0) => f.write_str("less than a minute"),
            (0, 0, minutes) => write!(f, "{minutes} min"),
            (0, hours, 0) => write!(f, "{hours} h"),
            (0, hours, minutes) => write!(f, "{hours} h {minutes} min"),
            (days, 0, _) => write!(f, "{days} {day}"),
            (days, hours, _) => write!(f, "{days} {day} {hours} h"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Length, Moment};
    use jiff::{SignedDuration, Timestamp};

    #[test]
    fn a_moment_reads_as_a_person_writes_it() {
        let moment = Moment("2024-05-28T14:03:59.5Z".parse::<Timestamp>().unwrap());
        assert_eq!(moment.to_string(), "28 May 2024, 14:03 UTC");
        assert_eq!(moment.iso(), "2024-05-28T14:03:59Z");
    }

    #[test]
    fn a_length_has_its_two_largest_units() {
        let said = |seconds| Length(SignedDuration::from_secs(seconds)).to_string();
        assert_eq!(said(28 * 86_400 + 4 * 3_600 + 59), "28 days 4 h");
        assert_eq!(said(86_400), "1 day");
        assert_eq!(said(4 * 3_600 + 600), "4 h 10 min");
        assert_eq!(said(7_200), "2 h");
        assert_eq!(said(61), "1 min");
        assert_eq!(said(59), "less than a minute");
        assert_eq!(said(0), "no time");
    }
}
