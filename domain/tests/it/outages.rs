//! The site was down: that is nobody's fault, so no clock runs.

use domain::correspondence::action::ActionRequest;
use domain::correspondence::event::{Event, EventKind};
use domain::correspondence::game::LogEntryKind;
use domain::correspondence::leave::LeavePeriod;
use domain::correspondence::outage::Outage;
use domain::correspondence::refusal::Refusal;
use domain::correspondence::time_control::TimeControl;
use domain::rules::duchess::SetUp;
use domain::rules::seat::Seat;
use domain::rules::variant::Variant;
use jiff::{SignedDuration, Timestamp};

use crate::table::{Table, days, kinds};

const WHITE: Seat = Seat::WHITE;
const BLACK: Seat = Seat::BLACK;

const fn hours(hours: i64) -> SignedDuration {
    SignedDuration::from_hours(hours)
}

/// The site goes down now, and comes back after some time; the game learns it then.
fn site_down(table: &mut Table, time: SignedDuration) -> Vec<Event> {
    let outage = Outage { from: table.now, until: table.now + time };
    table.pass(time);
    learns(table, outage)
}

fn learns(table: &mut Table, outage: Outage) -> Vec<Event> {
    let events = table.game.note_outage(outage, table.now);
    table.take(&events);
    events
}

fn site_was_down(from: Timestamp, until: Timestamp) -> EventKind {
    EventKind::SiteDown { from, until }
}

#[test]
fn the_clock_stands_still_and_the_record_says_so() {
    let mut table = Table::standard();
    table.play("e4@c6 e6@e2");
    let deadline = table.game.deadline().unwrap();
    table.pass(days(2));
    let (from, until) = (table.now, table.now + hours(5));
    assert_eq!(site_down(&mut table, hours(5)), [Event { at: until, what: site_was_down(from, until) }]);
    assert_eq!(table.game.time_left(WHITE, table.now), days(28));
    assert_eq!(table.game.deadline(), Some(deadline + hours(5)));
    let said: Vec<_> = table.game.log_entries(None).map(|entry| &entry.kind).collect();
    assert_eq!(said, [&LogEntryKind::SiteDown(Outage { from, until })]);
    table.play("d4@d6");
    assert_eq!(table.game.turns()[2].spent, days(2), "the turn did not take that time either");
    assert_eq!(table.game.time_left(WHITE, table.now), days(29));
    assert_eq!(table.game.time_left(BLACK, table.now), days(30), "whose clock did not run");
}

#[test]
fn nobody_loses_on_time_by_it_however_late_the_game_learns_it() {
    let mut table = Table::standard();
    table.play("e4@c6 e6@e2");
    table.pass(days(30) - hours(1));
    let outage = Outage { from: table.now, until: table.now + hours(12) };
    table.pass(hours(12) + SignedDuration::from_mins(59));
    learns(&mut table, outage);
    assert_eq!(table.tick(), [], "a minute is left");
    table.pass(SignedDuration::from_mins(1));
    assert_eq!(kinds(&table.tick()), [&EventKind::FlagFell { seat: WHITE }]);
}

#[test]
fn a_flag_that_had_fallen_before_stays_down() {
    let mut table = Table::standard();
    table.play("e4@c6 e6@e2");
    let deadline = table.game.deadline().unwrap();
    let outage = Outage { from: deadline, until: deadline + hours(5) };
    table.pass(days(31));
    assert_eq!(learns(&mut table, outage), [Event { at: deadline, what: EventKind::FlagFell { seat: WHITE } }]);
    assert_eq!(learns(&mut table, outage), [], "the game is over");
}

#[test]
fn where_others_play_on_after_such_a_flag_their_clocks_stand_still() {
    let mut table = Table::of(Variant::Duchess(SetUp::Six), TimeControl::STANDARD);
    table.play("1c3-1c4 2c3-2c4 3c3-3c4 4c3-4c4 5c3-5c4 6c3-6c4");
    let (fallen, deadline) = (table.game.seat_to_move().unwrap(), table.game.deadline().unwrap());
    let outage = Outage { from: deadline + hours(1), until: deadline + hours(6) };
    table.pass(days(30) + hours(6));
    let events = learns(&mut table, outage);
    assert_eq!(kinds(&events), [&EventKind::FlagFell { seat: fallen }, &site_was_down(outage.from, outage.until)]);
    let next = table.game.seat_to_move().unwrap();
    assert_eq!(table.game.time_left(next, table.now), days(30) - hours(1));
}

#[test]
fn it_is_noted_once_and_not_after_the_next_turn() {
    let mut table = Table::standard();
    table.play("e4@c6 e6@e2");
    let outage = Outage { from: table.now, until: table.now + hours(5) };
    table.pass(hours(5));
    assert_eq!(learns(&mut table, outage).len(), 1);
    assert_eq!(learns(&mut table, outage), []);
    table.play("d4@d6");
    let passed = Outage { from: outage.from - hours(20), until: outage.from - hours(10) };
    assert_eq!(learns(&mut table, passed), [], "the turn was made, and what it took is settled");
}

#[test]
fn days_of_leave_are_not_given_back_twice() {
    let mut table = Table::standard();
    table.play("e4@c6 e6@e2");
    let leave = LeavePeriod { from: table.now + days(1), until: table.now + days(3) };
    let taken = table.game.take_leave(WHITE, leave, table.now);
    table.take(&taken);
    table.pass(days(2));
    site_down(&mut table, days(2));
    assert_eq!(
        table.game.time_left(WHITE, table.now),
        days(29),
        "a day ran, two were leave, and one more the site was down"
    );
}

#[test]
fn a_first_round_is_not_cancelled_nor_called_off_because_of_it() {
    let mut table = Table::standard();
    let deadline = table.game.deadline().unwrap();
    table.play("e4@c6");
    site_down(&mut table, days(4));
    assert_eq!(table.game.deadline(), Some(deadline + days(4)));
    table.pass(days(2));
    let refusal = table.does(WHITE, ActionRequest::Cancel).unwrap_err();
    assert!(matches!(refusal, Refusal::NotWaitedEnough { since, .. } if since == table.now + days(3)), "{refusal:?}");
}
