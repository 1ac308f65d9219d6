//! How much leave a player may take.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use super::LeavePeriod;
use crate::rules::codes::codes;

/// A day of leave: 24 hours, from whatever instant it begins at.
const DAY: SignedDuration = SignedDuration::from_hours(24);
/// How far ahead leave can begin: 366 days.
const AHEAD: SignedDuration = SignedDuration::from_hours(24 * 366);

/// The leave that a player has taken and may take, over all their games: 28 days in each calendar year (UTC), in whole
/// days of 24 hours. A day belongs to the year it begins in.
///
/// ```
/// use domain::correspondence::leave::{Allowance, LeaveRefusal};
///
/// let now: jiff::Timestamp = "2026-12-22T08:00:00Z".parse().unwrap();
/// let period = Allowance::new([]).take(now, 12, now)?;
/// let taken = Allowance::new([period]);
/// assert_eq!((taken.left_in(2026), taken.left_in(2027)), (18, 26));
/// let refused = taken.take(period.until, 27, now).unwrap_err();
/// assert_eq!(refused, LeaveRefusal::NotEnough { year: 2027, left: 26, wanted: 27 });
/// # Ok::<(), LeaveRefusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    taken: Vec<LeavePeriod>,
}

/// Why leave cannot be taken or ended like that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeaveRefusal {
    /// No day at all.
    NoDays,
    /// It would begin before now.
    InThePast,
    /// It would begin too late.
    TooFarAhead,
    /// More days in a row than two years allow.
    TooManyDays(u32),
    /// There are not enough days left.
    NotEnough {
        /// The year.
        year: i16,
        /// The days left in it.
        left: u32,
        /// The requested days that fall into it.
        wanted: u32,
    },
    /// There is leave at that time already.
    Overlaps(LeavePeriod),
    /// No leave begins then.
    NotThere,
    /// It is over, or its last day has begun.
    OverAlready,
}

codes! {
    LeaveRefusal {
        NoDays => "no-days",
        InThePast => "in-the-past",
        TooFarAhead => "too-far-ahead",
        TooManyDays(days) => "too-many-days",
        NotEnough { year, left, wanted } => "not-enough",
        Overlaps(period) => "overlaps",
        NotThere => "not-there",
        OverAlready => "over-already",
    }
}

impl Allowance {
    /// The days of leave in a calendar year.
    pub const DAYS_A_YEAR: u32 = 28;

    /// The allowance of a player, given the periods they have taken; those that were ended early with their actual end.
    pub fn new(taken: impl IntoIterator<Item = LeavePeriod>) -> Self {
        Self { taken: taken.into_iter().filter(|period| !period.is_empty()).collect() }
    }

    /// The remaining days of a year.
    pub fn left_in(&self, year: i16) -> u32 {
        let taken: u32 = self.taken.iter().map(|&period| days_in(period, year)).sum();
        Self::DAYS_A_YEAR.saturating_sub(taken)
    }

    /// The leave of this many days from an instant, if it may be taken. If that is within the last day of earlier
    /// leave, it begins when that ends, so that clocks do not run for some hours in between.
    ///
    /// # Errors
    /// No days or more than there ever are, a beginning in the past or more than a year ahead, leave then already, or more
    /// days than are left.
    pub fn take(&self, from: Timestamp, days: u32, now: Timestamp) -> Result<LeavePeriod, LeaveRefusal> {
        if days == 0 {
            return Err(LeaveRefusal::NoDays);
        }
        if from < now {
            return Err(LeaveRefusal::InThePast);
        }
        if from.duration_since(now) > AHEAD {
            return Err(LeaveRefusal::TooFarAhead);
        }
        // Leave across the end of a year uses days of both.
        if days > 2 * Self::DAYS_A_YEAR {
            return Err(LeaveRefusal::TooManyDays(days));
        }
        let from = self.going_on(from, now);
        let length = DAY * days as i32;
        let period = LeavePeriod { from, until: from.saturating_add(length).unwrap_or(Timestamp::MAX) };
        if let Some(&other) = self.taken.iter().find(|taken| taken.overlaps(period)) {
            return Err(LeaveRefusal::Overlaps(other));
        }
        for year in [year_of(from), year_of(from) + 1] {
            let (wanted, left) = (days_in(period, year), self.left_in(year));
            if wanted > left {
                return Err(LeaveRefusal::NotEnough { year, left, wanted });
            }
        }
        Ok(period)
    }

    /// The end of the leave whose last day contains an instant, if leave requested from there is meant to extend it.
    /// Requesting one day from now twice means one day.
    fn going_on(&self, from: Timestamp, now: Timestamp) -> Timestamp {
        let is_last_day = |period: &&LeavePeriod| period.contains(from) && period.until.duration_since(from) <= DAY;
        let is_meant = |period: &&LeavePeriod| from > now || period.until.duration_since(period.from) > DAY;
        self.taken.iter().filter(is_last_day).find(is_meant).map_or(from, |period| period.until)
    }

    /// The leave that begins at an instant, ended now: a day that has begun counts as used, and leave that has not
    /// begun is called off and uses no days.
    ///
    /// # Errors
    /// No leave begins then, or nothing of it is left to save.
    pub fn end(&self, from: Timestamp, now: Timestamp) -> Result<LeavePeriod, LeaveRefusal> {
        let period = self.taken.iter().find(|period| period.from == from).ok_or(LeaveRefusal::NotThere)?;
        let used = now.duration_since(from).max(SignedDuration::ZERO);
        let until = from.saturating_add(DAY * days_begun(used)).unwrap_or(Timestamp::MAX);
        if until >= period.until { Err(LeaveRefusal::OverAlready) } else { Ok(LeavePeriod { from, until }) }
    }
}

/// How many days have begun within a duration; a day begins just after the previous one ends.
fn days_begun(time: SignedDuration) -> i32 {
    let days = (time.as_micros() + DAY.as_micros() - 1) / DAY.as_micros();
    i32::try_from(days).unwrap_or(i32::MAX)
}

/// The days of a period that begin in a year.
fn days_in(period: LeavePeriod, year: i16) -> u32 {
    let begins = (0..days_begun(period.until.duration_since(period.from))).map(|n| period.from.saturating_add(DAY * n));
    begins.filter(|begins| begins.as_ref().is_ok_and(|&begins| year_of(begins) == year)).count() as u32
}

fn year_of(at: Timestamp) -> i16 {
    at.to_zoned(TimeZone::UTC).year()
}
