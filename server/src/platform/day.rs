//! Days in UTC.

use jiff::Timestamp;
use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;

/// The day of an instant, in UTC.
pub fn day_of(at: Timestamp) -> Date {
    TimeZone::UTC.to_datetime(at).date()
}

/// The beginning of a day, in UTC.
pub fn beginning_of(day: Date) -> Timestamp {
    TimeZone::UTC.to_timestamp(day.to_datetime(Time::midnight())).unwrap_or(Timestamp::MAX)
}
