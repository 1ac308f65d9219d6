//! Time off: while a player is on leave none of their clocks runs.
//!
//! A [`LeavePeriod`] is one period of leave. [`Leave`] holds the periods of one seat in one game, and alone knows how
//! long a clock has run between two instants: not while the site was down, either. [`Allowance`] is a player's leave in a year, over all games.
//!
//! ```
//! use domain::correspondence::leave::{Leave, LeavePeriod};
//! use jiff::{SignedDuration, Timestamp};
//!
//! let day = |n: i64| Timestamp::UNIX_EPOCH + SignedDuration::from_hours(24 * n);
//! let mut leave = Leave::default();
//! leave.take(LeavePeriod { from: day(3), until: day(10) }, day(0));
//! assert_eq!(leave.ran(day(1), day(12)), SignedDuration::from_hours(24 * 4));
//! assert_eq!(leave.instant_after(day(1), SignedDuration::from_hours(24 * 4)), day(12));
//! ```

mod allowance;

use jiff::{SignedDuration, Timestamp};

pub use allowance::{Allowance, LeaveRefusal};

use crate::correspondence::outage::Outage;

/// A period of leave: from an instant until just before another, whole days of 24 hours apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeavePeriod {
    /// When it begins.
    pub from: Timestamp,
    /// When the clocks run again.
    pub until: Timestamp,
}

impl LeavePeriod {
    /// Whether the two have an instant in common.
    pub fn overlaps(self, other: Self) -> bool {
        self.from < other.until && other.from < self.until
    }

    /// Whether an instant is in it.
    pub fn contains(self, at: Timestamp) -> bool {
        self.from <= at && at < self.until
    }

    /// Whether it is empty, because it was called off before it began.
    pub fn is_empty(self) -> bool {
        self.until <= self.from
    }
}

/// The leave of one seat in one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leave {
    /// Disjoint, in chronological order.
    periods: Vec<Counted>,
    /// When the site was down, and the clock stood still for that.
    outages: Vec<Outage>,
}

/// A period, and from when it counts in this game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counted {
    period: LeavePeriod,
    /// Not before what has been settled already, if the period is recorded late.
    from: Timestamp,
}

/// A time in which the clock stands still.
struct Stop {
    from: Timestamp,
    until: Timestamp,
}

impl Leave {
    /// Adds a period, which pauses the clock from its beginning, but not before `reckoned`: the time until then has
    /// been settled without it. A period that overlaps another is ignored.
    pub fn take(&mut self, period: LeavePeriod, reckoned: Timestamp) {
        if period.is_empty() || self.overlaps(period) {
            return;
        }
        let place = self.periods.partition_point(|earlier| earlier.period.from < period.from);
        self.periods.insert(place, Counted { period, from: period.from.max(reckoned) });
    }

    /// Ends the period that begins at an instant earlier; if it ends when it begins, it was never taken.
    pub fn end(&mut self, from: Timestamp, until: Timestamp) {
        for counted in self.periods.iter_mut().filter(|counted| counted.period.from == from) {
            counted.period.until = counted.period.until.min(until);
        }
        self.periods.retain(|counted| !counted.period.is_empty());
    }

    /// Stops the clock for an outage. What was settled already stays as it is.
    pub fn stop_for(&mut self, outage: Outage) {
        self.outages.push(outage);
    }

    /// Whether the clock stood still for an outage that began then.
    pub fn knows_outage(&self, from: Timestamp) -> bool {
        self.outages.iter().any(|outage| outage.from == from)
    }

    /// Whether there already is leave during a period.
    pub fn overlaps(&self, period: LeavePeriod) -> bool {
        self.periods().any(|taken| taken.overlaps(period))
    }

    /// The periods, in order.
    pub fn periods(&self) -> impl DoubleEndedIterator<Item = LeavePeriod> {
        self.periods.iter().map(|counted| counted.period)
    }

    /// The period an instant is in.
    pub fn at(&self, at: Timestamp) -> Option<LeavePeriod> {
        self.periods().find(|period| period.contains(at))
    }

    /// The first period that begins after an instant.
    pub fn next_after(&self, at: Timestamp) -> Option<LeavePeriod> {
        self.periods().filter(|period| period.from > at).min_by_key(|period| period.from)
    }

    /// The pauses of a clock between two instants, as far as they count in the game and lie after the first instant.
    pub fn pauses(&self, since: Timestamp, until: Timestamp) -> impl Iterator<Item = LeavePeriod> {
        let counted = self
            .periods
            .iter()
            .map(move |counted| LeavePeriod { from: counted.from.max(since), until: counted.period.until.min(until) });
        counted.filter(|pause| !pause.is_empty())
    }

    /// When the clock stands still, in the order in which that begins. Leave and outages may overlap.
    fn stops(&self) -> impl Iterator<Item = Stop> {
        let leave = self.periods.iter().map(|counted| Stop { from: counted.from, until: counted.period.until });
        let outages = self.outages.iter().map(|outage| Stop { from: outage.from, until: outage.until });
        let mut stops: Vec<Stop> = leave.chain(outages).collect();
        stops.sort_by_key(|stop| stop.from);
        stops.into_iter()
    }

    /// How long a clock has run from one instant to a later one: the time between them that was neither leave nor an outage;
    /// zero if the second is not later.
    pub fn ran(&self, from: Timestamp, to: Timestamp) -> SignedDuration {
        let mut ran = SignedDuration::ZERO;
        let mut at = from;
        for stop in self.stops() {
            ran += between(at, stop.from.min(to));
            at = at.max(stop.from).max(stop.until);
        }
        ran + between(at, to)
    }

    /// The first instant at which a clock that was started at another has run for a duration.
    pub fn instant_after(&self, since: Timestamp, time: SignedDuration) -> Timestamp {
        let mut left = time;
        let mut at = since;
        for stop in self.stops() {
            let runs = between(at, stop.from);
            if left <= runs {
                break;
            }
            left -= runs;
            at = at.max(stop.from).max(stop.until);
        }
        at.saturating_add(left).unwrap_or(Timestamp::MAX)
    }
}

/// The time from one instant to a later one; zero if it is not later.
fn between(from: Timestamp, to: Timestamp) -> SignedDuration {
    to.duration_since(from).max(SignedDuration::ZERO)
}
