//! The accounts of a clock, kept from the log alone: what was granted, what was spent, what is left.

use domain::correspondence::event::{Event, EventKind};
use domain::correspondence::leave::LeavePeriod;
use domain::correspondence::time_control::TimeControl;
use domain::rules::seat::Seat;
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;

use crate::table::Table;

/// What one seat's clock was given and what it spent.
pub struct Books {
    seat: Seat,
    control: TimeControl,
    given: SignedDuration,
    spent: SignedDuration,
    leave: Vec<LeavePeriod>,
    outages: Vec<LeavePeriod>,
    turns: usize,
    last_turn_at: Timestamp,
}

impl Books {
    pub fn of(table: &Table, control: TimeControl, seat: Seat) -> Result<Self, TestCaseError> {
        let mut books = Self {
            seat,
            control,
            given: control.bank,
            spent: SignedDuration::ZERO,
            leave: Vec::new(),
            outages: Vec::new(),
            turns: 0,
            last_turn_at: table.game.setup().begun_at,
        };
        for event in &table.log {
            books.enter(table, event)?;
        }
        Ok(books)
    }

    fn enter(&mut self, table: &Table, event: &Event) -> Result<(), TestCaseError> {
        match &event.what {
            EventKind::Played { seat, .. } => {
                let turn = &table.game.turns()[self.turns];
                if *seat == self.seat {
                    prop_assert_eq!(turn.spent, self.charged(event.at), "time on leave is never charged");
                    self.spend(turn.spent)?;
                    prop_assert_eq!(turn.left, self.left());
                }
                self.turns += 1;
                self.last_turn_at = event.at;
            }
            EventKind::LifelineGiven { to, granted, .. } if *to == self.seat => {
                prop_assert!(*granted > SignedDuration::ZERO);
                self.given += *granted;
                let shown = self.left() - self.charged(event.at);
                prop_assert!(shown <= self.control.cap, "a lifeline lifted the clock above its cap");
            }
            EventKind::LeaveTaken { seat, from, until } if *seat == self.seat => {
                self.leave.push(LeavePeriod { from: *from, until: *until });
            }
            EventKind::LeaveEnded { seat, from, until } if *seat == self.seat => {
                let ended = self.leave.iter_mut().rfind(|period| period.from == *from).expect("there is such leave");
                ended.until = *until;
            }
            EventKind::SiteDown { from, until } => {
                self.outages.push(LeavePeriod { from: *from, until: *until });
            }
            _ => {}
        }
        Ok(())
    }

    /// A turn takes its time, and earns what the cap leaves of the increment; nothing while clocks are frozen.
    fn spend(&mut self, spent: SignedDuration) -> Result<(), TestCaseError> {
        if !self.clocks_run() {
            return Ok(());
        }
        prop_assert!(spent < self.left(), "a turn took all the time there was, or more");
        self.spent += spent;
        self.given += self.control.increment.min(self.control.cap - self.left());
        Ok(())
    }

    fn clocks_run(&self) -> bool {
        self.turns >= 2
    }

    /// What the clock of this seat is charged at an instant of its turn.
    fn charged(&self, at: Timestamp) -> SignedDuration {
        if !self.clocks_run() {
            return SignedDuration::ZERO;
        }
        let since = self.last_turn_at;
        let off = |period: &LeavePeriod| {
            period.until.min(at).duration_since(period.from.max(since)).max(SignedDuration::ZERO)
        };
        let common = |(leave, outage): (&LeavePeriod, &LeavePeriod)| {
            off(&LeavePeriod { from: leave.from.max(outage.from), until: leave.until.min(outage.until) })
        };
        let both = self.leave.iter().flat_map(|leave| self.outages.iter().map(move |outage| (leave, outage)));
        let stopped = self.leave.iter().chain(&self.outages).map(off).sum::<SignedDuration>();
        at.duration_since(since) - (stopped - both.map(common).sum::<SignedDuration>())
    }

    fn left(&self) -> SignedDuration {
        self.given - self.spent
    }

    /// Compares with what the game shows now.
    pub fn check(&self, table: &Table) -> Result<(), TestCaseError> {
        let game = &table.game;
        let shown = game.time_left(self.seat, table.now);
        prop_assert!(shown <= self.control.cap && shown >= SignedDuration::ZERO);
        let now = game.conclusion().map_or(table.now, |end| end.at);
        let its_turn = game.position().seat_to_move() == self.seat;
        let charged = if its_turn { self.charged(now) } else { SignedDuration::ZERO };
        prop_assert_eq!(shown, self.left() - charged, "spent and left are what was given");
        if !its_turn || game.running_since().is_none() {
            return Ok(());
        }
        prop_assert!(shown > SignedDuration::ZERO, "play goes on, so there is time left");
        let deadline = game.deadline().expect("a running game has a deadline");
        prop_assert_eq!(self.charged(deadline), self.left());
        let just_before = deadline - SignedDuration::from_micros(1);
        prop_assert!(self.charged(just_before) < self.left(), "the flag falls at the first instant it can");
        Ok(())
    }
}
