//! Leave: what a player may take of it, and what it does to their games.

use domain::correspondence::action::ActionRequest;
use domain::correspondence::event::{Event, EventKind};
use domain::correspondence::game::{Game, LogEntryKind};
use domain::correspondence::leave::{Allowance, LeavePeriod, LeaveRefusal};
use domain::correspondence::result::Ending;
use domain::rules::seat::Seat;
use jiff::{SignedDuration, Timestamp};

use crate::table::{Table, days};

const WHITE: Seat = Seat::WHITE;
const BLACK: Seat = Seat::BLACK;

impl Table {
    /// What a server does when a player takes leave, in each of their games.
    fn takes_leave(&mut self, seat: Seat, period: LeavePeriod) -> Vec<Event> {
        let events = self.game.take_leave(seat, period, self.now);
        self.take(&events);
        events
    }

    fn ends_leave(&mut self, seat: Seat, period: LeavePeriod) -> Vec<Event> {
        let events = self.game.end_leave(seat, period, self.now);
        self.take(&events);
        events
    }

    fn leave_in(&self, begins: i64, lasts: i64) -> LeavePeriod {
        let from = self.now + days(begins);
        LeavePeriod { from, until: from + days(lasts) }
    }
}

fn running() -> Table {
    let mut table = Table::standard();
    table.play("e4@c6 e6@e2");
    table
}

#[test]
fn no_clock_of_a_player_on_leave_runs() {
    let mut table = running();
    let period = table.leave_in(2, 10);
    table.takes_leave(WHITE, period);
    assert_eq!(table.game.deadline(), Some(table.now + days(40)));
    table.pass(days(5));
    assert_eq!(table.game.time_left(WHITE, table.now), days(28));
    assert_eq!(table.game.on_leave(WHITE, table.now), Some(period));
    assert_eq!(table.game.on_leave(BLACK, table.now), None);
    table.pass(days(10));
    assert_eq!(table.game.on_leave(WHITE, table.now), None);
    table.play("d4@d6");
    assert_eq!(table.game.turns()[2].spent, days(5));
    assert_eq!(table.game.time_left(WHITE, table.now), days(26));
}

#[test]
fn a_countdown_knows_when_it_stands_and_goes_on() {
    let mut table = running();
    let (first, second) = (table.leave_in(2, 10), table.leave_in(20, 5));
    let far = table.leave_in(60, 5);
    for period in [first, second, far] {
        table.takes_leave(WHITE, period);
    }
    let countdown = table.game.countdown().unwrap();
    assert_eq!(countdown.pauses, [first, second], "leave after the deadline holds nothing up");
    assert_eq!((countdown.turn_since, countdown.clocks_started), (table.now, true));
    assert_eq!(countdown.deadline, table.now + days(45));
    assert_eq!(countdown.counts_down_to(table.now), Some(table.now + days(30)));
    assert_eq!(countdown.left_at(first.from + days(3)), days(28));
    assert_eq!(countdown.paused_until(first.from + days(3)), Some(first.until));
    assert_eq!(countdown.counts_down_to(first.from + days(3)), None);
    assert_eq!(countdown.left_at(second.until), days(20));
    assert_eq!(countdown.left_at(countdown.deadline + days(1)), SignedDuration::ZERO);
}

#[test]
fn before_the_clocks_start_the_first_round_counts_down() {
    let mut table = Table::standard();
    let begun = table.now;
    assert_eq!(table.game.countdown().unwrap().turn_since, begun);
    table.pass(days(1));
    table.play("e4@c6");
    let leave = table.leave_in(1, 7);
    table.takes_leave(BLACK, leave);
    let countdown = table.game.countdown().unwrap();
    assert!(!countdown.clocks_started);
    assert_eq!((countdown.turn_since, countdown.deadline), (table.now, begun + days(21)));
    assert_eq!(countdown.left_at(leave.from), days(12));
    assert_eq!(countdown.left_at(leave.until), days(12));
    table.play("e6@e2");
    assert!(table.game.countdown().unwrap().clocks_started);
    table.does(WHITE, ActionRequest::Resign).unwrap();
    assert_eq!(table.game.countdown(), None);
}

#[test]
fn a_turn_on_leave_costs_nothing_and_the_other_clock_runs_on() {
    let mut table = running();
    let period = table.leave_in(0, 14);
    table.takes_leave(WHITE, period);
    table.pass(days(3));
    table.play("d4@d6");
    assert_eq!(table.game.turns()[2].spent, SignedDuration::ZERO);
    assert_eq!(table.game.time_left(WHITE, table.now), days(31));
    assert_eq!(table.game.deadline(), Some(table.now + days(30)), "Black is not on leave");
}

#[test]
fn the_flag_falls_when_leave_is_over_and_the_time_has_run() {
    let mut table = running();
    let period = table.leave_in(29, 10);
    table.takes_leave(WHITE, period);
    table.pass(days(39));
    assert_eq!(table.tick(), []);
    table.pass(days(2));
    assert_eq!(table.tick(), [Event { at: table.now - days(1), what: EventKind::FlagFell { seat: WHITE } }]);
}

