//! Leave: why it cannot be taken or ended, and how long it is.

use domain::correspondence::leave::{Allowance, LeaveRefusal};
use jiff::Timestamp;

use super::plural;

/// The number of days cannot be read.
pub fn unreadable_days() -> String {
    format!("Enter a number of days, from 1 to {}.", Allowance::DAYS_A_YEAR)
}

/// The first day cannot be read.
pub const UNREADABLE_DATE: &str = "Write the date as year-month-day, such as 2026-12-24, or leave it empty for now.";

/// How long leave is: `3 days`.
pub fn days(count: i64) -> String {
    plural(count, "1 day".to_owned(), format!("{count} days"))
}

/// The sentence, with the days in it as its reader writes days.
pub fn leave(refusal: &LeaveRefusal, day: impl Fn(Timestamp) -> String) -> String {
    match *refusal {
        LeaveRefusal::NoDays => "Leave is taken in whole days: enter at least one.".to_owned(),
        LeaveRefusal::InThePast => "Leave cannot begin in the past: take it from now, or from a later date.".to_owned(),
        LeaveRefusal::TooFarAhead => "Leave can begin at most a year from now.".to_owned(),
        LeaveRefusal::TooManyDays(days) => {
            let most = Allowance::DAYS_A_YEAR;
            format!("You can take at most {most} days of leave a calendar year; {days} days are more than that.")
        }
        LeaveRefusal::NotEnough { year, left, wanted } => plural(
            left,
            format!("You have 1 day of leave left in {year}, and {wanted} days of this leave begin in that year."),
            format!(
                "You have {left} days of leave left in {year}, and {wanted} days of this leave begin in that year."
            ),
        ),
        LeaveRefusal::Overlaps(period) => {
            let (from, until) = (day(period.from), day(period.until));
            format!(
                "You already have leave from {from} to {until}. Choose other days, or end that leave first. To go on \
                 after it, take leave from the day it ends."
            )
        }
        LeaveRefusal::NotThere => "There is no such leave. Reload the page to see your leave as it is now.".to_owned(),
        LeaveRefusal::OverAlready => {
            "That leave is over or in its last day. A day that has begun is used up.".to_owned()
        }
    }
}