#[test]
fn leave_is_told_to_a_game_once() {
    let mut table = running();
    let period = table.leave_in(1, 3);
    let taken = EventKind::LeaveTaken { seat: WHITE, from: period.from, until: period.until };
    assert_eq!(table.takes_leave(WHITE, period), [Event { at: table.now, what: taken }]);
    assert_eq!(table.takes_leave(WHITE, period), [], "work that begins again after a crash asks again");
    let ended = LeavePeriod { until: period.from, ..period };
    assert_eq!(table.ends_leave(WHITE, ended).len(), 1);
    assert_eq!(table.ends_leave(WHITE, ended), []);
    assert_eq!(table.game.deadline(), Some(table.now + days(30)), "it was called off before it began");
    assert_eq!(table.takes_leave(WHITE, period).len(), 1, "and is taken again");
}

#[test]
fn leave_that_ends_early_lets_the_clock_run_from_then_on() {
    let mut table = running();
    let period = table.leave_in(0, 20);
    table.takes_leave(WHITE, period);
    table.pass(days(4));
    table.ends_leave(WHITE, LeavePeriod { until: period.from + days(5), ..period });
    assert_eq!(table.game.deadline(), Some(period.from + days(35)));
}

#[test]
fn a_game_that_is_told_late_knows_what_it_would_have_known() {
    let mut table = running();
    let deadline = table.game.deadline().unwrap();
    table.now = deadline + days(1);
    let period = LeavePeriod { from: deadline - SignedDuration::from_mins(1), until: deadline + days(6) };
    assert_eq!(table.takes_leave(WHITE, period).len(), 1);
    assert_eq!(table.tick(), [], "the flag would not have fallen");
    assert_eq!(table.game.time_left(WHITE, table.now), SignedDuration::from_mins(1));

    let mut fallen = running();
    fallen.now = deadline + days(1);
    let late = LeavePeriod { from: deadline, until: deadline + days(6) };
    assert_eq!(fallen.takes_leave(WHITE, late), [], "leave does not raise a flag that has fallen");
    assert_eq!(fallen.tick()[0].at, deadline);
}

#[test]
fn what_was_reckoned_with_before_a_late_leave_stays() {
    let mut table = running();
    let period = table.leave_in(0, 10);
    table.pass(days(2));
    table.play("d4@d6");
    assert_eq!(table.takes_leave(WHITE, period).len(), 1);
    assert_eq!(table.game.turns()[2].spent, days(2));
    assert_eq!(table.game.time_left(WHITE, table.now), days(29));
}

#[test]
fn an_end_of_leave_that_is_told_after_the_flag_does_not_move_it() {
    let mut table = running();
    let period = table.leave_in(100, 2);
    table.takes_leave(WHITE, period);
    let deadline = table.game.deadline().unwrap();
    table.pass(days(60));
    assert_eq!(table.ends_leave(WHITE, LeavePeriod { until: period.from, ..period }), []);
    let flags: Vec<_> = table.game.tick(table.now).into_iter().map(|event| (event.at, event.what)).collect();
    assert_eq!(flags, [(deadline, EventKind::FlagFell { seat: WHITE })]);
}

#[test]
fn the_first_round_waits_for_a_player_on_leave() {
    let mut table = Table::standard();
    table.takes_leave(WHITE, table.leave_in(0, 7));
    table.takes_leave(BLACK, table.leave_in(0, 28));
    assert_eq!(table.game.deadline(), Some(table.now + days(21)));
    table.pass(days(8));
    table.play("e4@c6");
    assert_eq!(
        table.game.deadline(),
        Some(table.now + days(20 + 13)),
        "a day of 14 has passed, and 20 of leave are left"
    );
    table.pass(days(33));
    table.tick();
    assert_eq!(table.result().unwrap().ending, Ending::Cancelled);
    let late = table.leave_in(0, 1);
    assert_eq!(table.takes_leave(WHITE, late), [], "a game that is over is left alone");
}

#[test]
fn both_players_and_those_who_look_on_see_leave_in_the_record() {
    let mut table = running();
    table.takes_leave(BLACK, table.leave_in(1, 2));
    for viewer in [None, Some(WHITE), Some(BLACK)] {
        assert_eq!(table.game.log_entries(viewer).count(), 1);
    }
    assert_eq!(Game::fold(table.game.setup().clone(), &table.log).unwrap(), table.game);
}

#[test]
fn the_record_has_one_entry_a_leave_and_it_says_how_that_stands() {
    let mut table = running();
    let (first, second) = (table.leave_in(2, 10), table.leave_in(20, 2));
    table.takes_leave(WHITE, first);
    table.takes_leave(BLACK, first);
    table.takes_leave(WHITE, second);
    table.pass(days(4));
    let ended = LeavePeriod { until: table.now, ..first };
    table.ends_leave(WHITE, ended);
    let told: Vec<_> = table.game.log_entries(None).map(|log_entry| (log_entry.seat, &log_entry.kind)).collect();
    let expected = [
        (BLACK, &LogEntryKind::LeaveTaken(first)),
        (WHITE, &LogEntryKind::LeaveTaken(second)),
        (WHITE, &LogEntryKind::LeaveEnded { taken: first, until: ended.until }),
    ];
    assert_eq!(told, expected);
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

#[test]
fn there_are_28_days_of_leave_in_a_calendar_year() {
    let now = at("2026-03-01T10:30:00Z");
    let first = Allowance::new([]).take(now, 20, now).unwrap();
    assert_eq!(first, LeavePeriod { from: now, until: at("2026-03-21T10:30:00Z") });
    let allowance = Allowance::new([first]);
    assert_eq!((allowance.left_in(2026), allowance.left_in(2027)), (8, 28));
    let later = at("2026-08-01T00:00:00Z");
    assert_eq!(allowance.take(later, 9, now), Err(LeaveRefusal::NotEnough { year: 2026, left: 8, wanted: 9 }));
    let second = allowance.take(later, 8, now).unwrap();
    assert_eq!(Allowance::new([first, second]).left_in(2026), 0);
}

#[test]
fn a_day_of_leave_belongs_to_the_year_it_begins_in() {
    let now = at("2026-12-01T00:00:00Z");
    let period = Allowance::new([]).take(at("2026-12-30T23:00:00Z"), 30, now).unwrap();
    let allowance = Allowance::new([period]);
    assert_eq!((allowance.left_in(2026), allowance.left_in(2027)), (26, 0));
    let too_long = Allowance::new([]).take(at("2026-12-30T23:00:00Z"), 31, now);
    assert_eq!(too_long, Err(LeaveRefusal::NotEnough { year: 2027, left: 28, wanted: 29 }));
}

#[test]
fn leave_that_cannot_be_taken_says_why() {
    let now = at("2026-03-01T10:30:00Z");
    let none = Allowance::new([]);
    let refusals = [
        none.take(now, 0, now).unwrap_err(),
        none.take(now - SignedDuration::from_secs(1), 1, now).unwrap_err(),
        none.take(at("2027-04-01T00:00:00Z"), 1, now).unwrap_err(),
        none.take(now, 1_000_000, now).unwrap_err(),
        none.end(now, now).unwrap_err(),
        Allowance::new([none.take(now, 7, now).unwrap()]).take(at("2026-03-07T10:29:00Z"), 1, now).unwrap_err(),
    ];
    let codes = ["no-days", "in-the-past", "too-far-ahead", "too-many-days", "not-there", "overlaps"];
    assert_eq!(refusals.map(|refusal| refusal.code()), codes);
}

#[test]
fn leave_goes_on_from_the_day_it_ends_without_a_hole() {
    let now = at("2026-03-01T13:45:00Z");
    let period = Allowance::new([]).take(now, 3, now).unwrap();
    let taken = Allowance::new([period]);
    // The day it ends begins at midnight.
    let more = taken.take(at("2026-03-04T00:00:00Z"), 5, now).unwrap();
    assert_eq!((more.from, more.until), (period.until, at("2026-03-09T13:45:00Z")));
    assert_eq!(taken.take(period.until, 5, now), Ok(more), "the very end");
    let on_the_last_day = at("2026-03-04T08:00:00Z");
    assert_eq!(taken.take(on_the_last_day, 5, on_the_last_day), Ok(more));
    assert_eq!(taken.take(at("2026-03-05T00:00:00Z"), 1, now).unwrap().from, at("2026-03-05T00:00:00Z"));
    // Sent twice it is taken once, and so is a single day from now.
    let both = Allowance::new([period, more]);
    assert_eq!(both.take(at("2026-03-04T00:00:00Z"), 5, now), Err(LeaveRefusal::Overlaps(more)));
    let day = Allowance::new([]).take(now, 1, now).unwrap();
    let again = now + SignedDuration::from_secs(1);
    assert_eq!(Allowance::new([day]).take(again, 1, again), Err(LeaveRefusal::Overlaps(day)));
}

#[test]
fn a_day_of_leave_that_has_begun_is_used_and_others_can_be_saved() {
    let now = at("2026-03-01T10:30:00Z");
    let period = Allowance::new([]).take(now + days(2), 7, now).unwrap();
    let allowance = Allowance::new([period]);
    let used = |hours: i64| {
        let ended = allowance.end(period.from, period.from + SignedDuration::from_hours(hours))?;
        Ok::<_, LeaveRefusal>(28 - Allowance::new([ended]).left_in(2026))
    };
    assert_eq!((used(-1), used(0), used(1), used(24), used(25)), (Ok(0), Ok(0), Ok(1), Ok(1), Ok(2)));
    assert_eq!(
        (used(6 * 24), used(6 * 24 + 1), used(900)),
        (Ok(6), Err(LeaveRefusal::OverAlready), Err(LeaveRefusal::OverAlready))
    );
}
